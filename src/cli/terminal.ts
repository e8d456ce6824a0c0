import { callableAs } from "./as-typed.ts";
import { isSurelyNoTerminal, outletTo } from "./outlet.ts";
import { paint } from "./paint.ts";
import { userHome } from "../platform/paths.ts";

/** The border to the person: what is written, asked and read goes through here. */
export interface Terminal {
  /** The answer: standard output. */
  readonly write: (text: string) => void;
  /** The same for long answers: waits for a slow reader instead of filling memory. */
  readonly writeAll: (pieces: Iterable<string>) => Promise<void>;
  /** What is said about the answer: standard error. */
  readonly note: (text: string) => void;
  /** Overwrites one line on standard error while something takes long; nothing when that is not a terminal. */
  readonly progress: (line: string) => void;
  readonly style: Style;
  readonly width: number;
  /** The answer goes to a screen, and to no file or other program. */
  readonly writesToScreen?: boolean;
  /** Something other than a person's keyboard feeds standard input. */
  readonly hasPipedInput: boolean;
  /** Somebody types into it, and sees what it says or at least what it notes. */
  readonly isAttended: boolean;
  /** The names of the programs that started this one; undefined where they cannot be known. */
  readonly startedBy: () => Promise<readonly string[] | undefined>;
  readonly readInput: () => Promise<string>;
  /** Both ends of the terminal that a person sits at: for questions, and for the whole screen. */
  readonly ends?: TerminalEnds | undefined;
  /** Says when the person wants to stop, as long as somebody listens. */
  readonly listenForStop: () => StopListener;
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  /** What works when it is typed in place of `lessons` here; absent where `lessons` does. */
  readonly calledAs?: string | undefined;
  /** The command that runs, where `undo` is to take back what it changes. */
  readonly journal?: string | undefined;
  /** 0 done or found, 1 nothing found; an error decides by itself. */
  exitStatus: number;
}

export interface TerminalEnds {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

interface StopListener {
  readonly signal: AbortSignal;
  /** Gives the signals back. */
  readonly release: () => void;
}

export type Style = (format: StyleName, text: string) => string;
export type StyleName = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";

/**
 * The terminal of this process. Its three streams are made by Node when they are first asked for, which takes longer than many a
 * command: what a command does not use is not asked for.
 */
export function realTerminal(): Terminal {
  const { env } = process;
  const [stdout, stderr] = [outletTo(1, failToWrite), outletTo(2, () => {})];
  const hasColor = once(() => stdout.isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb");
  const hasTypist = once(() => !isSurelyNoTerminal(0) && process.stdin.isTTY);
  const calledAs = once(() => callableAs(env, process.argv[1] ?? ""));
  let isProgressShown = false;
  const clearProgress = () => {
    if (isProgressShown) void stderr.write("\r\u001B[K");
    isProgressShown = false;
  };
  return {
    write: (text) => {
      clearProgress();
      void stdout.write(text);
    },
    writeAll: async (pieces) => {
      for (const piece of pieces) await stdout.write(piece);
    },
    note: (text) => {
      clearProgress();
      void stderr.write(text);
    },
    progress: (line) => {
      if (!stderr.isTerminal) return;
      isProgressShown = true;
      void stderr.write(`\r\u001B[K${line}`);
    },
    style: (format, text) => (hasColor() ? paint(format, text, env) : text),
    get width() {
      if (!stdout.isTerminal) return 80;
      return Math.min(Math.max(stdout.stream().columns || 80, 40), 120);
    },
    get hasPipedInput() {
      return !hasTypist();
    },
    get isAttended() {
      return hasTypist() && (stdout.isTerminal || stderr.isTerminal);
    },
    startedBy: async () => (await import("../platform/process/ancestors.ts")).ancestorNames(),
    get writesToScreen() {
      return stdout.isTerminal;
    },
    readInput: async () => {
      const { text } = await import("node:stream/consumers");
      return text(process.stdin);
    },
    get ends() {
      return hasTypist() ? { input: process.stdin, output: stdout.stream() } : undefined;
    },
    listenForStop,
    environment: env,
    workingDirectory: workingDirectory(env),
    get calledAs() {
      return calledAs() === "lessons" ? undefined : calledAs();
    },
    exitStatus: 0,
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** `lessons list | head -1`: the reader has seen enough. */
function failToWrite(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.on("error", () => {});
  process.stderr.write(
    `lessons: cannot write the output: ${error.message}\n  next: check where the output goes\n`,
  );
  process.exit(2);
}

/** Both ends of a screen that can be drawn on, with a person before it. */
export function screenOf({ ends, environment }: Terminal): TerminalEnds | undefined {
  const name = environment["TERM"] ?? "dumb";
  return ends?.output.isTTY === true && name !== "dumb" && name !== "" ? ends : undefined;
}

/** At the first Ctrl-C or request to end. The second one ends the process as it always does. */
function listenForStop(): StopListener {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const name of stopSignals) process.once(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of stopSignals) process.off(name, stop);
    },
  };
}

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A folder that was deleted under our feet is no reason to fail: only relative paths need it. */
function workingDirectory(environment: NodeJS.ProcessEnv): string {
  try {
    return process.cwd();
  } catch {
    return userHome(environment);
  }
}

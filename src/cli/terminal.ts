import { once } from "node:events";
import { styleText } from "node:util";
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
  /** Something other than a person's keyboard feeds standard input. */
  readonly hasPipedInput: boolean;
  readonly readInput: () => Promise<string>;
  /** Both ends of the terminal that a person sits at: for questions, and for the whole screen. */
  readonly ends?: TerminalEnds | undefined;
  /** Says when the person wants to stop, as long as somebody listens. */
  readonly listenForStop: () => StopListener;
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
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

/** The terminal of this process. */
export function realTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const hasColor = stdout.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  let isProgressShown = false;
  const clearProgress = () => {
    if (isProgressShown) stderr.write("\r\u001B[K");
    isProgressShown = false;
  };
  return {
    write: (text) => {
      clearProgress();
      stdout.write(text);
    },
    writeAll: async (pieces) => {
      for (const piece of pieces) if (!stdout.write(piece)) await once(stdout, "drain");
    },
    note: (text) => {
      clearProgress();
      stderr.write(text);
    },
    progress: (line) => {
      if (!stderr.isTTY) return;
      isProgressShown = true;
      stderr.write(`\r\u001B[K${line}`);
    },
    style: (format, text) => (hasColor ? styleText(format, text, { validateStream: false }) : text),
    width: stdout.isTTY ? Math.min(Math.max(stdout.columns || 80, 40), 120) : 80,
    hasPipedInput: !stdin.isTTY,
    readInput: async () => {
      const { text } = await import("node:stream/consumers");
      return text(stdin);
    },
    ends: stdin.isTTY ? { input: stdin, output: stdout } : undefined,
    listenForStop,
    environment: env,
    workingDirectory: workingDirectory(env),
    exitStatus: 0,
  };
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

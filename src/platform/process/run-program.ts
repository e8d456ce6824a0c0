import { spawn } from "node:child_process";
import { errorCode } from "../files/file-fault.ts";

export interface ProgramRun {
  readonly program: string;
  readonly args: readonly string[];
  /** What it reads from its standard input. */
  readonly input: string;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /** Of its output and of its errors, each. */
  readonly mostPrintedBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramEnd {
  /** The exit status, or the signal that ended it. */
  readonly status: number | string;
  readonly out: string;
  readonly err: string;
  /** Which limit ended it, if one did. */
  readonly limit?: "time" | "size" | undefined;
}

/**
 * Runs a program without a shell. It has a process group of its own, so that what it starts ends with it: a child
 * that holds a pipe open neither outlives the time limit nor goes on printing. Rejects when it cannot be started.
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { input, timeoutMs, mostPrintedBytes, signal } = run;
  return new Promise((resolve, reject) => {
    const { child, group } = startGroup(run);
    const texts = { out: "", err: "" };
    const bytes = { out: 0, err: 0 };
    let limit: ProgramEnd["limit"];
    const force = () => {
      group.end("SIGKILL");
      // What left the group may still hold them open.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const exceed = (which: "time" | "size") => {
      limit ??= which;
      force();
    };
    // Not the option of spawn: its clock keeps us alive when the program could not even be started.
    const patience = setTimeout(exceed, timeoutMs, "time");
    let grace: NodeJS.Timeout | undefined;
    const forceSoon = () => (grace ??= setTimeout(force, graceMs));
    const collect = (name: "out" | "err") => (chunk: string) => {
      if (limit !== undefined) return;
      bytes[name] += Buffer.byteLength(chunk);
      if (bytes[name] > mostPrintedBytes) exceed("size");
      else texts[name] += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", collect("out"));
    child.stderr.setEncoding("utf8").on("data", collect("err"));
    const stop = () => {
      // Asked first: a program that only starts another one hands it on.
      group.end("SIGTERM");
      forceSoon();
    };
    const settle = () => {
      clearTimeout(patience);
      clearTimeout(grace);
      signal?.removeEventListener("abort", stop);
      group.forget();
    };
    child.on("error", (error) => {
      settle();
      reject(error);
    });
    // It has said what it had to say; what it leaves behind may hold the pipes open for ever.
    child.on("exit", forceSoon);
    child.on("close", (status, ending) => {
      settle();
      resolve({ status: status ?? String(ending), ...texts, limit });
    });
    // It may end without reading its input; how it ended says more than the broken pipe.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) stop();
  });
}

const graceMs = 3000;

/** A program that leads a process group, and what it has started. */
interface ProcessGroup {
  readonly end: (signal: "SIGTERM" | "SIGKILL") => void;
  /** It has ended by itself. */
  readonly forget: () => void;
}

/**
 * Starts a program that leads a group of its own. A Ctrl-C at the terminal does not reach it, so it is ended when we are.
 * Who listens to these signals, too, decides what becomes of us, and then of the program.
 */
function startGroup({ program, args, folder, environment }: ProgramRun) {
  let pid: number | undefined;
  const end = (signal: "SIGTERM" | "SIGKILL") => {
    if (pid === undefined) return;
    try {
      process.kill(canLead ? -pid : pid, signal);
    } catch (error) {
      if (errorCode(error) !== "ESRCH" && errorCode(error) !== "EPERM") throw error;
    }
  };
  const group: ProcessGroup = { end, forget: () => forget(group) };
  // Before it starts: a signal that comes in between would leave it behind.
  if (alive.size === 0) listen();
  alive.add(group);
  try {
    const child = spawn(program, args, {
      cwd: folder,
      env: environment,
      stdio: ["pipe", "pipe", "pipe"],
      detached: canLead,
    });
    pid = child.pid;
    return { child, group };
  } catch (error) {
    group.forget();
    throw error;
  }
}

/** Elsewhere a program of its own group gets a window of its own. */
const canLead = process.platform !== "win32";

const alive = new Set<ProcessGroup>();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function forget(group: ProcessGroup): void {
  if (!alive.delete(group) || alive.size > 0) return;
  process.off("exit", endAll);
  for (const name of signals) process.off(name, endUs);
}

function listen(): void {
  process.on("exit", endAll);
  // Before others: one that listens once is gone from the list when it is called.
  for (const name of signals) process.prependListener(name, endUs);
}

function endAll(): void {
  for (const group of alive) group.end("SIGKILL");
}

/** As the signal would have ended us if we had not listened. */
function endUs(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  process.off(signal, endUs);
  process.kill(process.pid, signal);
}

import { spawn } from "node:child_process";
import { startGroup } from "./process-group.ts";

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
  readonly signal?: AbortSignal;
}

export interface ProgramEnd {
  /** The exit status, or the signal that ended it. */
  readonly status: number | string;
  readonly out: string;
  readonly err: string;
  /** Which limit ended it, if one did. */
  readonly limit?: "time" | "size";
}

/**
 * Runs a program without a shell. It has a process group of its own, so that what it starts ends with it: a child
 * that holds a pipe open neither outlives the time limit nor goes on printing. Rejects when it cannot be started.
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { program, args, input, folder, environment, timeoutMs, mostPrintedBytes, signal } = run;
  return new Promise((resolve, reject) => {
    const { child, group } = startGroup((options) =>
      spawn(program, args, {
        ...options,
        cwd: folder,
        env: environment,
        stdio: ["pipe", "pipe", "pipe"],
      }),
    );
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
      const end = { status: status ?? String(ending), ...texts };
      resolve(limit === undefined ? end : { ...end, limit });
    });
    // It may end without reading its input; how it ended says more than the broken pipe.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) stop();
  });
}

const graceMs = 3000;

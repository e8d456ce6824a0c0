import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Sees each line of standard output as it comes; `say` writes a line back, `hangUp` ends standard input. */
  readonly onLine?: (line: string, program: Conversant) => void;
  readonly opening?: string;
}

export interface Conversant {
  say(line: string): void;
  hangUp(): void;
}

export interface Ended {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly isTimedOut: boolean;
  readonly out: string;
  readonly err: string;
  readonly durationMs: number;
}

/** Runs a program to its end, or ends it and its children when the time is over. */
export function runProgram(program: Program): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.environment,
    // A process group of its own, so that it can be ended as a whole.
    detached: true,
  });
  // It may end without reading what it was told; what it did then is in the result.
  child.stdin.on("error", () => undefined);
  const conversant: Conversant = {
    say: (line) => void child.stdin.write(`${line}\n`),
    hangUp: () => void child.stdin.end(),
  };
  let [out, err, isTimedOut] = ["", "", false];
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
  createInterface({ input: child.stdout }).on("line", (line) => {
    out += `${line}\n`;
    program.onLine?.(line, conversant);
  });
  if (program.opening === undefined) conversant.hangUp();
  else conversant.say(program.opening);

  const timer = setTimeout(() => {
    isTimedOut = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, program.timeoutMs);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      clearTimeout(timer);
      resolve({ status, isTimedOut, out, err, durationMs: performance.now() - startedAt });
    });
  });
}

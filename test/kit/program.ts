import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callProgram, type Outcome } from "./called-program.ts";
import { freshFolder } from "./store.ts";

export type { Outcome };

const launcher = join(import.meta.dirname, "../../dist/lessons.js");

/** What was said, however it was broken into lines. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

interface RunOptions {
  readonly input?: string;
  readonly cwd?: string;
}

/** The program in a home of its own, with nothing of this machine in its environment. */
export class Program {
  readonly commandLine: readonly string[] = [process.execPath, launcher];
  readonly home: string;
  readonly environment: Record<string, string>;

  constructor(environment: Record<string, string> = {}) {
    this.home = freshFolder();
    this.environment = {
      HOME: this.home,
      PATH: process.env["PATH"] ?? "",
      TMPDIR: tmpdir(),
      ...environment,
    };
  }

  /** Calls it from source, in this process. */
  run(args: readonly string[], options: RunOptions = {}): Outcome {
    return callProgram({
      args,
      input: options.input ?? "",
      environment: { ...this.environment },
      cwd: options.cwd ?? this.home,
    });
  }

  /** Starts the built program and waits: for what only a process of its own can show. */
  runBuilt(args: readonly string[], options: RunOptions = {}): Outcome {
    const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
      cwd: options.cwd ?? this.home,
      env: this.environment,
      input: options.input ?? "",
      encoding: "utf8",
      maxBuffer: 100_000_000,
    });
    return { status, out: stdout, err: stderr };
  }

  /** Runs and expects success; returns standard output. */
  ok(args: readonly string[], options: RunOptions = {}): string {
    const { status, out, err } = this.run(args, options);
    if (status !== 0) throw new Error(`lessons ${args.join(" ")} ended with ${status}: ${err}`);
    return out;
  }

  /** Runs with `--json` and returns the parsed answer. */
  json(args: readonly string[], options: RunOptions = {}): Record<string, unknown> {
    return JSON.parse(this.run([...args, "--json"], options).out);
  }

  /** Starts the built program. */
  start(
    args: readonly string[],
    options: { readonly cwd?: string } = {},
  ): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [launcher, ...args], {
      cwd: options.cwd ?? this.home,
      env: this.environment,
    });
  }

  /** A shell line in which `lessons` is this program. */
  shell(line: string): Outcome {
    const script = `lessons() { "${process.execPath}" "${launcher}" "$@"; }; ${line}`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
      cwd: this.home,
      env: this.environment,
      encoding: "utf8",
    });
    return { status, out: stdout, err: stderr };
  }

  /** Adds an ordinary lesson and returns its slug. */
  addLesson(summary: string, ...flags: readonly string[]): string {
    const out = this.ok([
      "add",
      "--summary",
      summary,
      "--mistake",
      `${summary}: what`,
      "--remediation",
      "do it right",
      ...flags,
    ]);
    return /^Added (\S+)/.exec(out)?.[1] ?? "";
  }
}

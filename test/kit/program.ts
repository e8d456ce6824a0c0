import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshFolder } from "./store.ts";

const launcher = join(import.meta.dirname, "../../dist/lessons.js");

/** What was said, however it was broken into lines. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

export interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built program in a home of its own, with nothing of this machine in its environment. */
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

  run(
    args: readonly string[],
    options: { readonly input?: string; readonly cwd?: string } = {},
  ): Outcome {
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
  ok(
    args: readonly string[],
    options: { readonly input?: string; readonly cwd?: string } = {},
  ): string {
    const { status, out, err } = this.run(args, options);
    if (status !== 0) throw new Error(`lessons ${args.join(" ")} ended with ${status}: ${err}`);
    return out;
  }

  /** Runs with `--json` and returns the parsed answer. */
  json(
    args: readonly string[],
    options: { readonly input?: string } = {},
  ): Record<string, unknown> {
    return JSON.parse(this.run([...args, "--json"], options).out);
  }

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

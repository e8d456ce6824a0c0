import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callProgram, type Outcome } from "./called-program.ts";
import { createToken, listTokens, revokeToken } from "../../src/platform/person/script-tokens.ts";
import { tokenVariable } from "../../src/platform/person/who.ts";
import { resolvePaths } from "../../src/platform/paths.ts";
import { copyFolder, freshFolder, noon } from "./store.ts";

export type { Outcome };

const tokenName = "tests";
const launcher = join(import.meta.dirname, "../../dist/lessons.js");

/** What was said, however it was broken into lines. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

interface RunOptions {
  readonly input?: string;
  readonly cwd?: string;
  /** Whether a person sits at it, as for most commands. */
  readonly isAttended?: boolean;
  /** The programs that started it, by name. */
  readonly startedBy?: readonly string[];
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
      PATH: `${installed()}:${process.env["PATH"] ?? ""}`,
      TMPDIR: tmpdir(),
      ...environment,
    };
  }

  /** The program in a copy of this home, in which all paths lead to the copy. */
  copy(): Program {
    const copy = new Program();
    for (const [name, value] of Object.entries(this.environment))
      copy.environment[name] = value.replaceAll(this.home, copy.home);
    copyFolder(this.home, copy.home);
    for (const path of readdirSync(copy.home, { recursive: true, encoding: "utf8" }))
      pointTo(join(copy.home, path), this.home, copy.home);
    return copy;
  }

  /** The environment of a process that acts for a person: with a token that they made for it. */
  environmentOfPerson(): Record<string, string> {
    const { home } = resolvePaths(this.environment);
    // Whoever was made in the same home, or copied from it, has one already.
    const isThere = listTokens(home).some(({ name }) => name === tokenName);
    if (this.#token === "" && isThere) revokeToken(home, tokenName);
    if (this.#token === "" || !isThere) this.#token = createToken(home, tokenName, noon);
    return { ...this.environment, [tokenVariable]: this.#token };
  }

  #token = "";

  /** Calls it from source, in this process. */
  run(args: readonly string[], options: RunOptions = {}): Outcome {
    return callProgram({
      args,
      input: options.input ?? "",
      environment: { ...this.environment },
      cwd: options.cwd ?? this.home,
      isAttended: options.isAttended ?? true,
      startedBy: options.startedBy ?? [],
    });
  }

  /** Starts the built program and waits: for what only a process of its own can show. */
  runBuilt(args: readonly string[], options: RunOptions = {}): Outcome {
    const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
      cwd: options.cwd ?? this.home,
      env: options.isAttended === false ? this.environment : this.environmentOfPerson(),
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
      env: this.environmentOfPerson(),
    });
  }

  /** A shell line in which `lessons` is this program. */
  shell(line: string): Outcome {
    const script = `lessons() { "${process.execPath}" "${launcher}" "$@"; }; ${line}`;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", script], {
      cwd: this.home,
      env: this.environmentOfPerson(),
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

/** A folder in which `lessons` is found, as after an installation. */
function installed(): string {
  if (installation !== undefined) return installation;
  installation = freshFolder();
  symlinkSync(launcher, join(installation, "lessons"));
  return installation;
}

let installation: string | undefined;

/** Makes a home at the first call, and gives a copy of it at each: what takes long is done once in a file. */
export function preparedOnce(prepare: () => Program): () => Program {
  let prepared: Program | undefined;
  return () => (prepared ??= prepare()).copy();
}

/** Byte by byte, because names of fresh folders are equally long: also inside of a database. */
function pointTo(path: string, from: string, to: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) {
    const target = readlinkSync(path);
    if (!target.includes(from)) return;
    rmSync(path);
    symlinkSync(target.replaceAll(from, to), path);
  }
  if (!entry.isFile()) return;
  const content = readFileSync(path, "latin1");
  if (!content.includes(from)) return;
  writeFileSync(path, content.replaceAll(from, to), "latin1");
  utimesSync(path, entry.atime, entry.mtime);
}

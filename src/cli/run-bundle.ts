import { isTrustedHome } from "./trusted-home.ts";

/**
 * Runs a program that is built into one file, with what V8 made of it the last time this command ran: reading the text anew takes
 * longer than most commands. Each command has its own, because each uses other functions. Node has such a cache too, and keeps there
 * what the first command happened to use.
 */
export function runBundle(name: string, digest: string, command: string): void {
  const { createRequire } = process.getBuiltinModule("node:module");
  const place = [createRequire(import.meta.url), `${import.meta.dirname}/${name}.cjs`] as const;
  const folder = keptCodeFolder();
  const codeOf = (file: string, part: string) =>
    compiledCode(file, folder === undefined ? undefined : { folder, part, digest });
  codeOf(name, command)(...place, import.meta.dirname, (...given: readonly unknown[]) =>
    codeOf(`${name}-rest`, `${command}.rest`)(...place, import.meta.dirname, ...given),
  );
}

/** What a file of ours is: one function. */
type Code = (...given: readonly unknown[]) => unknown;

interface Kept {
  readonly folder: string;
  /** The command, and which of its files. */
  readonly part: string;
  /** Tells bundles apart: V8 itself compares no more than their length. */
  readonly digest: string;
}

function compiledCode(name: string, kept: Kept | undefined): Code {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const { Script } = process.getBuiltinModule("node:vm");
  const filename = `${import.meta.dirname}/${name}.cjs`;
  // It has no character beyond ASCII, and these letters are read fastest.
  const text = readFileSync(filename, "latin1");
  const path = kept && `${kept.folder}/${fileNameOf(kept)}`;
  const cachedData = path === undefined ? undefined : readOwn(path);
  const script = new Script(text, { filename, cachedData });
  if (kept !== undefined && (cachedData === undefined || script.cachedDataRejected === true))
    process.once("exit", () => keep(kept, script.createCachedData()));
  return script.runInThisContext() as Code;
}

function fileNameOf({ part, digest }: Kept): string {
  return `${part}-${digest}-${process.version}-${process.arch}`;
}

/** Undefined where there is no home to keep anything in, or none to take code from. */
function keptCodeFolder(): string | undefined {
  const { LESSONS_HOME, HOME, USERPROFILE } = process.env;
  const home = LESSONS_HOME || `${HOME || USERPROFILE || ""}/.lessons`;
  if (!home.startsWith("/") && !/^[A-Za-z]:/.test(home)) return undefined;
  return LESSONS_HOME && !isTrustedHome(LESSONS_HOME) ? undefined : `${home}/cache/code`;
}

/** It runs as our code does: what somebody else could have written is left alone. */
function readOwn(path: string): Buffer | undefined {
  const { closeSync, fstatSync, openSync, readFileSync } = process.getBuiltinModule("node:fs");
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    const { uid, mode } = fstatSync(descriptor);
    const isOurs = process.getuid === undefined || (uid === process.getuid() && !(mode & 0o022));
    return isOurs ? readFileSync(descriptor) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** In place of what older versions left. Where it cannot be written, the next start takes as long as this one. */
function keep(kept: Kept, bytes: Buffer): void {
  const { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } =
    process.getBuiltinModule("node:fs");
  const { folder, part, digest } = kept;
  const [command = ""] = part.split(".");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      const isOfCommand = name.startsWith(`${command}-`) || name.startsWith(`${command}.`);
      if (isOfCommand && !name.includes(`-${digest}-`))
        rmSync(`${folder}/${name}`, { force: true });
    }
    const scratch = `${folder}/.${process.pid}.tmp`;
    writeFileSync(scratch, bytes, { mode: 0o600, flag: "wx" });
    renameSync(scratch, `${folder}/${fileNameOf(kept)}`);
  } catch {
    // A full disk or a home that may not be written: see above.
  }
}

/**
 * Runs a program that is built into one file, with what V8 made of it the last time this command ran: reading the text anew takes
 * longer than most commands. Each command has its own, because each uses other functions. Node has such a cache too, and keeps there
 * what the first command happened to use.
 */
export function runBundle(name: string, digest: string, command: string): void {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const { createRequire } = process.getBuiltinModule("node:module");
  const { Script } = process.getBuiltinModule("node:vm");
  const file = `${import.meta.dirname}/${name}`;
  // The digest tells bundles apart: V8 itself compares no more than their length.
  const compiled = compiledFile(`${command}-${digest}-${process.version}-${process.arch}`);
  const cachedData = compiled === undefined ? undefined : readOwn(compiled);
  // It has no character beyond ASCII, and these letters are read fastest.
  const text = `(function(require,__filename,__dirname){${readFileSync(file, "latin1")}\n})`;
  const script = new Script(text, { filename: file, cachedData });
  if (compiled !== undefined && (cachedData === undefined || script.cachedDataRejected === true))
    process.once("exit", () => keep(compiled, { command, digest }, script.createCachedData()));
  script.runInThisContext()(createRequire(import.meta.url), file, import.meta.dirname);
}

/** Undefined where there is no home to keep anything in. */
function compiledFile(name: string): string | undefined {
  const { LESSONS_HOME, HOME, USERPROFILE } = process.env;
  const home = LESSONS_HOME || `${HOME || USERPROFILE || ""}/.lessons`;
  return home.startsWith("/") || /^[A-Za-z]:/.test(home) ? `${home}/cache/code/${name}` : undefined;
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
function keep(
  path: string,
  { command, digest }: { readonly command: string; readonly digest: string },
  bytes: Buffer,
): void {
  const { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } =
    process.getBuiltinModule("node:fs");
  const folder = path.slice(0, path.lastIndexOf("/"));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      const isOfOther = name.startsWith(`${command}-`) && !name.startsWith(`${command}-${digest}-`);
      if (isOfOther) rmSync(`${folder}/${name}`, { force: true });
    }
    const scratch = `${folder}/.${process.pid}.tmp`;
    writeFileSync(scratch, bytes, { mode: 0o600, flag: "wx" });
    renameSync(scratch, path);
  } catch {}
}

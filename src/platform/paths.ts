import { closeSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { errorCode, withFileFault } from "./files/file-fault.ts";
import { FileRefused } from "./files/regular-file.ts";

/** Where our files are. Everything below `home` is ours; nothing outside is written without being asked for. */
export interface Paths {
  readonly home: string;
  readonly database: string;
  readonly config: string;
  readonly schemas: string;
  readonly backups: string;
  /** What the hook reads. */
  readonly cache: string;
  /** Skills of tools that many lessons are about. */
  readonly skills: string;
}

export function resolvePaths(environment: NodeJS.ProcessEnv): Paths {
  const home = resolve(environment["LESSONS_HOME"] || join(userHome(environment), ".lessons"));
  return {
    home,
    database: join(home, "lessons.db"),
    config: join(home, "config.json"),
    schemas: join(home, "schemas"),
    backups: join(home, "backups"),
    cache: join(home, "cache"),
    skills: join(home, "skills", "cli-intel"),
  };
}

/** `HOME` first, because that is what the agents themselves look at. */
export function userHome(environment: NodeJS.ProcessEnv): string {
  return resolve(environment["HOME"] || environment["USERPROFILE"] || homedir());
}

/** The path as a person reads it. */
export function displayPath(path: string, environment: NodeJS.ProcessEnv): string {
  const home = userHome(environment);
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Two names of one file are one file. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It does not exist yet: its folder may.
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length));
  }
}

/** Session logs hold what people work on: nobody else on this machine may read what we keep of them. */
export function ensurePrivateDirectory(path: string): void {
  withFileFault("create the directory", path, () => makeDirectories(path));
}

/** The same for a file, its folder included: SQLite would make it readable for everybody. */
export function ensurePrivateFile(path: string, attempt: "open" | "write"): void {
  ensurePrivateDirectory(dirname(path));
  withFileFault(attempt, path, () => {
    // A pipe would wait for whoever reads it.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
      throw new FileRefused("ENOTREG");
    closeSync(openSync(path, "a", 0o600));
  });
}

/** Not `recursive: true`: below a place like /proc, Node then tries for ever. */
function makeDirectories(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeDirectories(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another program may have made it in between.
    if (errorCode(error) !== "EEXIST" || !statSync(path).isDirectory()) throw error;
  }
}

/** The folder of this package, whether it runs from source or from a bundle. */
export function packageRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder)
    folder = dirname(folder);
  return folder;
}

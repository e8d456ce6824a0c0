import { existsSync, lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { realPath } from "../paths.ts";
import { tokenVariable } from "../person/who.ts";
import { lifetimeVariable } from "../process/lifetime.ts";

/** Where settings may come from, the strongest last. */
export interface ConfigSources {
  readonly userFile: string;
  readonly projectFile?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  /** `--set key=value`, as typed. */
  readonly flags: readonly string[];
}

/** Whether somebody may have said something. False means that the defaults hold, and nothing has to be read. */
export function isAnythingSet({
  userFile,
  projectFile,
  environment,
  flags,
}: ConfigSources): boolean {
  if (projectFile !== undefined || flags.length > 0 || existsSync(userFile)) return true;
  return Object.keys(environment).some(
    (name) => name.startsWith("LESSONS_") && !isNoSetting.has(name),
  );
}

const isNoSetting: ReadonlySet<string> = new Set(["LESSONS_HOME", tokenVariable, lifetimeVariable]);

/**
 * The project's own configuration: the nearest `.lessons/config.json` on the way up. The user's home has
 * a file of that name too, and it stays the user's when `LESSONS_HOME` is elsewhere.
 */
export function findProjectConfig(
  startDirectory: string,
  userFiles: readonly string[],
): string | undefined {
  const isUsers = new Set(userFiles.map(realPath));
  let directory = resolve(startDirectory);
  for (;;) {
    const candidate = projectConfigIn(directory);
    if (isSomething(candidate) && !isUsers.has(realPath(candidate))) return candidate;
    const parent = dirname(directory);
    if (parent === directory) return undefined;
    directory = parent;
  }
}

/** Whatever it is: what cannot be used is said when it is read. */
function isSomething(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

export function projectConfigIn(directory: string): string {
  return join(directory, ".lessons", "config.json");
}

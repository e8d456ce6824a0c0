import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

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
    if (existsSync(candidate) && !isUsers.has(realPath(candidate))) return candidate;
    const parent = dirname(directory);
    if (parent === directory) return undefined;
    directory = parent;
  }
}

export function projectConfigIn(directory: string): string {
  return join(directory, ".lessons", "config.json");
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

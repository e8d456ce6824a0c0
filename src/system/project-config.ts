import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * The project's own configuration: the nearest `.lessons/config.json` on the way up. The user's home
 * has a file of that name too, which is not a project's.
 */
export function findProjectConfig(startDirectory: string, userFile: string): string | undefined {
  let directory = resolve(startDirectory);
  for (;;) {
    const candidate = join(directory, ".lessons", "config.json");
    if (candidate !== userFile && existsSync(candidate)) return candidate;
    const parent = dirname(directory);
    if (parent === directory) return undefined;
    directory = parent;
  }
}

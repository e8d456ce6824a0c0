import { existsSync, rmdirSync } from "node:fs";
import { dirname } from "node:path";

/** The folders that would have to be made for this one to be there, the innermost first. */
export function missingFolders(path: string): readonly string[] {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? [] : [path, ...missingFolders(parent)];
}

/** Takes folders out again in which nobody has put anything. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toSorted((one, other) => other.length - one.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody uses it, or it is gone.
    }
  }
}

import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** Where git keeps what it knows of a working tree. */
export interface GitFolders {
  /** Of this tree alone: which branch it is on. */
  readonly own: string;
  /** Of all trees of the repository: its settings, its branches, what was stashed. */
  readonly common: string;
}

/** Of the folder that a working tree begins with. In a worktree `.git` is a file that says where the rest is. */
export function gitFolders(root: string): GitFolders | undefined {
  const mark = join(root, ".git");
  if (statSync(mark, { throwIfNoEntry: false })?.isDirectory() === true)
    return { own: mark, common: mark };
  const target = /^gitdir: (.+)$/m.exec(beginningOf(mark))?.[1]?.trim();
  if (target === undefined) return undefined;
  const own = resolve(root, target);
  const common = beginningOf(join(own, "commondir")).trim();
  return { own, common: common === "" ? own : resolve(own, common) };
}

/** Empty where it cannot be read. None of git's own notes is long. */
export function beginningOf(file: string): string {
  try {
    return readFileSync(file, "utf8").slice(0, 1 << 18);
  } catch {
    return "";
  }
}

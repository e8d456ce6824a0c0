import { readFileSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";

/** What tells whether git has changed the files of a project: which branch it is on, and what was stashed. */
export interface GitMarks {
  readonly head: string;
  readonly stash: string;
}

/** Read from files: no process is started. The same for every folder that is no repository. */
export function gitMarks(root: string): GitMarks {
  const own = gitFolder(root);
  if (own === undefined) return { head: "", stash: "" };
  const common = textOf(join(own, "commondir")).trim();
  const shared = common === "" ? own : resolve(own, common);
  return {
    head: textOf(join(own, "HEAD")).trim(),
    stash: textOf(join(shared, "refs/stash")).trim(),
  };
}

/** In a worktree `.git` is a file that says where the rest is. */
function gitFolder(root: string): string | undefined {
  const mark = join(root, ".git");
  const found = statSync(mark, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return mark;
  const target = /^gitdir: (.+)$/m.exec(textOf(mark))?.[1]?.trim();
  if (target === undefined) return undefined;
  return isAbsolute(target) ? target : resolve(root, target);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").slice(0, 4096);
  } catch {
    return "";
  }
}

import { join } from "node:path";
import { beginningOf, gitFolders } from "./git-folders.ts";

/** What tells whether git has changed the files of a project: which branch it is on, and what was stashed. */
export interface GitMarks {
  readonly head: string;
  readonly stash: string;
}

/** Read from files: no process is started. The same for every folder that is no repository. */
export function gitMarks(root: string): GitMarks {
  const folders = gitFolders(root);
  if (folders === undefined) return { head: "", stash: "" };
  return {
    head: beginningOf(join(folders.own, "HEAD")).trim(),
    stash: beginningOf(join(folders.common, "refs/stash")).trim(),
  };
}

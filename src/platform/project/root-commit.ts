import { lstatSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../files/names.ts";
import { BeyondUs, CommitObjects } from "./commit-objects.ts";
import {
  commitForm,
  commitOf,
  gitFolders,
  headOf,
  noteOf,
  packedRefs,
  type GitFolders,
} from "./git-files.ts";
import { askGit } from "./ask-git.ts";

/**
 * The first commit of the history that a working tree is at; of several, the one whose name comes first. Read from git's
 * files, so that nothing runs in a folder that a log named. Git is asked only about what is beyond us: a history of many
 * thousand commits, or a form of repository that we do not know. Undefined when there is no such commit.
 */
export function rootCommit(root: string): string | undefined {
  const folders = gitFolders(root);
  if (folders === undefined) return undefined;
  try {
    return firstOf(rootsFrom(folders));
  } catch (error) {
    // Files that are not what git writes: it would not answer, either.
    if (!(error instanceof BeyondUs)) return undefined;
    const answer = askGit(root, ["rev-list", "--max-parents=0", "HEAD"], { patienceMs: 3000 });
    return answer?.status === 0 ? firstOf(answer.out.trim().split("\n")) : undefined;
  }
}

/** `toSorted` is newer than the oldest Node that runs hooks. */
function firstOf(commits: readonly string[]): string | undefined {
  const sorted = commits.filter((commit) => commitForm.test(commit));
  sorted.sort();
  return sorted[0];
}

/** None where a commit is missing: git would not answer, either. */
function rootsFrom(folders: GitFolders): readonly string[] {
  const head = headCommit(folders);
  if (head === undefined) return [];
  if (hasOtherParents(folders)) throw new BeyondUs();
  const objects = new CommitObjects(folders.common, head.length / 2);
  // A shallow clone ends at these, whatever parents they name.
  const ends = new Set(noteOf(join(folders.common, "shallow")).split("\n"));
  const seen = new Set([head]);
  const roots: string[] = [];
  for (const commit of seen) {
    if (seen.size > mostCommits) throw new BeyondUs();
    const parents = objects.parentsOf(commit);
    if (parents === undefined) return [];
    if (parents.length === 0 || ends.has(commit)) roots.push(commit);
    else for (const parent of parents) seen.add(parent);
  }
  return roots;
}

/** More take longer to read than git takes to start. */
const mostCommits = 20_000;

/** Undefined before the first commit. */
function headCommit(folders: GitFolders): string | undefined {
  const head = headOf(folders);
  if (head === undefined || isThere(join(folders.common, "reftable"))) throw new BeyondUs();
  if (!head.startsWith("ref: ")) return head;
  const ref = head.slice("ref: ".length);
  const commit = commitOf(folders, ref);
  // A branch that stands for another one.
  if (commit === undefined && isThere(join(folders.common, ref))) throw new BeyondUs();
  return commit;
}

/** Git can be told that commits have other parents than they say. */
function hasOtherParents({ common }: GitFolders): boolean {
  return (
    isThere(join(common, "info", "grafts")) ||
    namesIn(join(common, "refs", "replace")).length > 0 ||
    packedRefs(common).some(([, ref]) => ref.startsWith("refs/replace/"))
  );
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

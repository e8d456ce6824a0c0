import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileBeginning, fileTail } from "../files/read-text-file.ts";

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
  const target = /^gitdir: (.+)$/m.exec(noteOf(mark))?.[1]?.trim();
  if (target === undefined) return undefined;
  const own = resolve(root, target);
  const common = noteOf(join(own, "commondir")).trim();
  return { own, common: common === "" ? own : resolve(own, common) };
}

/**
 * A note of git's, empty where it cannot be read. None of them is long. Whoever made the folder wrote it, and links in
 * git's own folder are usual: so what is read may be any file, and nothing of it is kept but what has the form of a note.
 */
export function noteOf(file: string): string {
  return fileBeginning(file, longestNote);
}

const longestNote = 1 << 18;

/** What `HEAD` names: a branch or a commit. Undefined for anything else. */
export function headOf({ own }: GitFolders): string | undefined {
  const form = /^(?:ref: refs\/[^\s\p{C}]{1,300}|[\da-f]{40}|[\da-f]{64})$/u;
  return form.exec(noteOf(join(own, "HEAD")).trim())?.[0];
}

/** The commit that a branch (`refs/heads/main`) is at. */
export function commitOf({ common }: GitFolders, ref: string): string | undefined {
  if (ref.split("/").includes("..")) return undefined;
  const loose = commitForm.exec(noteOf(join(common, ref)).trim())?.[0];
  return loose ?? packedRefs(common).find(([, name]) => name === ref)?.[0];
}

/** How long git's record of what `HEAD` was moved by is; 0 where there is none. */
export function headLogLength({ own }: GitFolders): number {
  return statSync(headLog(own), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Whether `HEAD` was moved since that record had this length by anything but a commit: by a reset, a rebase, a merge. A reset
 * to where it was counts, for it takes files away. A record that was cut or grew past reading counts, too.
 */
export function wasHeadMoved(folders: GitFolders, length: number): boolean {
  const added = headLogLength(folders) - length;
  if (added < 0 || added > longestNote) return true;
  const lines = added === 0 ? [] : fileTail(headLog(folders.own), added).trimEnd().split("\n");
  return lines.some((line) => !isCommit.test(line));
}

function headLog(own: string): string {
  return join(own, "logs", "HEAD");
}

const isCommit = /\tcommit\b/;

/** What git has written into one file, because there are many. */
export function packedRefs(common: string): readonly (readonly [commit: string, ref: string])[] {
  const text = fileBeginning(join(common, "packed-refs"), longestRefs);
  return Array.from(
    text.matchAll(/^([\da-f]{40}|[\da-f]{64}) (\S+)$/gm),
    ([, commit = "", ref = ""]) => [commit, ref] as const,
  );
}

/** Some hundred thousand branches and tags. */
const longestRefs = 1 << 24;

export const commitForm = /^(?:[\da-f]{40}|[\da-f]{64})$/;

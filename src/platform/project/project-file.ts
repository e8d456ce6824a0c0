import { lstatSync, statSync, type Stats } from "node:fs";
import { join } from "node:path";
import { FileRefused, withRegularFile, type RegularFile } from "../files/regular-file.ts";
import { readOpen, unreadable, type BoundedText } from "../files/read-text-file.ts";

/**
 * The exact text of a file of a project, by its path from where the project begins. A project may have come from
 * anybody, and whatever opens it, a session included, reads files of it: so this is the one way. A regular file, no
 * longer than it should be, of an owner that we trust, read in time; no link on the way is followed.
 */
export function readProjectFile(root: string, path: string, mostBytes: number): BoundedText {
  try {
    return withProjectFile(root, path, (file) => readOpen(file, mostBytes));
  } catch (error) {
    return unreadable(error);
  }
}

/** The beginning of such a file, for those to whom a part is better than nothing. Empty for any other. */
export function beginningInProject(root: string, path: string, mostBytes: number): string {
  try {
    return withProjectFile(root, path, ({ stats, read }) =>
      read(0, Math.min(stats.size, mostBytes)).toString("utf8"),
    );
  } catch {
    return "";
  }
}

/** Why such a file must not be opened by others for us (a library, say); undefined when it may, or is not there. */
export function projectFileProblem(root: string, path: string): string | undefined {
  try {
    return withProjectFile(root, path, () => undefined);
  } catch (error) {
    const { problem, isGone } = unreadable(error);
    return isGone ? undefined : problem;
  }
}

function withProjectFile<Result>(
  root: string,
  path: string,
  work: (file: RegularFile) => Result,
): Result {
  // What is not there is gone, behind whatever.
  lstatSync(join(root, path));
  const names = path.split("/");
  for (const [index] of names.slice(1).entries()) {
    const folder = lstatSync(join(root, ...names.slice(0, index + 1)));
    if (folder.isSymbolicLink()) throw new FileRefused("EBEHINDLINK");
  }
  return withRegularFile(join(root, path), { isLinkFollowed: false }, (file) => {
    if (!isTrusted(file.stats, root)) throw new FileRefused("EOWNER");
    return work(file);
  });
}

/**
 * Ours, or the administrator's. In a container one often is the administrator, in a folder of somebody else: what
 * belongs to whom the folder belongs to is fine then.
 */
function isTrusted({ uid }: Stats, root: string): boolean {
  const us = process.geteuid?.();
  if (us === undefined || uid === us || uid === 0) return true;
  return us === 0 && uid === statSync(root).uid;
}

import { createHash } from "node:crypto";
import { rootCommit } from "./root-commit.ts";

/**
 * The name of a project that was cloned from nowhere: its first commit, else its path. Apart from the rest,
 * because what it takes is slow to load, and most projects have a remote.
 */
export function unnamedIdentity({
  root,
  isRepository,
}: {
  readonly root: string;
  readonly isRepository: boolean;
}): string {
  const commit = isRepository ? rootCommit(root) : undefined;
  const path = isRepository ? root : withoutWorktree(root);
  return commit !== undefined
    ? `root-${commit.slice(0, 16)}`
    : `path-${createHash("sha256").update(path).digest("hex").slice(0, 12)}`;
}

/**
 * A worktree that is gone was a checkout of the project beside it: agents make one for a session, in a folder
 * `worktrees` of their own or of the person, and what was learned there belongs to the project.
 */
function withoutWorktree(path: string): string {
  const [, project] = /^(.+?)[\\/](?:\.[\w-]{1,40}[\\/])?\.?worktrees[\\/]/u.exec(path) ?? [];
  if (project === undefined) return path;
  const name = path.split(/[\\/]/u).at(-1) ?? "";
  // `~/work/worktrees/<project>/<name>/<project>`: the folder above is of many projects, and the last name says which.
  const isShared = !/[\\/]\.[\w-]{1,40}[\\/](?:\.?worktrees)[\\/]|[\\/]\.worktrees[\\/]/u.test(
    path,
  );
  return isShared ? `${project}/${name}` : project;
}

import { basename, dirname, join, relative, sep } from "node:path";
import { realPath } from "../../platform/paths.ts";
import { projectPlace } from "../../platform/project/place.ts";
import { runGit } from "../../platform/project/run-git.ts";

/**
 * Why a database of reviews is not to be trusted: what git tracks came with the repository, and whoever wrote it there
 * could say that anything has passed. Its journals count, because SQLite takes them over. Undefined when it is ours.
 */
export function foreignDatabaseProblem(database: string): string | undefined {
  const { root, isRepository } = projectPlace(dirname(database));
  if (!isRepository) return undefined;
  const name = basename(database);
  const path = relative(root, database);
  if (realPath(database) !== join(realPath(root), path)) return `${name} is behind a link`;
  // Some file systems take another case for the same name.
  const pattern = `:(glob,icase)${literal(path.split(sep).join("/"))}*`;
  const answer = runGit(root, ["ls-files", "-z", "--", pattern]);
  if (answer?.status !== 0) return `git does not say whether ${name} came with the repository`;
  return answer.out === "" ? undefined : `${name} is tracked by git, so it is not yours`;
}

function literal(path: string): string {
  return path.replaceAll(/[\\*?[]/g, "\\$&");
}

/** Whether git would take up the reviews of a project with everything else. */
export function wouldTakeUp(root: string, paths: readonly string[]): boolean {
  const answer = runGit(root, ["check-ignore", "--", ...paths]);
  if (answer === undefined || answer.status > 1) return false;
  const ignored = answer.out.split("\n");
  return paths.some((path) => !ignored.includes(path));
}

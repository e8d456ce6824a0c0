import { sep } from "node:path";
import { walkFiles } from "../../platform/files/walk-files.ts";
import { runGit } from "../../platform/project/run-git.ts";

/**
 * The Markdown files of a project below one of its folders (or of all of it), as paths relative to the
 * project with `/`, in text order. What git ignores is left out, and so is what others wrote for us to use.
 */
export function noteFiles(
  root: string,
  options: { readonly folder?: string; readonly isRepository: boolean },
): readonly string[] {
  const folder = options.folder ?? "";
  const files = (options.isRepository ? gitFiles(root, folder) : undefined) ?? walked(root, folder);
  return [...new Set(files)]
    .filter((file) => isMarkdown(file) && !isLeftOut(file, folder))
    .toSorted();
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

/** Gates and reports are never notes; shared lessons are, but their records stand for them unless they are asked for. */
function isLeftOut(file: string, folder: string): boolean {
  if (file.split("/").includes("node_modules")) return true;
  if (/(?:^|\/)\.lessons\/(?:gates|reports)\//.test(file)) return true;
  const isOurs = (path: string) => path.split("/").includes(".lessons");
  return isOurs(file) && !isOurs(folder);
}

/** Undefined when git is not there or does not answer. */
function gitFiles(root: string, folder: string): readonly string[] | undefined {
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"];
  const answer = runGit(root, ["--literal-pathspecs", ...listing, folder === "" ? "." : folder]);
  return answer?.status === 0 ? answer.out.split("\0").filter((file) => file !== "") : undefined;
}

function walked(root: string, folder: string): readonly string[] {
  let folders = 0;
  // Not every folder that somebody works in is a project: one may start at the top of a disk.
  const isSkipped = (name: string) => foreign.has(name) || (folders += 1) > mostFolders;
  const base = folder === "" ? root : `${root}/${folder}`;
  const inside = folder === "" ? "" : `${folder}/`;
  return walkFiles(base, isSkipped).files.map((file) => inside + file.split(sep).join("/"));
}

const foreign = new Set(["node_modules", ".git", ".hg", ".svn", ".venv", "vendor"]);
const mostFolders = 20_000;

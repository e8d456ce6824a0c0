import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** Where the project of a directory begins, and its name where files say it. */
export interface ProjectPlace {
  readonly root: string;
  readonly isRepository: boolean;
  readonly id?: string | undefined;
}

export function projectPlace(directory: string): ProjectPlace {
  const root = repositoryOf(directory);
  if (root === undefined) return { root: directory, isRepository: false };
  const remote = remoteOf(root);
  const id = remote === undefined ? undefined : remoteIdentity(remote);
  return { root, isRepository: true, id };
}

/** `github.com/owner/name` of any way to write that remote, without what may stand before the host. */
export function remoteIdentity(remote: string): string | undefined {
  const address =
    /^(?:[a-z][a-z+]*:\/\/)(?:[^@/\s]*@)?([\w.-]+)(?::\d+)?\/([\w.~/-]+)$/i.exec(remote.trim()) ??
    /^(?:[^@/\s]+@)?([\w.-]+):(?!\/\/)([\w.~/-]+)$/.exec(remote.trim());
  const [host, path] = [address?.[1], address?.[2]];
  if (host === undefined || path === undefined) return undefined;
  const name = path.replace(/\.git\/*$/, "").replace(/^\/+|\/+$/g, "");
  // Blacked out or broken addresses must not make strangers one project.
  const isName = name.split("/").every((part) => /\w/.test(part));
  return !isName ? undefined : `${host}/${name}`.toLowerCase().slice(0, longestIdentity);
}

const longestIdentity = 150;

/** The folder that the working tree begins with. */
function repositoryOf(directory: string): string | undefined {
  if (!isAbsolute(directory)) return undefined;
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const mark = statSync(join(folder, ".git"), { throwIfNoEntry: false });
    if (mark?.isDirectory() === true || mark?.isFile() === true) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function remoteOf(root: string): string | undefined {
  const folders = gitFolders(root);
  if (folders === undefined) return undefined;
  const config = beginningOf(join(folders.common, "config"));
  const sections = config.split(/^\[/m);
  const origin =
    sections.find((section) => section.startsWith('remote "origin"]')) ??
    sections.find((section) => section.startsWith('remote "'));
  return origin === undefined ? undefined : /^\s*url\s*=\s*(\S+)\s*$/m.exec(origin)?.[1];
}

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

/** Where git keeps what it knows of a working tree. */
interface GitFolders {
  /** Of this tree alone: which branch it is on. */
  readonly own: string;
  /** Of all trees of the repository: its settings, its branches, what was stashed. */
  readonly common: string;
}

/** Of the folder that a working tree begins with. In a worktree `.git` is a file that says where the rest is. */
function gitFolders(root: string): GitFolders | undefined {
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
function beginningOf(file: string): string {
  try {
    return readFileSync(file, "utf8").slice(0, 1 << 18);
  } catch {
    return "";
  }
}

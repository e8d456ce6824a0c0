import { statSync } from "node:fs";
import { beginningOf, gitFolders } from "./git-folders.ts";
import { dirname, isAbsolute, join, resolve } from "node:path";

/** Where the project of a directory begins, and its name where files say it. */
export interface ProjectPlace {
  readonly root: string;
  readonly isRepository: boolean;
  readonly id?: string;
}

export function projectPlace(directory: string): ProjectPlace {
  const git = gitDirectoryOf(directory);
  if (git === undefined) return { root: directory, isRepository: false };
  const remote = remoteOf(git.common);
  const id = remote === undefined ? undefined : remoteIdentity(remote);
  return { root: git.root, isRepository: true, ...(id === undefined ? {} : { id }) };
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

interface GitDirectory {
  /** The working tree. */
  readonly root: string;
  /** Where the configuration is: for a worktree that of the repository it belongs to. */
  readonly common: string;
}

function gitDirectoryOf(directory: string): GitDirectory | undefined {
  if (!isAbsolute(directory)) return undefined;
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    const mark = join(folder, ".git");
    const stat = statSync(mark, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) return { root: folder, common: mark };
    if (stat?.isFile() === true)
      return { root: folder, common: gitFolders(folder)?.common ?? mark };
    if (dirname(folder) === folder) return undefined;
  }
}

function remoteOf(common: string): string | undefined {
  const config = beginningOf(join(common, "config"));
  const sections = config.split(/^\[/m);
  const origin =
    sections.find((section) => section.startsWith('remote "origin"]')) ??
    sections.find((section) => section.startsWith('remote "'));
  return origin === undefined ? undefined : /^\s*url\s*=\s*(\S+)\s*$/m.exec(origin)?.[1];
}

import { statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { commitOf, gitFolders, headLogLength, headOf, noteOf, wasHeadMoved } from "./git-files.ts";

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
    if (hasMark(folder)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function hasMark(folder: string): boolean {
  try {
    const mark = statSync(join(folder, ".git"), { throwIfNoEntry: false });
    return mark?.isDirectory() === true || mark?.isFile() === true;
  } catch {
    // A name that no system takes, or a folder that nobody may look into.
    return false;
  }
}

function remoteOf(root: string): string | undefined {
  const folders = gitFolders(root);
  if (folders === undefined) return undefined;
  const config = noteOf(join(folders.common, "config"));
  const sections = config.split(/^\[/m);
  const origin =
    sections.find((section) => section.startsWith('remote "origin"]')) ??
    sections.find((section) => section.startsWith('remote "'));
  return origin === undefined
    ? undefined
    : /^[ \t]*url[ \t]*=[ \t]*(\S+)[ \t\r]*$/m.exec(origin)?.[1];
}

/**
 * What tells whether git has changed the files of a project: which branch it is on, what was stashed, and how far its record of
 * resets and rebases goes.
 */
export interface GitMarks {
  readonly head: string;
  readonly stash: string;
  readonly log: number;
}

/** Read from files: no process is started. The same for every folder that is no repository. */
export function gitMarks(root: string): GitMarks {
  const folders = gitFolders(root);
  if (folders === undefined) return { head: "", stash: "", log: 0 };
  return {
    head: headOf(folders) ?? "",
    stash: commitOf(folders, "refs/stash") ?? "",
    log: headLogLength(folders),
  };
}

/** Whether git itself may have changed the files since: all but a commit does. */
export function hasGitMoved(root: string, before: GitMarks): boolean {
  const now = gitMarks(root);
  if (now.head !== before.head || now.stash !== before.stash) return true;
  const folders = gitFolders(root);
  return folders !== undefined && wasHeadMoved(folders, before.log);
}

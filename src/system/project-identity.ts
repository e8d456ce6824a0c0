import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";

/**
 * The name of the project that a directory belongs to, the same on every machine: where it was cloned
 * from, else its first commit. A directory that is gone, or that never was in a repository, is named by
 * its path.
 */
export function projectIdentity(directory: string, repository?: string): string {
  if (repository !== undefined) {
    const id = remoteIdentity(repository);
    if (id !== undefined) return id;
  }
  const git = gitDirectoryOf(directory);
  if (git === undefined) return `path-${digest(directory)}`;
  const remote = remoteOf(git.common);
  const id = remote === undefined ? undefined : remoteIdentity(remote);
  return id ?? rootCommitOf(git.root) ?? `path-${digest(git.root)}`;
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
    if (stat?.isFile() === true) return { root: folder, common: commonDirectory(folder, mark) };
    if (dirname(folder) === folder) return undefined;
  }
}

/** In a worktree `.git` is a file that says where the rest is. */
function commonDirectory(folder: string, mark: string): string {
  const target = /^gitdir: (.+)$/m.exec(textOf(mark))?.[1]?.trim();
  if (target === undefined) return mark;
  const own = resolve(folder, target);
  const common = textOf(join(own, "commondir")).trim();
  return common === "" ? own : resolve(own, common);
}

function remoteOf(common: string): string | undefined {
  const config = textOf(join(common, "config"));
  const sections = config.split(/^\[/m);
  const origin =
    sections.find((section) => section.startsWith('remote "origin"]')) ??
    sections.find((section) => section.startsWith('remote "'));
  return origin === undefined ? undefined : /^\s*url\s*=\s*(\S+)\s*$/m.exec(origin)?.[1];
}

/** The one thing that is not in a file that we can read: git has to be asked. */
function rootCommitOf(root: string): string | undefined {
  try {
    const output = execFileSync("git", ["-C", root, "rev-list", "--max-parents=0", "HEAD"], {
      encoding: "utf8",
      timeout: 3000,
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 1 << 16,
    });
    const first = output.trim().split("\n").toSorted()[0];
    return first !== undefined && /^[0-9a-f]{40,64}$/.test(first)
      ? `root-${first.slice(0, 16)}`
      : undefined;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").slice(0, 1 << 18);
  } catch {
    return "";
  }
}

function digest(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 12);
}

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../platform/fault.ts";
import { errorCode, fileFault } from "../../platform/files/file-fault.ts";
import { namesIn } from "../../platform/files/names.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";

/** The files of a project that we render to, by their path in the project. No link is followed, inside or out. */
export interface ProjectDisk {
  readonly root: string;
  readonly look: (path: string) => Looked;
  /** The text, undefined where there is none that can be read. */
  readonly read: (path: string) => string | undefined;
  /** The names in a folder; none where there is no such folder. */
  readonly list: (folder: string) => readonly string[];
  /** The whole text or none of it, and only in the place of what was `expected` there. */
  readonly write: (path: string, text: string, expected: string | undefined) => void;
  /** With the folder that a skill was alone in. */
  readonly remove: (path: string, expected: string | undefined) => void;
}

/** What stands at a place in the project. `unreachable`: something is there, but nothing that we may read or replace. */
export type Looked =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "absent" }
  | { readonly is: "unreachable"; readonly why: string };

export function textOf(looked: Looked): string | undefined {
  return looked.is === "text" ? looked.text : undefined;
}

/** Somebody saved a file between our look and our writing. */
export class ChangedSince extends Error {}

/** `before` is asked before each change of the disk, so that a test can stop us at every one of them. */
export function projectDisk(root: string, before: (step: string) => void = () => {}): ProjectDisk {
  const look = (path: string): Looked => lookAt(root, path);
  const demand = (path: string, expected: string | undefined) => {
    const looked = look(path);
    if (looked.is === "unreachable") throw unreachable(join(root, path), looked.why);
    if (textOf(looked) !== expected) throw new ChangedSince(path);
  };
  return {
    root,
    look,
    read: (path) => textOf(look(path)),
    list: (folder) =>
      obstacleTo(root, folder) === undefined ? namesIn(join(root, folder)).slice(0, mostNames) : [],
    write: (path, text, expected) => {
      makeFolders(root, dirname(path), before);
      const target = join(root, path);
      removeLeftovers(target);
      const mode = lstatSync(target, { throwIfNoEntry: false })?.mode ?? 0o644;
      const temporary = `${target}.${randomBytes(6).toString("hex")}${temporaryEnd}`;
      try {
        before(`open ${path}`);
        // A new file of ours, whatever somebody may have put in its place: `wx` follows no link.
        const descriptor = openSync(temporary, "wx", 0o600);
        try {
          before(`write ${path}`);
          writeFileSync(descriptor, text);
          fchmodSync(descriptor, mode & 0o777);
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
        before(`rename ${path}`);
        demand(path, expected);
        renameSync(temporary, target);
      } catch (error) {
        if (error instanceof ChangedSince || errorCode(error) !== "")
          rmSync(temporary, { force: true });
        throw errorCode(error) === "" ? error : fileFault(error, "write", target);
      }
    },
    remove: (path, expected) => {
      demand(path, expected);
      before(`unlink ${path}`);
      try {
        unlinkSync(join(root, path));
      } catch (error) {
        if (errorCode(error) !== "ENOENT") throw fileFault(error, "remove", join(root, path));
      }
      if (path.endsWith("/SKILL.md")) removeEmpty(join(root, dirname(path)), before);
    },
  };
}

const mostNames = 1000;
export const temporaryEnd = ".lessons.tmp";

/** What a run of ours left behind that was killed. Nobody else writes here now: the project is locked. */
function removeLeftovers(target: string): void {
  const folder = dirname(target);
  const start = target.slice(folder.length + 1);
  for (const name of readdirSync(folder)) {
    const middle = name.slice(start.length, name.length - temporaryEnd.length);
    const isOurs =
      name.startsWith(start) && name.endsWith(temporaryEnd) && /^\.[0-9a-f]{12}$/.test(middle);
    if (isOurs) rmSync(join(folder, name), { force: true });
  }
}

function removeEmpty(folder: string, before: (step: string) => void): void {
  try {
    before(`rmdir ${folder}`);
    rmdirSync(folder);
  } catch (error) {
    // Somebody keeps something beside it.
    if (errorCode(error) === "") throw error;
  }
}

function lookAt(root: string, path: string): Looked {
  const obstacle = obstacleTo(root, dirname(path));
  if (obstacle !== undefined) return obstacle;
  const place = join(root, path);
  const found = statOf(place);
  if (found === undefined) return { is: "absent" };
  if (typeof found === "string") return { is: "unreachable", why: found };
  if (!found.isFile()) return { is: "unreachable", why: "it is a link or not a file" };
  const file = readProjectFile(root, path, longestFile);
  if ("text" in file) return { is: "text", text: file.text };
  return file.isGone ? { is: "absent" } : { is: "unreachable", why: `it ${file.problem}` };
}

const longestFile = 16_000_000;

/** Undefined for a folder of the project, with all the folders above it. */
function obstacleTo(root: string, folder: string): Looked | undefined {
  for (const each of foldersOf(folder)) {
    const found = statOf(join(root, each));
    if (found === undefined) return { is: "absent" };
    if (typeof found === "string") return { is: "unreachable", why: found };
    if (!found.isDirectory())
      return { is: "unreachable", why: `${each} is a link or not a folder` };
  }
  return undefined;
}

/** A code where the system does not let us look. */
function statOf(path: string): ReturnType<typeof lstatSync> | string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return errorCode(error) === "ENOTDIR" ? undefined : `cannot read it: ${errorCode(error)}`;
  }
}

function makeFolders(root: string, folder: string, before: (step: string) => void): void {
  for (const each of foldersOf(folder)) {
    const path = join(root, each);
    const found = statOf(path);
    if (typeof found === "string") throw unreachable(path, found);
    if (found?.isDirectory() === true) continue;
    if (found !== undefined) throw unreachable(path, "it is a link or not a folder");
    before(`mkdir ${each}`);
    try {
      mkdirSync(path);
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw fileFault(error, "create the directory", path);
    }
  }
}

/** `a/b/c` → `a`, `a/b`, `a/b/c` */
function foldersOf(folder: string): readonly string[] {
  const names = folder.split("/").filter((name) => name !== "" && name !== ".");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

function unreachable(path: string, why: string): Fault {
  return new Fault("file-unwritable", `${path} was not changed: ${why}`, {
    hint: "lessons does not follow links here; replace it with a real folder or text file, then render again",
  });
}

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, fileFault } from "../../system/file-fault.ts";
import { Fault } from "../../system/fault.ts";

/** The files of a project that we render to, by their path in the project. Nothing outside is reached through a link. */
export interface ProjectDisk {
  readonly root: string;
  /** Undefined where there is none. */
  readonly read: (path: string) => string | undefined;
  /** The whole text or none of it. */
  readonly write: (path: string, text: string) => void;
  /** With the folder that it was alone in. */
  readonly remove: (path: string) => void;
}

/** `before` is asked before each change of the disk, so that a test can stop us at every one of them. */
export function projectDisk(root: string, before: (step: string) => void = () => {}): ProjectDisk {
  return {
    root,
    read: (path) => (isReachable(root, path) ? readRegular(join(root, path)) : undefined),
    write: (path, text) => {
      makeFolders(root, dirname(path), before);
      const target = join(root, path);
      refuseStranger(target);
      // The same name each time: what a crash left behind is written over, not piled up.
      const temporary = `${target}.lessons.tmp`;
      try {
        before(`open ${path}`);
        const descriptor = openSync(temporary, "w", 0o644);
        try {
          before(`write ${path}`);
          writeFileSync(descriptor, text);
          fsyncSync(descriptor);
        } finally {
          closeSync(descriptor);
        }
        before(`rename ${path}`);
        renameSync(temporary, target);
      } catch (error) {
        throw errorCode(error) === "" ? error : fileFault(error, "write", target);
      }
    },
    remove: (path) => {
      if (!isReachable(root, path)) return;
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

function removeEmpty(folder: string, before: (step: string) => void): void {
  try {
    before(`rmdir ${folder}`);
    rmdirSync(folder);
  } catch (error) {
    // Somebody keeps something beside it.
    if (errorCode(error) === "") throw error;
  }
}

function readRegular(path: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw code === "ELOOP" ? linkFault(path) : fileFault(error, "read", path);
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size > longestFile) throw tooLong(path);
    return readFileSync(descriptor, "utf8");
  } catch (error) {
    throw errorCode(error) === "" ? error : fileFault(error, "read", path);
  } finally {
    closeSync(descriptor);
  }
}

const longestFile = 16_000_000;

function tooLong(path: string): Fault {
  return new Fault("file-unreadable", `${path} is longer than ${longestFile / 1_000_000} MB`, {
    hint: "it is left as it is; move parts of it elsewhere",
  });
}

function isReachable(root: string, path: string): boolean {
  return foldersOf(dirname(path)).every(
    (folder) => lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

function makeFolders(root: string, folder: string, before: (step: string) => void): void {
  for (const each of foldersOf(folder)) {
    const path = join(root, each);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) continue;
    if (found !== undefined) throw linkFault(path);
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

function refuseStranger(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw linkFault(path);
}

function linkFault(path: string): Fault {
  return new Fault("file-unwritable", `${path} is a link, or not what should be there`, {
    hint: "links are not followed here: put a directory or a file in its place",
  });
}

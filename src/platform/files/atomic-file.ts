import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { errorCode, fileFault } from "./file-fault.ts";

/**
 * The whole content or none of it: a reader never sees half a file, and a crash leaves the old one.
 * Long content comes in pieces. Returns how many there were. A link is followed, so that it stays a
 * link; a device or a pipe is written as it is, because there is nothing to replace.
 */
export function writeFileAtomically(
  path: string,
  content: Iterable<string>,
  options?: { readonly mode?: number },
): number {
  const mode = options?.mode ?? 0o600;
  try {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    const target = isLink ? realpathSync(path) : path;
    const found = lstatSync(target, { throwIfNoEntry: false });
    const isSpecial = found !== undefined && !found.isFile() && !found.isDirectory();
    return isSpecial ? writePieces(target, "w", content, mode) : replace(target, content, mode);
  } catch (error) {
    throw errorCode(error) === "" ? error : fileFault(error, "write", path);
  }
}

function replace(target: string, content: Iterable<string>, mode: number): number {
  // Beside the target, because a rename works only within one file system.
  const temporary = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const pieces = writePieces(temporary, "wx", content, mode);
    renameSync(temporary, target);
    return pieces;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writePieces(path: string, flags: string, content: Iterable<string>, mode: number): number {
  const descriptor = openSync(path, flags, mode);
  let count = 0;
  try {
    for (const piece of typeof content === "string" ? [content] : content) {
      // Not writeSync, which may write less than it was given and only says so.
      writeFileSync(descriptor, piece);
      count++;
    }
    if (flags === "wx") fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return count;
}

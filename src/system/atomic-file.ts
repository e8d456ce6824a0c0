import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { errorCode, fileFault } from "./file-fault.ts";

/**
 * The whole content or none of it: a reader never sees half a file, and a crash leaves the old one.
 * Long content comes in pieces. Returns how many there were.
 */
export function writeFileAtomically(
  path: string,
  content: Iterable<string>,
  options?: { readonly mode?: number },
): number {
  // Beside the target, because a rename works only within one file system.
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const pieces = writePieces(temporary, content, options?.mode ?? 0o600);
    renameSync(temporary, path);
    return pieces;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw errorCode(error) === "" ? error : fileFault(error, "write", path);
  }
}

function writePieces(path: string, content: Iterable<string>, mode: number): number {
  const descriptor = openSync(path, "wx", mode);
  let count = 0;
  try {
    for (const piece of typeof content === "string" ? [content] : content) {
      writeSync(descriptor, piece);
      count++;
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return count;
}

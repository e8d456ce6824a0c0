import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/**
 * The end of a file, at most this many bytes, however long the file is. Empty for what cannot be read and
 * for what is no file: reading a pipe would wait for whoever writes to it.
 */
export function fileTail(path: string, mostBytes: number): string {
  try {
    // Windows has no such flag, and no such pipes among its files.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return "";
      const length = Math.min(stat.size, mostBytes);
      const bytes = Buffer.alloc(length);
      const read = readSync(file, bytes, 0, length, stat.size - length);
      return bytes.toString("utf8", 0, read);
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

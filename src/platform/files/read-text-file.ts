import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { errorCode, withFileFault } from "./file-fault.ts";

/**
 * A whole text file, without the byte order mark that some editors put in front. A path that somebody typed is seen
 * `from` where they are.
 */
export function readTextFile(path: string, from = ""): string {
  const text = withFileFault("read", path, () => readFileSync(resolve(from, path), "utf8"));
  return text.replace(/^\uFEFF/, "");
}

export type BoundedText =
  | { readonly text: string }
  /** `gone`: there is no such file. */
  | { readonly problem: string; readonly isGone: boolean };

/**
 * The exact text of a file, so that its bytes are the text's bytes. Nothing but a file is read, links are
 * not followed, and what is too long or no text is refused.
 */
export function readBoundedText(path: string, mostBytes: number): BoundedText {
  try {
    return withOpenFile(path, constants.O_NOFOLLOW ?? 0, (file) => readOpen(file, mostBytes));
  } catch (error) {
    const code = errorCode(error);
    const isGone = code === "ENOENT" || code === "ENOTDIR";
    return { problem: reasons[code] ?? `cannot be read: ${code}`, isGone };
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  ENOTDIR: "is not there",
  ELOOP: "is a link, and links are not followed",
};

function readOpen(descriptor: number, mostBytes: number): BoundedText {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return { problem: "is not a file", isGone: false };
  // One byte more than the limit is enough to know that it is too long.
  const bytes = Buffer.alloc(Math.min(stats.size, mostBytes) + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = readSync(descriptor, bytes, length, bytes.length - length, null);
  if (length > mostBytes)
    return { problem: `is longer than ${sizeWords(mostBytes)}`, isGone: false };
  const text = decoded(bytes.subarray(0, length));
  return text === undefined || text.includes("\0")
    ? { problem: "is not a text in UTF-8", isGone: false }
    : { text };
}

function sizeWords(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1000} kB`;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Strict, and with the byte order mark: a lenient text would not have the bytes of the file. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The end of a file, at most this many bytes, however long the file is. Empty for what cannot be read and
 * for what is no file.
 */
export function fileTail(path: string, mostBytes: number): string {
  try {
    return withOpenFile(path, 0, (file) => {
      const stat = fstatSync(file);
      if (!stat.isFile()) return "";
      const length = Math.min(stat.size, mostBytes);
      const bytes = Buffer.alloc(length);
      const read = readSync(file, bytes, 0, length, stat.size - length);
      return bytes.toString("utf8", 0, read);
    });
  } catch {
    return "";
  }
}

/** A pipe would make us wait for its writer. Windows has no such flag, and no such pipes among its files. */
function withOpenFile<Result>(path: string, flags: number, work: (file: number) => Result): Result {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

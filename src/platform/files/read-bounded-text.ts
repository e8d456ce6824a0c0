import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { errorCode } from "./file-fault.ts";

export type BoundedText =
  | { readonly text: string }
  /** `gone`: there is no such file. */
  | { readonly problem: string; readonly isGone: boolean };

/**
 * The exact text of a file, so that its bytes are the text's bytes. Nothing but a file is read, links are
 * not followed, and what is too long or no text is refused.
 */
export function readBoundedText(path: string, mostBytes: number): BoundedText {
  let descriptor: number;
  try {
    // A pipe would make us wait for its writer.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    descriptor = openSync(path, flags);
  } catch (error) {
    const code = errorCode(error);
    const isGone = code === "ENOENT" || code === "ENOTDIR";
    return { problem: reasons[code] ?? `cannot be read: ${code}`, isGone };
  }
  try {
    return readOpen(descriptor, mostBytes);
  } catch (error) {
    return { problem: `cannot be read: ${errorCode(error)}`, isGone: false };
  } finally {
    closeSync(descriptor);
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

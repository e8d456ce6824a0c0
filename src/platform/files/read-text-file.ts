import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { errorCode, withFileFault } from "./file-fault.ts";
import { withRegularFile, type RegularFile } from "./regular-file.ts";

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
    return withRegularFile(path, { isLinkFollowed: false }, (file) => readOpen(file, mostBytes));
  } catch (error) {
    return unreadable(error);
  }
}

/** Why a file cannot be read, in words that follow its name. */
export function unreadable(error: unknown): { readonly problem: string; readonly isGone: boolean } {
  const code = errorCode(error);
  const isGone = code === "ENOENT" || code === "ENOTDIR";
  return { problem: reasons[code] ?? `cannot be read: ${code}`, isGone };
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  ELOOP: "is a link; lessons does not follow links",
  EBEHINDLINK: "is behind a link; lessons does not follow links",
  EOWNER: "belongs to another user",
  ENOTREG: "is not a file",
  ETIMEDOUT: "takes too long to read",
};

/** The text of an open file, with the same bounds. */
export function readOpen(file: RegularFile, mostBytes: number): BoundedText {
  // One byte more than the limit is enough to know that it is too long.
  const bytes = file.read(0, Math.min(file.stats.size, mostBytes) + 1);
  if (bytes.length > mostBytes)
    return { problem: `is longer than ${sizeWords(mostBytes)}`, isGone: false };
  const text = decoded(bytes);
  return text === undefined || text.includes("\0")
    ? { problem: "is not UTF-8 text", isGone: false }
    : { text };
}

function sizeWords(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1000} kB`;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

/** Strict, and with the byte order mark: a lenient text would not have the bytes of the file. */
function strictDecoder() {
  return (decoder ??= new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }));
}

let decoder: InstanceType<typeof TextDecoder> | undefined;

/**
 * The end of a file, at most this many bytes, however long the file is. Empty for what cannot be read and
 * for what is no file.
 */
export function fileTail(path: string, mostBytes: number): string {
  return partOf(path, ({ stats, read }) => {
    const length = Math.min(stats.size, mostBytes);
    return read(stats.size - length, length);
  });
}

/** The beginning of a file, in the same way. */
export function fileBeginning(path: string, mostBytes: number): string {
  return partOf(path, ({ stats, read }) => read(0, Math.min(stats.size, mostBytes)));
}

function partOf(path: string, take: (file: RegularFile) => Buffer): string {
  try {
    return withRegularFile(path, { isLinkFollowed: true }, take).toString("utf8");
  } catch {
    return "";
  }
}

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
  type Stats,
} from "node:fs";

/** A file that is open for reading. */
export interface RegularFile {
  /** As it was when it was opened. It may grow, and nobody follows it. */
  readonly stats: Stats;
  /** Up to so many bytes from a place on; fewer at the end of the file. Throws when they do not come in time. */
  readonly read: (position: number, mostBytes: number) => Buffer;
}

/** Why we do not read what the system would let us read, in the place of its own code. */
export class FileRefused extends Error {
  readonly code: "ENOTREG" | "ELOOP" | "EBEHINDLINK" | "EOWNER" | "ETIMEDOUT";

  constructor(code: FileRefused["code"]) {
    super(code);
    this.code = code;
  }
}

/**
 * Opens nothing but a regular file, and never waits for one: a pipe would make us wait for its writer, and a device has
 * no end. Looked at before it is opened, because opening a device may do something, and after, because it may have been
 * exchanged in between. Throws what the system says, or `FileRefused`.
 */
export function withRegularFile<Result>(
  path: string,
  { isLinkFollowed }: { readonly isLinkFollowed: boolean },
  work: (file: RegularFile) => Result,
): Result {
  const found = isLinkFollowed ? statSync(path) : lstatSync(path);
  if (found.isSymbolicLink()) throw new FileRefused("ELOOP");
  if (!found.isFile()) throw new FileRefused("ENOTREG");
  // Windows has neither flag (undefined counts as 0 here), and no such pipes among its files.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const descriptor = openSync(path, O_RDONLY | O_NONBLOCK | (isLinkFollowed ? 0 : O_NOFOLLOW));
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new FileRefused("ENOTREG");
    return work({ stats, read: (position, most) => readPart(descriptor, position, most) });
  } finally {
    closeSync(descriptor);
  }
}

/** In parts: a file system that answers slowly is left after the part that took too long. */
function readPart(descriptor: number, position: number, mostBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(mostBytes);
  // Not `performance`, which Node would load for it.
  const [begun] = process.hrtime();
  let length = 0;
  while (length < mostBytes) {
    if (process.hrtime()[0] - begun > patienceSeconds) throw new FileRefused("ETIMEDOUT");
    const part = Math.min(mostBytes - length, partBytes);
    const read = readSync(descriptor, bytes, length, part, position + length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

const partBytes = 1 << 18;
/** The longest file that we read of a project takes a hundredth of it. */
const patienceSeconds = 2;

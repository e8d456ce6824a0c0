import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Split at 0x0A only: other separators are legal inside a JSON string. */
const lineFeed = 0x0a;
const chunkBytes = 65_536;

/**
 * The lines of a file from its last one on, however long the file is, read as far as somebody asks for them. Of a line that is
 * longer than `longest` bytes only the beginning comes, and no more than that is held. None of what cannot be read and of what is no file.
 */
export function* linesFromEnd(
  path: string,
  { longest, mostBytes }: { readonly longest: number; readonly mostBytes: number },
): Generator<string> {
  const file = openIfFile(path);
  if (file === undefined) return;
  try {
    // Of the line that is being read, from its end on: the parts behind what was read last.
    let behind: Buffer[] = [];
    let heldBytes = 0;
    const first = Math.max(0, file.size - mostBytes);
    for (let end = file.size; end > first;) {
      const start = Math.max(first, end - chunkBytes);
      let chunk = readAt(file.descriptor, start, end - start);
      end = start;
      for (let at = chunk.lastIndexOf(lineFeed); at >= 0; at = chunk.lastIndexOf(lineFeed)) {
        yield lineOf([chunk.subarray(at + 1), ...behind], longest);
        chunk = chunk.subarray(0, at);
        behind = [];
        heldBytes = 0;
        if (at === 0) break;
      }
      // What comes before it is the beginning, and of a line that is too long nothing else is wanted.
      behind = heldBytes > longest ? [chunk, ...behind.slice(0, 1)] : [chunk, ...behind];
      heldBytes += chunk.length;
    }
    if (first === 0) yield lineOf(behind, longest);
  } finally {
    closeSync(file.descriptor);
  }
}

function lineOf(parts: readonly Buffer[], longest: number): string {
  return Buffer.concat(parts).toString("utf8", 0, longest);
}

/** A pipe would make us wait for its writer. Windows has no such flag, and no such pipes among its files. */
function openIfFile(path: string): { descriptor: number; size: number } | undefined {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (stat.isFile()) return { descriptor, size: stat.size };
    closeSync(descriptor);
  } catch {
    // It is not there, or not ours to read.
  }
  return undefined;
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, position));
}

import { closeSync, openSync, readSync } from "node:fs";
import { withFileFault } from "./file-fault.ts";
import { parseRecords, RawLine, type LinePlace } from "./raw-line.ts";

export const beginning: LinePlace = { byte: 0, line: 0 };

export interface LineVisitor {
  /** The line is moved on afterwards: whoever keeps it keeps another one. */
  readonly onLine: (line: RawLine) => void;
  /** A line too long to be held in memory. It is passed over, and the lines after it are read. */
  readonly onTooLong: (lineNumber: number) => void;
}

/**
 * Reads the lines of a file from a place on, and says where it stopped: after the last complete line. A
 * line that is still being written waits for the next time. A last line without an end is complete when
 * it is a whole JSON record: writers that end a file without a newline must not lose their last word.
 *
 * Memory is bounded by the longest line, and that by `longestLine`.
 */
export function readLines(
  file: string,
  from: LinePlace,
  visitor: LineVisitor,
  { chunkBytes = 1 << 18, longestLine = 1 << 24, between }: ReadOptions = {},
): LinePlace {
  const descriptor = withFileFault("open", file, () => openSync(file, "r"));
  const readInto = (into: Buffer, at: number, position: number) =>
    withFileFault("read", file, () => readSync(descriptor, into, at, into.length - at, position));
  const line = new RawLine();
  let buffer = takeBuffer(chunkBytes);
  // One byte earlier than the place: it tells whether the place is at the end of a line or inside one.
  let fileOffset = Math.max(0, from.byte - 1);
  let filled = 0;
  let lineNumber = from.line;
  let place = from;
  let isSkipping = false;
  let isResuming = from.byte > 0;

  try {
    for (;;) {
      if (filled === buffer.length) buffer = grown(buffer);
      const count = readInto(buffer, filled, fileOffset + filled);
      const searchFrom = filled;
      filled += count;

      let start = 0;
      if (isResuming && filled > 0) {
        isResuming = false;
        // Inside a line only when its record was whole without an end: what follows is the same line.
        if (buffer[0] !== newline) lineNumber -= 1;
        start = 1;
      }
      let end = buffer.indexOf(newline, Math.max(start, searchFrom));
      while (end >= 0 && end < filled) {
        lineNumber += 1;
        if (isSkipping) visitor.onTooLong(lineNumber);
        else if (end > start && !isBlank(buffer, start, end))
          visit(line, visitor, buffer, start, end, lineNumber, fileOffset);
        isSkipping = false;
        start = end + 1;
        place = { byte: fileOffset + start, line: lineNumber };
        end = buffer.indexOf(newline, start);
      }
      if (count === 0) {
        if (isSkipping || filled === start) return place;
        const last = buffer.toString("utf8", start, filled);
        if (!last.trimEnd().endsWith("}") || parseRecords(last) === undefined) return place;
        visit(line, visitor, buffer, start, filled, lineNumber + 1, fileOffset);
        return { byte: fileOffset + filled, line: lineNumber + 1 };
      }
      if (filled - start > longestLine) isSkipping = true;
      if (isSkipping) start = filled;
      buffer.copy(buffer, 0, start, filled);
      filled -= start;
      fileOffset += start;
      between?.();
    }
  } finally {
    closeSync(descriptor);
    spareBuffer = buffer.length <= longestSpare ? buffer : undefined;
  }
}

/** One is kept between files: memory for each of ten thousand logs would pile up faster than it is collected. */
let spareBuffer: Buffer | undefined;
const longestSpare = 1 << 20;

function takeBuffer(length: number): Buffer {
  const spare = spareBuffer;
  spareBuffer = undefined;
  return spare !== undefined && spare.length >= length
    ? spare.subarray(0, length)
    : Buffer.allocUnsafe(length);
}

export interface ReadOptions {
  readonly chunkBytes?: number | undefined;
  readonly longestLine?: number | undefined;
  /** Called after each chunk. */
  readonly between?: (() => void) | undefined;
}

/** 0x0A only: readline also splits on U+2028, which is legal inside a JSON string. */
const newline = 0x0a;

function visit(
  line: RawLine,
  visitor: LineVisitor,
  buffer: Buffer,
  start: number,
  end: number,
  lineNumber: number,
  fileOffset: number,
): void {
  line.buffer = buffer;
  line.start = start;
  line.end = end;
  line.number = lineNumber;
  line.fileOffset = fileOffset;
  visitor.onLine(line);
}

/** Spaces, and the carriage return that some writers end a line with. */
function isBlank(buffer: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = buffer[at];
    if (byte !== 0x0d && byte !== 0x20 && byte !== 0x09) return false;
  }
  return true;
}

function grown(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafe(buffer.length * 2);
  buffer.copy(larger);
  return larger;
}

import type { RawLine } from "../platform/files/raw-line.ts";

/**
 * Whether a line may be passed over by its first bytes alone: it ends as a record does, so that it is not
 * half of one, and no second record follows where a newline got lost. It errs on the side of no.
 */
export function isOneRecord(line: RawLine): boolean {
  // Between records of one list there is a comma; and inside a string the quote would be escaped.
  return line.buffer[line.end - 1] === closingBrace && !line.includes('}{"');
}

const closingBrace = 0x7d;

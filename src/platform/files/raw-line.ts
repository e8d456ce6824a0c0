import { isRecord, type JsonRecord } from "../json/fields.ts";
import { endOfObject } from "../json/parse.ts";

/** A place between two lines of a file. */
export interface LinePlace {
  readonly byte: number;
  /** Lines before it. */
  readonly line: number;
}

/**
 * One line of a log as bytes. Most lines are never parsed: what a line is about shows in its first bytes,
 * and parsing is what costs. The same object is moved from line to line, so nobody may keep it.
 */
export class RawLine {
  /** 1-based. */
  number = 0;
  buffer: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** Where the buffer begins in the file. */
  fileOffset = 0;

  /** Where the next line begins. The newline counts as read, even where it has not been written yet. */
  placeBehind(): LinePlace {
    return { byte: this.fileOffset + this.end + 1, line: this.number };
  }

  get length(): number {
    return this.end - this.start;
  }

  /** The bytes as characters, one each: enough to look for ASCII, and much cheaper than decoding. */
  latin1(from = 0, to = this.length): string {
    return this.buffer.toString("latin1", this.start + from, Math.min(this.start + to, this.end));
  }

  /** Whether these ASCII characters are in the line, from an offset on. */
  includes(characters: string, from = 0): boolean {
    return this.indexOf(characters, from) >= 0;
  }

  /** Where these ASCII characters are in the line, from an offset on; -1 when they are not. */
  indexOf(characters: string, from = 0): number {
    // Within the line only: a search through the whole buffer would cost a buffer for every line.
    return this.buffer.subarray(this.start, this.end).indexOf(characters, from, "latin1");
  }

  text(from = 0, to = this.length): string {
    return this.buffer.toString("utf8", this.start + from, Math.min(this.start + to, this.end));
  }

  /** The records of the line: mostly one; two when a newline got lost between them. Undefined when it is no JSON. */
  records(): readonly JsonRecord[] | undefined {
    return parseRecords(this.text());
  }
}

/** A line from a text, for readers of whole documents and for tests. */
export function rawLine(text: string, number = 1): RawLine {
  const line = new RawLine();
  line.buffer = Buffer.from(text);
  line.end = line.buffer.length;
  line.number = number;
  return line;
}

export function parseRecords(text: string): readonly JsonRecord[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? [value] : undefined;
  } catch {
    return parseGlued(text);
  }
}

/** Objects that follow each other without anything between them. All of them must be whole. */
function parseGlued(text: string): readonly JsonRecord[] | undefined {
  const records: JsonRecord[] = [];
  for (let from = 0; from < text.length;) {
    const to = text[from] === "{" ? endOfObject(text, from) : undefined;
    if (to === undefined) return undefined;
    try {
      const value: unknown = JSON.parse(text.slice(from, to));
      if (!isRecord(value)) return undefined;
      records.push(value);
    } catch {
      return undefined;
    }
    from = to;
  }
  return records.length === 0 ? undefined : records;
}

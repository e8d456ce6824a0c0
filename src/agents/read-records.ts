import { constants } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";
import type { RawLine } from "../platform/files/raw-line.ts";
import { isRecord, type JsonRecord } from "../platform/json/fields.ts";
import { parseJsonLine } from "../platform/json/parse.ts";
import type { RecordCounts, RecordFate } from "./adapter.ts";

/** Parses a line and reads its records: mostly one, two where a newline got lost between them. */
export function readRecords(
  line: RawLine,
  readRecord: (record: JsonRecord) => RecordFate,
): RecordFate {
  const records = line.records();
  if (records === undefined) return "unreadable";
  let fate: RecordFate = "read";
  for (const record of records) if (readRecord(record) === "unknown") fate = "unknown";
  return fate;
}

/**
 * Whether a line may be passed over by its first bytes alone: it ends as a record does, so that it is not
 * half of one, and no second record follows where a newline got lost. It errs on the side of no.
 */
export function isOneRecord(line: RawLine): boolean {
  // Between records of one list there is a comma; and inside a string the quote would be escaped.
  return line.buffer[line.end - 1] === closingBrace && !line.includes('}{"');
}

const closingBrace = 0x7d;

/** A log that is one JSON object; undefined when it is none. */
export function wholeDocument(content: Buffer): JsonRecord | undefined {
  if (content.length > constants.MAX_STRING_LENGTH) return undefined;
  const document = parseJsonLine(content.toString("utf8"));
  return isRecord(document) ? document : undefined;
}

/** An empty file has nothing that could not be read. */
export function brokenDocument({ length }: Buffer): RecordCounts {
  return length === 0
    ? { records: 0, unknown: 0, unreadable: [] }
    : { records: 1, unknown: 0, unreadable: [1] };
}

/** Puts an entry into a map that may not grow for ever: what waits the longest makes room. */
export function setBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.set(key, value);
  if (map.size <= mostWaiting) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

const mostWaiting = 200;

/** How a file begins, as characters; empty when it cannot be read, which whoever reads it will say. */
export function firstBytes(path: string, most = 4096): string {
  try {
    const head = Buffer.alloc(most);
    const descriptor = openSync(path, "r");
    try {
      return head.toString("latin1", 0, readSync(descriptor, head, 0, most, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}

/** Names of records by the family that they begin with, each list as one string because there are so many of them. */
export function namesByFamily(
  families: Readonly<Record<string, string>>,
  separator: string,
): readonly string[] {
  return Object.entries(families).flatMap(([family, names]) =>
    names.split(" ").map((name) => `${family}${separator}${name}`),
  );
}

import type { JsonRecord } from "../platform/json/fields.ts";
import type { RawLine } from "../platform/files/raw-line.ts";
import type { RecordFate } from "./adapter.ts";

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

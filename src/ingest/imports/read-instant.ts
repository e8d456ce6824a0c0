import type { Instant } from "../../core/lesson.ts";
import type { Note } from "./foreign-entry.ts";
import { isBlank, quoted, type LooseObject } from "./loose-json.ts";

/**
 * The ISO date or time in a field, or undefined when the field is empty. What cannot be read
 * becomes `now`, with a remark: that it was once dated is worth more than the date.
 */
export function readInstant(
  entry: LooseObject,
  name: string,
  now: Instant,
  note: Note,
): Instant | undefined {
  const value = entry[name];
  if (isBlank(value)) return undefined;
  const instant = typeof value === "string" ? parseInstant(value.trim()) : undefined;
  if (instant === undefined)
    note(`Its ${name} ${quoted(value)} is not a date, so it gets today's.`);
  return instant ?? now;
}

const shape =
  /^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d)(?::(?<seconds>\d\d)(?:\.(?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/iu;

/**
 * Without a zone it is UTC: Python's `isoformat` leaves it out, and the reader's own zone would
 * make the same file mean something else on every machine.
 */
export function parseInstant(text: string): Instant | undefined {
  const parts = shape.exec(text)?.groups;
  const date = parts?.["date"];
  if (parts === undefined || date === undefined || !isOnCalendar(date)) return undefined;
  const milliseconds = (parts["fraction"] ?? "").padEnd(3, "0").slice(0, 3);
  const clock = `${parts["time"] ?? "00:00"}:${parts["seconds"] ?? "00"}.${milliseconds}`;
  return normalise(`${date}T${clock}${parts["zone"]?.toUpperCase() ?? "Z"}`);
}

/** `Date` takes 30 February for 2 March. */
function isOnCalendar(date: string): boolean {
  return normalise(`${date}T00:00:00.000Z`)?.startsWith(date) ?? false;
}

function normalise(text: string): Instant | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  const instant = new Date(time).toISOString();
  // A zone can push the year out of four digits, and then text order is no longer time order.
  return instant.length === "0000-00-00T00:00:00.000Z".length ? instant : undefined;
}

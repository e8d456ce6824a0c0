import type { Instant } from "../lesson/record/lesson.ts";

/**
 * An ISO date or time as an instant; undefined when it is none. Without a zone it is UTC: Python's
 * `isoformat` leaves it out, and the reader's own zone would make the same file mean something else on
 * every machine.
 */
export function parseInstant(text: string): Instant | undefined {
  const parts = shape.exec(text)?.groups;
  const date = parts?.["date"];
  if (parts === undefined || date === undefined || !isOnCalendar(date)) return undefined;
  const milliseconds = (parts["fraction"] ?? "").padEnd(3, "0").slice(0, 3);
  const clock = `${parts["time"] ?? "00:00"}:${parts["seconds"] ?? "00"}.${milliseconds}`;
  return normalise(`${date}T${clock}${parts["zone"]?.toUpperCase() ?? "Z"}`);
}

const shape =
  /^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d)(?::(?<seconds>\d\d)(?:\.(?<fraction>\d+))?)?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/iu;

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

/** The same for records that are written by the million: what already is an instant is taken as it is. */
export function recordInstant(text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  if (canonical.test(text)) return text;
  return parseInstant(text);
}

const canonical =
  /^20\d\d-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

export function daysBefore(now: Instant, days: number): Instant {
  return new Date(Date.parse(now) - days * 86_400_000).toISOString();
}

import { parseInstant } from "../../core/instant.ts";
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

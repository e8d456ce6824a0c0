import { numberAt, type JsonRecord } from "../../platform/json/fields.ts";
import type { Instant } from "../../lesson/record/lesson.ts";

/** A time in milliseconds; undefined when it is none or lies outside of the years that we can write. */
export function instantAt(times: JsonRecord | undefined, name: string): Instant | undefined {
  const milliseconds = numberAt(times, name);
  if (milliseconds === undefined || milliseconds < 0 || milliseconds > lastInstant)
    return undefined;
  return new Date(milliseconds).toISOString();
}

const lastInstant = Date.UTC(9999, 11, 31);

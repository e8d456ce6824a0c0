import { parseInstant } from "../../platform/instant.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { parseVersion, type Version } from "./version.ts";

/** How long a lesson holds, as far as it can be understood. */
export type ValidUntil =
  | { readonly is: "time"; readonly end: Instant }
  | {
      readonly is: "version";
      /** Absent: the project's own version. */
      readonly name?: string;
      readonly version: Version;
      /** Whether the lesson still holds in that version. */
      readonly isIncluded: boolean;
    };

/**
 * `2027-01-31` (that day included), a time, `v1.0.0` (of the project, included), `node>=22`, `git<2.40`,
 * `react 18`. Versions only grow, so "until it is at least 22" and "as long as it is below 22" name the same moment.
 */
export function parseValidUntil(text: string): ValidUntil | undefined {
  const trimmed = text.trim();
  const instant = parseInstant(trimmed);
  if (instant !== undefined)
    return { is: "time", end: isDay.test(trimmed) ? dayAfter(instant) : instant };

  const own = isOwnVersion.test(trimmed) ? parseVersion(trimmed) : undefined;
  if (own !== undefined) return { is: "version", version: own, isIncluded: true };

  const [, name, sign, number] = shape.exec(trimmed) ?? [];
  const version = number === undefined ? undefined : parseVersion(number);
  if (name === undefined || version === undefined) return undefined;
  return { is: "version", name, version, isIncluded: sign !== "<" && sign !== ">=" };
}

const isDay = /^\d{4}-\d\d-\d\d$/;

/** A number alone could be anything. */
const isOwnVersion = /^v\d|^\d{1,9}\./i;

const shape = /^(@?[a-z][\w.+/-]{0,99}?)\s{0,3}(<=|>=|[<>=@]|\s)\s{0,3}(v?\d[\w.+-]{0,60})$/i;

function dayAfter(day: Instant): Instant {
  return new Date(Date.parse(day) + 86_400_000).toISOString();
}

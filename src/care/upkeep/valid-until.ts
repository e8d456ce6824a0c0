import type { Instant } from "../../lesson/record/lesson.ts";
import { daysBefore, parseInstant } from "../../platform/instant.ts";

/** How long a lesson holds, as far as it can be understood. */
export type ValidUntil =
  | { readonly is: "time"; readonly end: Instant }
  | {
      readonly is: "version";
      /** Undefined: the project's own version. */
      readonly name?: string | undefined;
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
    return { is: "time", end: isDay.test(trimmed) ? daysBefore(instant, -1) : instant };

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

/** A version as far as versions can be compared: its numbers, and whether it comes before the release. */
export interface Version {
  readonly numbers: readonly number[];
  readonly isPrerelease: boolean;
}

/** `v1.2.3`, `22`, `2.40.1-rc.1`; undefined for everything else. */
export function parseVersion(text: string): Version | undefined {
  const [, numbers, rest] = versionShape.exec(text.trim()) ?? [];
  if (numbers === undefined) return undefined;
  return {
    numbers: numbers.split(".").map(Number),
    isPrerelease: rest?.startsWith("-") === true,
  };
}

const versionShape = /^v?(\d{1,9}(?:\.\d{1,9}){0,3})([-+][\w.+-]{1,100})?$/i;

/** Negative when the first is the older one. What is not said is 0: `22` is `22.0.0`. */
export function compareVersions(one: Version, other: Version): number {
  const length = Math.max(one.numbers.length, other.numbers.length);
  const difference = compareNumbers(one, other, length);
  return difference || Number(other.isPrerelease) - Number(one.isPrerelease);
}

/** Whether a version is later than all that begin like `last`: 22.9 is not after 22, and 23 is. */
export function isAfter(version: Version, last: Version): boolean {
  return compareNumbers(version, last, last.numbers.length) > 0;
}

function compareNumbers(one: Version, other: Version, length: number): number {
  for (let index = 0; index < length; index++) {
    const difference = (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The lowest version that a range of npm allows; undefined where it sets no lower bound, or names something else
 * than versions.
 */
export function lowestAllowed(range: string): Version | undefined {
  const alternatives = range
    .slice(0, longestRange)
    .replaceAll(/([<>=~^])\s{1,5}/g, "$1")
    .split("||")
    .map(lowerBound);
  let lowest: Version | undefined;
  for (const bound of alternatives) {
    if (bound === undefined) return undefined;
    if (lowest === undefined || compareVersions(bound, lowest) < 0) lowest = bound;
  }
  return lowest;
}

const longestRange = 200;

function lowerBound(range: string): Version | undefined {
  const bounds = range
    .trim()
    .split(/\s+/)
    .map((part) => /^(?:[\^~=]|>=?)?(v?\d[\w.*+-]{0,60})$/i.exec(part)?.[1]);
  const first = bounds.find((bound) => bound !== undefined);
  return first === undefined ? undefined : parseVersion(first.replace(/(?:\.[x*]){1,3}$/i, ""));
}

/** A version as far as versions can be compared: its numbers, and whether it comes before the release. */
export interface Version {
  readonly numbers: readonly number[];
  readonly isPrerelease: boolean;
}

/** `v1.2.3`, `22`, `2.40.1-rc.1`; undefined for everything else. */
export function parseVersion(text: string): Version | undefined {
  const [, numbers, rest] = shape.exec(text.trim()) ?? [];
  if (numbers === undefined) return undefined;
  return {
    numbers: numbers.split(".").map(Number),
    isPrerelease: rest?.startsWith("-") === true,
  };
}

const shape = /^v?(\d{1,9}(?:\.\d{1,9}){0,3})([-+][\w.+-]{1,100})?$/i;

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

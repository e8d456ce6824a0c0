import type { SeenFailure } from "./mistake.ts";

/** What a mistake has cost so far. */
export interface MistakeCost {
  readonly sessions: number;
  readonly failedCalls: number;
  /** Of these, the ones that were the same call tried again, in vain. */
  readonly retries: number;
  /**
   * From the failed calls to the ones that worked, what overlaps counted once. Detours of more than five
   * minutes are left out: nobody knows whether somebody was away.
   */
  readonly msUntilFixed: number;
}

/** What all of these failures together have cost. A call that belongs to two of them counts once. */
export function costOf(failures: readonly SeenFailure[]): MistakeCost {
  const byLog = Map.groupBy(failures, ({ log }) => log);
  return {
    sessions: new Set(failures.map(({ session }) => session)).size,
    failedCalls: new Set(failures.flatMap(({ failedCalls }) => failedCalls)).size,
    retries: sum(failures.map(({ attempts }) => attempts - 1)),
    msUntilFixed: sum([...byLog.values()].map((ofLog) => timeIn(ofLog.flatMap(detourOf)))),
  };
}

interface Detour {
  readonly from: number;
  readonly to: number;
}

const longestDetourMs = 5 * 60_000;

function detourOf({ detour }: SeenFailure): readonly Detour[] {
  if (detour === undefined) return [];
  const [from, to] = [Date.parse(detour.from), Date.parse(detour.to)];
  return to > from && to - from <= longestDetourMs ? [{ from, to }] : [];
}

function timeIn(intervals: readonly Detour[]): number {
  let [time, end] = [0, -Infinity];
  for (const { from, to } of intervals.toSorted((one, other) => one.from - other.from)) {
    time += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return time;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

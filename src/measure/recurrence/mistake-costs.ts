import type { LessonId } from "../../lesson/record/lesson.ts";
import type { SeenFailure } from "../../capture/ledger/mistake.ts";

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

/** The mistakes that were made in two sessions or more, those with the most failed calls first. */
export function mistakeCosts(
  failures: readonly SeenFailure[],
): readonly (MistakeCost & { readonly lesson: LessonId })[] {
  return [...Map.groupBy(failures, ({ lesson }) => lesson)]
    .map(([lesson, seen]) => ({ lesson, ...costOf(seen) }))
    .filter(({ sessions }) => sessions >= 2)
    .toSorted(
      (one, other) =>
        other.failedCalls - one.failedCalls ||
        other.sessions - one.sessions ||
        (one.lesson < other.lesson ? -1 : 1),
    );
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

interface Interval {
  readonly from: number;
  readonly to: number;
}

const longestDetourMs = 5 * 60_000;

function detourOf({ detour }: SeenFailure): readonly Interval[] {
  if (detour === undefined) return [];
  const [from, to] = [Date.parse(detour.from), Date.parse(detour.to)];
  return to > from && to - from <= longestDetourMs ? [{ from, to }] : [];
}

function timeIn(intervals: readonly Interval[]): number {
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

import fc from "fast-check";
import { expect, test } from "vitest";
import type { SeenFailure } from "../../capture/ledger/mistake.ts";
import { costOf } from "../../capture/ledger/mistake-cost.ts";
import { mistakeCosts } from "./costs.ts";
import { law } from "../../../test/kit/law.ts";

/** A mistake that was made once and not put right, but for what the test is about. */
function failure(change: Partial<SeenFailure> = {}): SeenFailure {
  return {
    lesson: "push",
    log: 1,
    session: "s1",
    attempts: 1,
    isFixed: false,
    failedCalls: [1],
    ...change,
  };
}

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();
const detour = (from: number, to: number) => ({ detour: { from: at(from), to: at(to) } });

test("a mistake that was made in one session only does not come back, however often it failed", () => {
  const failures = [failure(), failure({ failedCalls: [2] })];
  expect(mistakeCosts(failures)).toEqual([]);
  expect(mistakeCosts([...failures, failure({ log: 2, session: "s2", failedCalls: [3] })])).toEqual(
    [{ lesson: "push", sessions: 2, failedCalls: 3, retries: 0, msUntilFixed: 0 }],
  );
});

test("the one with the most failed calls comes first", () => {
  const twice = (lesson: string, calls: readonly number[]) => [
    failure({ lesson, failedCalls: calls }),
    failure({ lesson, session: "s2", failedCalls: [9] }),
  ];
  const costs = mistakeCosts([...twice("few", [1]), ...twice("many", [1, 2, 3])]);
  expect(costs.map(({ lesson, failedCalls }) => [lesson, failedCalls])).toEqual([
    ["many", 4],
    ["few", 2],
  ]);
});

test("a loop names the calls that other episodes name, too: they count once, and its later calls are retries", () => {
  const loop = failure({ attempts: 3, failedCalls: [1, 2, 3] });
  const cost = costOf([failure(), failure({ failedCalls: [2] }), loop]);
  expect(cost).toEqual({ sessions: 1, failedCalls: 3, retries: 2, msUntilFixed: 0 });
});

test("time counts once where detours overlap, and not at all after five minutes", () => {
  const minutesOf = (...failures: readonly SeenFailure[]) => costOf(failures).msUntilFixed / 60_000;
  expect(minutesOf(failure(detour(0, 2)), failure(detour(1, 4)))).toBe(4);
  expect(minutesOf(failure(detour(0, 4)), failure(detour(1, 2)))).toBe(4);
  expect(minutesOf(failure(detour(0, 2)), failure({ log: 2, ...detour(1, 4) }))).toBe(5);
  expect(minutesOf(failure(detour(0, 5)))).toBe(5);
  expect(minutesOf(failure(detour(0, 6)))).toBe(0);
});

test("the order of what was seen changes nothing, and mistakes together cost no more than each by itself", () => {
  const seen = fc.record({
    lesson: fc.constantFrom("a", "b"),
    log: fc.integer({ min: 1, max: 3 }),
    session: fc.constantFrom("s1", "s2"),
    attempts: fc.integer({ min: 1, max: 4 }),
    failedCalls: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
    isFixed: fc.constant(true),
    detour: fc
      .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }))
      .map(([from, to]) => detour(from, to).detour),
  });
  fc.assert(
    fc.property(fc.array(seen), (failures) => {
      expect(mistakeCosts(failures.toReversed())).toEqual(mistakeCosts(failures));
      const apart = mistakeCosts(failures);
      const ids = new Set(apart.map(({ lesson }) => lesson));
      const together = costOf(failures.filter(({ lesson }) => ids.has(lesson)));
      for (const key of ["failedCalls", "msUntilFixed"] as const)
        expect(together[key]).toBeLessThanOrEqual(apart.reduce((sum, each) => sum + each[key], 0));
    }),
    law(),
  );
});

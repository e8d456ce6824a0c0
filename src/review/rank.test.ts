import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../test/kit/law.ts";
import { noon } from "../../test/kit/store.ts";
import { byWorth, type Standing } from "./rank.ts";

const minute = 60_000;
const at = (days: number) => new Date(Date.parse(noon) + days * 24 * 60 * minute).toISOString();

interface Change extends Partial<Omit<Standing, "lesson" | "failures">> {
  readonly flags?: Standing["lesson"]["flags"];
  readonly isReviewed?: boolean;
  readonly priority?: number;
  readonly sessions?: number;
  readonly minutes?: number;
  readonly isFixed?: boolean;
  readonly isGeneral?: boolean;
  readonly isSaid?: boolean;
}

/** A fact of two sessions that cost a minute and has a fix, but for what the test is about. */
function standing(slug: string, change: Change = {}): Standing {
  const {
    flags = [],
    priority = 5,
    sessions = 2,
    minutes = 1,
    isFixed = true,
    isGeneral = false,
  } = change;
  return {
    lesson: {
      slug,
      priority,
      confidence: 0.5,
      flags,
      stage:
        change.isReviewed === true
          ? { status: "reviewed", since: noon, by: "model" }
          : { status: "candidate", since: noon },
    },
    counts: { occurrenceCount: sessions, sessionCount: sessions, projectCount: 1 },
    lastSeenAt: change.lastSeenAt ?? noon,
    failures:
      change.isSaid === true
        ? undefined
        : { failedCalls: sessions, msUntilFixed: minutes * minute, isFixed, isGeneral },
    fires: change.fires,
  };
}

const fires = (failed: number, fired: number, isTooBroad = false) => ({
  fires: { fired, failed, isTooBroad },
});

test.each<[string, Change, Change]>([
  ["cost more time", { minutes: 5 }, {}],
  ["fires mostly at calls that failed", fires(9, 10), fires(3, 10)],
  ["was seen a month later", { lastSeenAt: at(31), minutes: 3 }, { minutes: 5 }],
  ["has a fix that worked", { minutes: 4 }, { minutes: 5, isFixed: false }],
  ["has a fix at all", { minutes: 3, isFixed: false }, { minutes: 4, flags: ["needsHumanFix"] }],
  ["came back", { minutes: 1 }, { sessions: 1, minutes: 60 }],
  ["is true here and not everywhere", { sessions: 1 }, { minutes: 60, isGeneral: true }],
  ["is not too broad", { sessions: 1, minutes: 1 }, { minutes: 60, ...fires(60, 60, true) }],
  ["is in the first list", fires(1, 100, true), { flags: ["maybe"], minutes: 60 }],
  ["a model has let through", { isReviewed: true, sessions: 1 }, { minutes: 60 }],
  ["has no trigger, before one that fires at calls that go well", {}, fires(1, 10)],
  ["has a trigger that met no call", fires(0, 0), fires(5, 10)],
  [
    "somebody said, whatever the calls at which it fires did",
    { isSaid: true, ...fires(0, 9) },
    { minutes: 0 },
  ],
  ["is more important, where nothing else differs", { priority: 7 }, {}],
])("first comes what %s", (_why, first, second) => {
  const [one, other] = [standing("b", first), standing("a", second)];
  expect([other, one].toSorted(byWorth)).toEqual([one, other]);
});

test("law: the order is total, and does not depend on the order before", () => {
  const any = fc.record({
    flags: fc.subarray(["maybe", "needsHumanFix"]),
    isReviewed: fc.boolean(),
    isSaid: fc.boolean(),
    isFixed: fc.boolean(),
    priority: fc.integer({ min: 1, max: 10 }),
    sessions: fc.integer({ min: 1, max: 3 }),
    minutes: fc.integer({ min: 0, max: 9 }),
    lastSeenAt: fc.integer({ min: 0, max: 400 }).map(at),
    fires: fc.option(
      fc.record({
        fired: fc.integer({ min: 0, max: 9 }),
        failed: fc.constant(0),
        isTooBroad: fc.boolean(),
      }),
      { nil: undefined },
    ),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (changes) => {
      const all = changes.map((change, n) => standing(`s${n}`, change as Change));
      const ranked = all.toSorted(byWorth);
      expect(all.toReversed().toSorted(byWorth)).toEqual(ranked);
      for (const [n, one] of ranked.entries())
        for (const other of ranked.slice(n + 1)) expect(byWorth(one, other)).toBeLessThan(0);
    }),
    law(),
  );
});

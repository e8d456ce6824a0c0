import { expect, test } from "vitest";
import { ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { recurrenceRate, type RecurrenceRate, SessionTally } from "./recurrence-rate.ts";

const dayMs = 86_400_000;
const activatedAt = "2026-03-01T00:00:00.000Z";

/** Sessions of an hour, so many days from the activation, with how often the mistake was made in each. */
function rateOf(
  sessions: readonly (readonly [day: number, times: number])[],
  { scope = "global", hours = 1 }: { scope?: "global" | "project:ours"; hours?: number } = {},
): RecurrenceRate {
  const book = new SessionTally();
  const failures = new Map();
  for (const [index, [day, times]] of sessions.entries()) {
    const log = { ...ourLog, number: index, sessionId: `s${index}` };
    const start = Date.parse(activatedAt) + day * dayMs;
    const calls = [start, start + hours * 3_600_000].map((time) =>
      ledgerCall({ log, at: new Date(time).toISOString() }),
    );
    const seen = calls.map((call) => book.add(call))[0];
    if (times > 0) failures.set(seen, times);
  }
  const elsewhere = { ...ourLog, number: 999, sessionId: "elsewhere", projectId: "theirs" };
  book.add(ledgerCall({ log: elsewhere, at: "2026-01-01T00:00:00.000Z" }));
  return recurrenceRate({ scope, activatedAt }, book.all(), failures);
}

const many = (count: number, day: number, times: number) =>
  Array.from({ length: count }, (_, index): [number, number] => [day + index / 100, times]);

test("a mistake that is no longer made fell beyond chance", () => {
  const rate = rateOf([...many(10, -20, 2), ...many(5, -10, 0), ...many(20, 1, 0)], {
    scope: "project:ours",
  });
  expect(rate).toEqual({
    before: {
      sessions: 15,
      withMistake: 10,
      per100: 66.7,
      low: 41.7,
      high: 84.8,
      timesWhereMade: 2,
    },
    after: { sessions: 20, withMistake: 0, per100: 0, low: 0, high: 16.1, timesWhereMade: 0 },
    underWay: 0,
    fallPer100: { low: 37, high: 84.8 },
    says: "fell",
    weeks: [
      { week: -3, sessions: 10, withMistake: 10 },
      { week: -2, sessions: 5, withMistake: 0 },
      { week: 0, sessions: 20, withMistake: 0 },
    ],
  });
});

test("it rose, or nothing can be said", () => {
  expect(rateOf([...many(20, -20, 0), ...many(20, 1, 1)]).says).toBe("rose");
  expect(rateOf([...many(20, -20, 1), ...many(20, 1, 1)]).says).toBe("no-difference");
});

test("below ten sessions on one side there are too few to tell, whatever they show", () => {
  const few = rateOf([...many(30, -20, 1), ...many(9, 1, 0)]);
  expect(few).toMatchObject({ says: "too-few", fallPer100: null, after: { sessions: 9 } });
  expect(rateOf([...many(30, -20, 1), ...many(10, 1, 0)]).says).toBe("fell");
});

test("a session that was under way when the lesson became active is on neither side", () => {
  const rate = rateOf([[-0.5, 1]], { hours: 24 });
  expect(rate).toMatchObject({ underWay: 1, after: { sessions: 0 }, weeks: [{ week: -9 }] });
  // The session of another project is within reach of a lesson that holds everywhere.
  expect(rate.before).toMatchObject({ sessions: 1, withMistake: 0 });
});

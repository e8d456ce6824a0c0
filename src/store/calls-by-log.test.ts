import { expect, test } from "vitest";
import { foundEpisode, sayingStory } from "../../test/kit/episode.ts";
import { keepLedger, ledgerCall, ourLog } from "../../test/kit/ledger.ts";
import { freshWorkshop } from "../../test/kit/store.ts";
import type { Database } from "./database.ts";
import { eachLogOfCalls, medianTime } from "./calls-by-log.ts";
import { insertEpisodes } from "./episodes.ts";

const noon = "2026-01-01T12:00:00.000Z";
const one = "2026-01-01T13:00:00.000Z";
const two = "2026-01-01T14:00:00.000Z";
const second = { ...ourLog, number: 2, sessionId: "s2" };

test("each log comes once with its calls in order, however they were written, and with its corrections", () => {
  const { database } = freshWorkshop();
  const calls = [
    ledgerCall({ ordinal: 1, at: one, thread: "explore" }),
    ledgerCall({ log: second, ordinal: 0, at: two }),
    ledgerCall({ ordinal: 0, at: noon }),
  ];
  keepLedger(database, calls);
  correct(database, 2, [9, 4]);
  const [later, other, first] = calls;
  expect([...eachLogOfCalls(database, {})]).toEqual([
    { calls: [first, later], corrections: [] },
    { calls: [other], corrections: [4, 9] },
  ]);
  expect([...eachLogOfCalls(database, { since: one, until: two })]).toEqual([
    { calls: [later], corrections: [] },
  ]);
  expect([...eachLogOfCalls(database, { since: "2027" })]).toEqual([]);
});

test("the median is the time of the call in the middle; calls without a time and copies have no say", () => {
  const { database } = freshWorkshop();
  expect(medianTime(database)).toBeUndefined();
  const times = [two, noon, one, null, null];
  keepLedger(
    database,
    times.map((at, ordinal) => ledgerCall({ at, ordinal })),
  );
  expect(medianTime(database)).toBe(one);
  expect(medianTime(database, one)).toBe(two);
  database.exec("UPDATE calls SET is_copy = 1 WHERE ordinal > 0");
  expect(medianTime(database)).toBe(two);
});

function correct(database: Database, log: number, lines: readonly number[]): void {
  insertEpisodes(
    database,
    { log, agent: ourLog.agent, isOpen: false },
    lines.map((line) => foundEpisode({ line, kind: "user-correction", story: sayingStory("no") })),
  );
}

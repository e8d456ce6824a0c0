import { expect, test } from "vitest";
import { keepLedger, ledgerCall } from "../../../test/kit/ledger.ts";
import { freshContext } from "../../../test/kit/store.ts";
import { startOfNewestCalls } from "./calls.ts";
import { eachReplayCall } from "./replay-calls.ts";

test("the newest calls are as many as were asked for, and all of them need no beginning", () => {
  const { database } = freshContext();
  keepLedger(
    database,
    [3, 1, 5, 2, 4].map((day, ordinal) =>
      ledgerCall({ ordinal, line: ordinal + 1, at: `2026-01-0${day}T12:00:00.000Z` }),
    ),
  );
  const count = (most: number) => {
    const since = startOfNewestCalls(database, most);
    return [since, [...eachReplayCall(database, since === undefined ? {} : { since })].length];
  };
  expect([1, 3, 5, 6].map(count)).toEqual([
    ["2026-01-05T12:00:00.000Z", 1],
    ["2026-01-03T12:00:00.000Z", 3],
    [undefined, 5],
    [undefined, 5],
  ]);
});

import { expect, test } from "vitest";
import { keepLedger, ledgerCall } from "../../test/kit/ledger.ts";
import { freshWorkshop, noon } from "../../test/kit/store.ts";
import { insertEpisodes } from "./episodes.ts";
import { copyEpisodes, knownMistakes, mistakesSince } from "./known-mistakes.ts";

const onePm = "2026-01-01T13:00:00.000Z";
const twoPm = "2026-01-01T14:00:00.000Z";

/** A failure at each hour, words of a person, and a failure that a forked session repeats. */
function history() {
  const { database } = freshWorkshop();
  keepLedger(database, [ledgerCall()]);
  const episode = (line: number, seenAt: string, is: string) => ({
    line,
    lines: "[]",
    kind: "tool-error-fixed",
    verdict: "accepted",
    seenAt,
    block: "b",
    cluster: `c${line}`,
    anchorKey: line,
    isOpen: false,
    details: JSON.stringify({ is }),
  });
  insertEpisodes(database, 1, [
    episode(1, noon, "failure"),
    episode(2, onePm, "failure"),
    episode(3, onePm, "saying"),
    episode(4, twoPm, "failure"),
  ]);
  database.exec("UPDATE episodes SET is_copy = 1 WHERE line = 4");
  return database;
}

test("mistakes are calls that failed, from the time on that is asked for, and no copies", () => {
  expect(mistakesSince(history(), onePm)).toEqual([{ log: 1, line: 2, cluster: "c2" }]);
});

test("a fresh store gets what was found in a period, and the other one stays as it is", () => {
  const [from, { database: to }] = [history(), freshWorkshop()];
  copyEpisodes(from, to, { since: onePm, until: twoPm });
  const known = { sessions: new Set(["claude-code\0s1"]), lesson: undefined };
  expect(knownMistakes(to)).toEqual(
    new Map([
      ["c2", known],
      ["c3", known],
    ]),
  );
  expect(knownMistakes(from).size).toBe(3);
});

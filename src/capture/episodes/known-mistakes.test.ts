import { expect, test } from "vitest";
import { failureStory, foundEpisode, sayingStory } from "../../../test/kit/episode.ts";
import { keepLedger, ledgerCall } from "../../../test/kit/ledger.ts";
import { freshContext, noon } from "../../../test/kit/store.ts";
import { clusterOf, insertEpisodes } from "./episodes.ts";
import { copyEpisodes, knownMistakes, mistakesSince } from "./known-mistakes.ts";

const onePm = "2026-01-01T13:00:00.000Z";
const twoPm = "2026-01-01T14:00:00.000Z";

const atOne = failureStory({ signature: "at one" });
const said = sayingStory("no");

/** A failure at each hour, words of a person, and a failure that a forked session repeats. */
function history() {
  const { database } = freshContext();
  keepLedger(database, [ledgerCall()]);
  insertEpisodes(database, { log: 1, agent: "claude-code", projectId: "ours", isOpen: false }, [
    foundEpisode({ line: 1, seenAt: noon, story: failureStory({ signature: "at noon" }) }),
    foundEpisode({ line: 2, seenAt: onePm, story: atOne }),
    foundEpisode({ line: 3, seenAt: onePm, story: said }),
    foundEpisode({ line: 4, seenAt: twoPm, story: failureStory({ signature: "at two" }) }),
  ]);
  database.exec("UPDATE episodes SET is_copy = 1 WHERE line = 4");
  return database;
}

test("mistakes are calls that failed, from the time on that is asked for, and no copies", () => {
  expect(mistakesSince(history(), onePm)).toEqual([
    { log: 1, line: 2, cluster: clusterOf(atOne, "ours").cluster },
  ]);
});

test("a fresh store gets what was found in a period, and the other one stays as it is", () => {
  const [from, { database: to }] = [history(), freshContext()];
  copyEpisodes(from, to, { since: onePm, until: twoPm });
  const known = { sessions: new Set(["claude-code\0s1"]), lesson: undefined };
  expect(knownMistakes(to)).toEqual(
    new Map([
      [clusterOf(atOne, "ours").cluster, known],
      [clusterOf(said, "ours").cluster, known],
    ]),
  );
  expect(knownMistakes(from).size).toBe(3);
});

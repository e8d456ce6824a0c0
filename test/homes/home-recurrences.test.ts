import { expect, test } from "vitest";
import { countRecurrences } from "../../scripts/home-recurrences.ts";
import type { ReferenceRow } from "../../scripts/homes.ts";
import { insertEpisodes } from "../../src/capture/episodes/episodes.ts";
import type { FailureStory } from "../../src/capture/episodes/episode.ts";
import { failureStory, foundEpisode } from "../kit/episode.ts";
import { keepLedger, ledgerCall, ourLog } from "../kit/ledger.ts";
import { freshContext, freshFolder } from "../kit/store.ts";

/** What no rule knows, so that only what was seen can say how to mend it. */
const unfixed: Partial<FailureStory> = {
  fact: { class: "message", subject: "the cache is stale" },
  failureClass: "unknown",
  about: "unknown",
  head: "make site",
  command: "make site",
  headline: "the cache is stale",
};
const fixed = { ...unfixed, fix: { line: 9, command: "make site --always-make" } };
const locked = { ...fixed, fact: { class: "message", subject: "the cache is locked" } };
const slip = { ...fixed, about: "harness" };

/** Each session starts an hour after the one before it, and fails once, at line 1. */
function counted(
  stories: readonly Partial<FailureStory>[],
  facts: readonly string[] = stories.map(() => "stale"),
) {
  const context = freshContext();
  const { database } = context;
  // The last session has the first log: only the start decides.
  const logs = stories.map((_, index) => stories.length - index);
  keepLedger(
    database,
    logs.map((number) => ledgerCall({ log: { ...ourLog, number, sessionId: `s${number}` } })),
  );
  for (const [index, number] of logs.entries()) {
    const at = `2026-01-01T1${index}:00:00.000Z`;
    database.prepare("UPDATE logs SET started_at = ? WHERE number = ?").run(at, number);
    const place = { log: number, agent: "claude-code", projectId: "ours", isOpen: false };
    const story = failureStory(stories[index]);
    insertEpisodes(database, place, [foundEpisode({ seenAt: at, anchor: at, story })]);
  }
  const rows = logs.map((number, index): ReferenceRow => {
    const place = { home: "our__repo", session: `s${number}`, line: 1 };
    return { ...place, kind: "env", fact: facts[index] ?? "" };
  });
  const printed = () => undefined;
  return countRecurrences(context, [...rows, ...rows], { scratch: freshFolder(), printed });
}

test("a fact counts once a session, from the second one on, and needs two before it was seen in two", () => {
  expect(counted([fixed, fixed, fixed])).toMatchObject({
    all: 2,
    twoBefore: 1,
    known: { afterOne: 2, afterTwo: 1 },
  });
});

test("the first list holds what earlier sessions put there: a fix that is seen later does not count", () => {
  expect(counted([unfixed, unfixed, fixed, unfixed])).toMatchObject({
    all: 3,
    twoBefore: 2,
    known: { afterOne: 3, afterTwo: 2 },
    listed: { afterOne: 1, afterTwo: 1 },
  });
});

test("a slip of the agent's own tools is known, but not in the first list", () => {
  expect(counted([slip, slip, slip])).toMatchObject({
    known: { afterOne: 2, afterTwo: 1 },
    listed: { afterOne: 0, afterTwo: 0 },
  });
});

test("what the reference calls one fact and we call two is known only by the sessions of the same one", () => {
  expect(counted([fixed, locked, fixed, fixed])).toMatchObject({
    all: 3,
    twoBefore: 2,
    known: { afterOne: 2, afterTwo: 1 },
  });
});

test("what we call one fact and the reference calls two is not known by the sessions of the other", () => {
  expect(counted([fixed, fixed, fixed], ["stale", "another", "stale"])).toMatchObject({
    all: 1,
    twoBefore: 0,
    known: { afterOne: 1, afterTwo: 0 },
  });
});

test("a fact that did not fail before is no recurrence", () => {
  expect(counted([fixed, locked], ["stale", "locked"]).all).toBe(0);
});

test("a fact is on the card from the third session on, with what its lines have in common with the calls", () => {
  const missing: Partial<FailureStory> = {
    fact: { class: "not-installed", subject: "jq" },
    failureClass: "command-not-found",
    about: "environment",
    head: "jq",
    command: "jq . a.json",
    headline: "bash: jq: command not found",
  };
  expect(counted([missing, missing, missing, missing])).toMatchObject({
    all: 3,
    onCard: 2,
    inContext: 2,
    // The first time that it came back it was not on the card yet.
    prevented: {
      names: { part: 2 * (1 - 3 / 53), whole: 3 },
      habits: { part: 0, whole: 0 },
    },
    card: {
      // The calls of the ledger are of another program.
      concerned: { part: 0, whole: 2 },
      contradicted: { part: 0, whole: 1 },
      lines: ["`jq` is not installed: do without it\tnot-installed jq"],
    },
  });
});

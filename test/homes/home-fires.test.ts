import { expect, test } from "vitest";
import { HomeFires, isBareHead, sameFacts } from "../../scripts/home-fires.ts";
import { settleClusters } from "../../src/capture/derive/settle-clusters.ts";
import type { FailureStory } from "../../src/capture/episodes/episode.ts";
import { insertEpisodes } from "../../src/capture/episodes/episodes.ts";
import type { LedgerCall } from "../../src/capture/ledger/ledger-call.ts";
import { queryAll } from "../../src/platform/database/database.ts";
import { failureStory, foundEpisode } from "../kit/episode.ts";
import { keepLedger, ledgerCall, ourLog } from "../kit/ledger.ts";
import { freshContext } from "../kit/store.ts";

const withoutLib: Partial<FailureStory> = {
  fact: { class: "message", subject: "no targets" },
  failureClass: "unknown",
  about: "environment",
  head: "cargo test",
  command: "cargo test --lib",
  headline: "error: no targets",
  fix: { line: 9, command: "cargo test" },
};
const missing: Partial<FailureStory> = {
  fact: { class: "not-installed", subject: "python" },
  failureClass: "command-not-found",
  about: "environment",
  head: "python",
  command: "python a.py",
  headline: "bash: python: command not found",
  fix: { line: 9, command: "python3 a.py" },
};

const failedAs = (fact: string, command: string) => ({ outcome: "error" as const, fact, command });
const ownFact = "message no targets";

/** The fires of one session, which three sessions that failed like this went before. */
function firesOf(
  story: Partial<FailureStory>,
  calls: readonly Partial<LedgerCall>[],
  printed: readonly string[],
) {
  const context = freshContext();
  const { database } = context;
  const logs = [1, 2, 3, 4].map((number) => ({ ...ourLog, number, sessionId: `s${number}` }));
  const { command = "", fact } = story;
  const before = logs.slice(0, 3).map((log, ordinal) => ({
    ...failedAs(`${fact?.class} ${fact?.subject}`, command),
    log,
    ordinal,
  }));
  const now = calls.map((call, ordinal) => ({ ...call, log: logs[3] ?? ourLog, ordinal }));
  keepLedger(database, before.map(ledgerCall));
  const { database: scanned } = freshContext();
  keepLedger(scanned, now.map(ledgerCall));
  const place = { agent: "claude-code", projectId: "ours", isOpen: false };
  for (const { number } of logs.slice(0, 3)) {
    const at = `2026-01-0${number}T12:00:00.000Z`;
    const episode = foundEpisode({ seenAt: at, anchor: at, story: failureStory(story) });
    insertEpisodes(database, { ...place, log: number }, [episode]);
  }
  const found = queryAll<{ block: string; cluster: string }>(
    database,
    "SELECT DISTINCT block, cluster FROM episodes",
  );
  settleClusters(context, found as never, {
    lessonCreated() {},
    lessonGrown() {},
    lessonSkipped() {},
  });
  const fires = new HomeFires(
    scanned,
    (log, ordinal) => (log === 4 ? [printed[ordinal] ?? ""] : undefined),
    sameFacts(scanned, []),
  );
  fires.begin(database, "s4");
  return fires.figures();
}

test("a line that comes with the error of something else is false, and each lesson comes once a session", () => {
  const other = failedAs("test-failure", "cargo test --lib");
  const own = failedAs(ownFact, "cargo test --lib");
  const texts = ["test result: FAILED", "error: no targets"];
  expect(firesOf(withoutLib, [other, own], texts).withError).toEqual({ part: 1, whole: 1 });
  expect(firesOf(withoutLib, [own, other], texts.toReversed()).withError).toEqual({
    part: 0,
    whole: 1,
  });
});

test("what prints no message of its fact brings no line at all", () => {
  const other = failedAs("own-script-failed", "python b.py");
  const own = failedAs("not-installed python", "python b.py");
  const { withError } = firesOf(missing, [other], ["Traceback (most recent call last):"]);
  expect(withError).toEqual({ part: 0, whole: 0 });
  const { withError: met } = firesOf(missing, [own], ["bash: python: command not found"]);
  expect(met).toEqual({ part: 0, whole: 1 });
});

test("a hold or a fix that review would offer is false at a call that goes well", () => {
  const call = { command: "cargo test --lib" };
  expect(firesOf(withoutLib, [call], []).before).toEqual({ part: 1, whole: 1 });
  expect(firesOf(withoutLib, [failedAs(ownFact, call.command)], []).before).toEqual({
    part: 0,
    whole: 1,
  });
});

test("a name that is wrong is no bare head, and a program whose calls mostly go well is one", () => {
  expect(isBareHead("^python(?!\\S)", "not-installed python")).toBe(false);
  expect(isBareHead("^git\\s+push(?!\\S)(?=.*\\s--force(?![^\\s=]))", "message rejected")).toBe(
    false,
  );
  expect(isBareHead("^git\\s+push(?!\\S)", "message rejected")).toBe(true);
  expect(firesOf(missing, [], []).bareHeads).toBe(0);
});

import { expect, test } from "vitest";
import { SpoolGround } from "../../../test/kit/spool.ts";
import { add, freshContext, gitStash, noon, versionBump } from "../../../test/kit/store.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import type { Database } from "../../platform/database/database.ts";
import { isWithheld } from "./assignment.ts";
import { endTrial, insertTrial, latestTrial, runningTrial, trialEntries } from "./trials.ts";

const onePm = "2026-01-01T13:00:00.000Z";
const id = "01J0000000000000000000TRYA";

function begun() {
  const context = freshContext();
  const { database } = context;
  const [stash, bump] = [add(context, gitStash), add(context, versionBump)];
  const trial = { id, share: 500, included: [], lessons: [stash.id], startedAt: noon } as const;
  insertTrial(database, trial);
  const sessionOn = (isWithout: boolean) => {
    for (let number = 0; ; number += 1)
      if (isWithheld(trial, `s${number}`, stash.id) === isWithout) return `s${number}`;
  };
  return { database, stash, bump, trial, without: sessionOn(true), told: sessionOn(false) };
}

/** A note as the hook writes it, but for what the test is about. */
function note(change: object): string {
  return `${JSON.stringify({
    version: 1,
    at: noon,
    trial: id,
    agent: "claude-code",
    subagent: null,
    call: "toolu_01",
    tool: "Bash",
    moment: "call",
    with: [],
    without: [],
    tookMs: 9,
    ...change,
  })}\n`;
}

async function taken(database: Database, ...notes: readonly string[]) {
  const ground = new SpoolGround();
  ground.append("trial.jsonl", notes.join(""));
  const { skipped } = await ground.take(database);
  return { skipped, entries: trialEntries(database, id) };
}

test("the assignment is recorded before the outcome: both sides are in the store before any log is read", async () => {
  const { database, stash, without, told } = begun();
  const { entries } = await taken(
    database,
    note({ session: without, without: [stash.id] }),
    note({ session: told, with: [stash.id], moment: "error", subagent: "a7", at: onePm }),
  );
  const place = {
    lesson: stash.id,
    agent: "claude-code",
    idKey: shortHash("toolu_01"),
    tool: "Bash",
  };
  expect(entries).toEqual([
    { ...place, sessionId: without, subagent: null, at: noon, moment: "call", isWithheld: true },
    { ...place, sessionId: told, subagent: "a7", at: onePm, moment: "error", isWithheld: false },
  ]);
});

test("a session enters once for a lesson, with what was noted first", async () => {
  const { database, stash, without } = begun();
  const start = note({
    session: without,
    without: [stash.id],
    moment: "start",
    call: null,
    tool: null,
  });
  const { entries, skipped } = await taken(
    database,
    start,
    note({ session: without, without: [stash.id], at: onePm }),
  );
  expect(entries.map(({ moment, at }) => [moment, at])).toEqual([["start", noon]]);
  expect(skipped).toBe(0);
});

test("a note cannot move a session to the other side, nor bring in another lesson or trial", async () => {
  const { database, stash, bump, without, told } = begun();
  const { entries, skipped } = await taken(
    database,
    note({ session: without, with: [stash.id] }),
    note({ session: told, without: [stash.id] }),
    note({ session: told, with: [bump.id] }),
    note({ session: told, with: [stash.id], trial: "01J0000000000000000000MESS" }),
    note({ session: told, with: [stash.id], moment: "never" }),
    note({ session: null, with: [stash.id] }),
  );
  expect(entries).toEqual([]);
  expect(skipped).toBe(6);
});

test("one trial runs at a time, the last one stays to be looked at, and its lessons stay as they were", () => {
  const { database, trial, bump } = begun();
  expect(runningTrial(database)).toEqual({ ...trial, stoppedAt: null });
  expect(() => insertTrial(database, { ...trial, id: "01J0000000000000000000NEXT" })).toThrow(
    "UNIQUE",
  );
  endTrial(database, id, onePm);
  expect(runningTrial(database)).toBeUndefined();
  expect(latestTrial(database)).toEqual({ ...trial, stoppedAt: onePm });
  const next = { ...trial, id: "01J0000000000000000000NEXT", lessons: [bump.id] };
  insertTrial(database, next);
  expect(latestTrial(database)).toEqual({ ...next, stoppedAt: null });
});

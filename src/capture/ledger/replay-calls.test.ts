import { expect, test } from "vitest";
import {
  failureStory,
  foundEpisode,
  sayingStory,
  storedEpisode,
} from "../../../test/kit/episode.ts";
import { keepLedger, ledgerCall, logPath, ourLog } from "../../../test/kit/ledger.ts";
import { add, freshContext, gitStash, noon } from "../../../test/kit/store.ts";
import type { Story } from "../episodes/episode.ts";
import type { Database } from "../../platform/database/database.ts";
import { insertEpisodes } from "../episodes/episodes.ts";
import { addHistory } from "../../lesson/table/history.ts";
import { lessonNumber } from "../../lesson/table/lessons.ts";
import { eachLogOfCalls, eachReplayCall, lessonOrigins, medianTime } from "./replay-calls.ts";
import { setSightings } from "../episodes/clusters.ts";

const onePm = "2026-01-01T13:00:00.000Z";
const twoPm = "2026-01-01T14:00:00.000Z";
const second = { ...ourLog, number: 2, sessionId: "s2" };

test("calls of a period: from its beginning on, without its end, and only those that have a time", () => {
  const { database } = freshContext();
  const times = [noon, onePm, twoPm, null];
  keepLedger(
    database,
    times.map((at, ordinal) => ledgerCall({ at, ordinal })),
  );
  const within = (period?: Parameters<typeof eachReplayCall>[1]) =>
    [...eachReplayCall(database, period)].map(({ at }) => at);
  expect(within()).toEqual(times);
  expect(within({ since: onePm })).toEqual([onePm, twoPm]);
  expect(within({ until: onePm })).toEqual([noon]);
  expect(within({ since: onePm, until: twoPm })).toEqual([onePm]);
});

test("a call that a forked session repeats is given once", () => {
  const { database } = freshContext();
  keepLedger(database, [ledgerCall(), ledgerCall({ log: { ...ourLog, number: 2 } })]);
  database.exec("UPDATE calls SET is_copy = 1 WHERE log = 2");
  expect([...eachReplayCall(database)]).toEqual([ledgerCall()]);
});

test("what a raw line ran has no program, so it is grouped by its tool", () => {
  const { database } = freshContext();
  const raw = ledgerCall({ command: "if (", head: "Bash" });
  keepLedger(database, [raw]);
  database.exec("UPDATE calls SET program = ''");
  expect([...eachReplayCall(database)]).toEqual([raw]);
});

const failure = failureStory({ head: "git stash", signature: "No local changes to save" });

test("a lesson comes from calls that failed, from words, and from places that others noted", () => {
  const context = freshContext();
  const { database } = context;
  const { id } = add(context, gitStash);
  keepLedger(database, [ledgerCall()]);
  seeEpisodes(database, id, [
    { line: 5, story: failure },
    { line: 9, story: sayingStory("no") },
  ]);
  const sighting = { is: "sighting", agent: "claude-code", seenAt: noon } as const;
  addHistory(database, id, {
    evidence: [
      { ...sighting, sessionId: "s1", place: { file: logPath(1), line: 7 } },
      { ...sighting, sessionId: "s1", place: { file: "~/elsewhere", line: 7 } },
      { ...sighting, sessionId: "s9" },
      { is: "tally", agent: "x", occurrences: 4, sessions: 2, projects: 1, seenAt: noon },
    ],
  });
  expect(lessonOrigins(database, [id, "unknown"])).toEqual(
    new Map([
      [
        id,
        {
          sightings: [{ call: { log: 1, line: 5 } }, {}, { call: { log: 1, line: 7 } }, {}, {}],
          failures: [{ tool: "Bash", head: "git stash", signature: "No local changes to save" }],
        },
      ],
    ]),
  );
});

test("lessons that were not asked for are left out", () => {
  const context = freshContext();
  const { id } = add(context, gitStash);
  keepLedger(context.database, [ledgerCall()]);
  seeEpisodes(context.database, id, [{ line: 5, story: failure }]);
  expect(lessonOrigins(context.database, [])).toEqual(new Map());
});

/** What a scan of the first log would have written. */
function seeEpisodes(
  database: Database,
  id: string,
  seen: readonly { readonly line: number; readonly story: Story }[],
): void {
  const places = insertEpisodes(
    database,
    { log: 1, agent: "claude-code", projectId: "ours", isOpen: false },
    seen.map(foundEpisode),
  );
  setSightings(
    database,
    lessonNumber(database, id),
    places.map(({ cluster }) => cluster),
    seen.map((episode, index) => ({
      ...storedEpisode({ ...episode, number: index + 1, file: logPath(1) }),
      quote: "",
    })),
  );
}

test("each log comes once with its calls in order, however they were written, and with its corrections", () => {
  const { database } = freshContext();
  const calls = [
    ledgerCall({ ordinal: 1, at: onePm, thread: "explore" }),
    ledgerCall({ log: second, ordinal: 0, at: twoPm }),
    ledgerCall({ ordinal: 0, at: noon }),
  ];
  keepLedger(database, calls);
  correct(database, 2, [9, 4]);
  const [later, other, first] = calls;
  expect([...eachLogOfCalls(database, {})]).toEqual([
    { calls: [first, later], corrections: [] },
    { calls: [other], corrections: [4, 9] },
  ]);
  expect([...eachLogOfCalls(database, { since: onePm, until: twoPm })]).toEqual([
    { calls: [later], corrections: [] },
  ]);
  expect([...eachLogOfCalls(database, { since: "2027" })]).toEqual([]);
});

test("the median is the time of the call in the middle; calls without a time and copies have no say", () => {
  const { database } = freshContext();
  expect(medianTime(database)).toBeUndefined();
  const times = [twoPm, noon, onePm, null, null];
  keepLedger(
    database,
    times.map((at, ordinal) => ledgerCall({ at, ordinal })),
  );
  expect(medianTime(database)).toBe(onePm);
  expect(medianTime(database, onePm)).toBe(twoPm);
  database.exec("UPDATE calls SET is_copy = 1 WHERE ordinal > 0");
  expect(medianTime(database)).toBe(twoPm);
});

function correct(database: Database, log: number, lines: readonly number[]): void {
  insertEpisodes(
    database,
    { log, agent: ourLog.agent, projectId: null, isOpen: false },
    lines.map((line) => foundEpisode({ line, kind: "user-correction", story: sayingStory("no") })),
  );
}

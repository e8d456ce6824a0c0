import fc from "fast-check";
import { expect, test } from "vitest";
import { failureStory, sayingStory, storedEpisode } from "../../../test/kit/episode.ts";
import type { StoredEpisode } from "../../capture/episodes/episode.ts";
import { measureCompliance, type InstructedConversation } from "./report-compliance.ts";
import { law } from "../../../test/kit/law.ts";

const noon = "2026-01-01T12:00:00.000Z";
const morning = "2026-01-01T08:00:00.000Z";
const sessions = { instructedSessions: 1, readSessions: 1 };

/** Calls on lines 10, 20, 30 … */
const callLines = Array.from({ length: 100 }, (_, index) => 10 * (index + 1));

function conversation(change: Partial<InstructedConversation>): InstructedConversation {
  return {
    agent: "claude-code",
    sessionId: "s1",
    model: "model-nine",
    thread: null,
    instructedAt: noon,
    callLines,
    episodes: [],
    reports: [],
    badReports: [],
    ...change,
  };
}

function failed(line: number, head = "git push", change: Partial<StoredEpisode> = {}) {
  const story = failureStory({ head });
  return storedEpisode({ line, lines: [line + 1], cluster: head, story, ...change });
}

const report = (line: number, words: string) => ({ line, at: noon, words });
const counts = (change: Partial<InstructedConversation>) =>
  measureCompliance([conversation(change)], sessions).all;

test.each<[string, object, Partial<InstructedConversation>]>([
  [
    "a mistake and a report right after it",
    { tags: 1, heuristicOnly: 0, percent: 100 },
    { episodes: [failed(10)], reports: [report(15, "it was refused")] },
  ],
  [
    "a mistake without a report",
    { tags: 0, heuristicOnly: 1, percent: 0, failures: { missed: 1 } },
    { episodes: [failed(10)] },
  ],
  [
    "two mistakes and one report: it is about the one that it names",
    { tags: 1, heuristicOnly: 1, percent: 50, failures: { missed: 1 } },
    { episodes: [failed(10), failed(20, "npm")], reports: [report(25, "git push needs a remote")] },
  ],
  [
    "the same mistake five times is one",
    { tags: 1, heuristicOnly: 0 },
    {
      episodes: [10, 20, 30, 40, 50].map((line) => failed(line)),
      reports: [report(55, "git push")],
    },
  ],
  [
    "a loop of retries is the calls that it is made of",
    { tags: 0, heuristicOnly: 1 },
    {
      episodes: [
        failed(10),
        failed(20, "git push", { cluster: "other" }),
        failed(10, "git push", { cluster: "loop", lines: [11, 20, 21] }),
      ],
    },
  ],
  [
    "a report about something that the log does not show",
    { tags: 1, heuristicOnly: 0, percent: 100 },
    { reports: [report(15, "anything")] },
  ],
  [
    "a report twenty calls later that names nothing",
    { tags: 1, heuristicOnly: 0, failures: { late: 0 } },
    { episodes: [failed(10)], reports: [report(215, "it was refused")] },
  ],
  [
    "a report twenty-one calls later that names nothing is about something else",
    { tags: 1, heuristicOnly: 1, failures: { missed: 1, late: 0 } },
    { episodes: [failed(10)], reports: [report(225, "it was refused")] },
  ],
  [
    "a report twenty-one calls later that names it is late",
    { tags: 1, heuristicOnly: 0, failures: { missed: 0, late: 1 } },
    { episodes: [failed(10)], reports: [report(225, "`git push` was refused")] },
  ],
  [
    "the mistake was made again shortly before the report: it is not late",
    { tags: 1, heuristicOnly: 0, failures: { late: 0 } },
    { episodes: [failed(10), failed(200)], reports: [report(225, "git push was refused")] },
  ],
  [
    "a report before the mistake is about something else",
    { tags: 1, heuristicOnly: 1 },
    { episodes: [failed(30)], reports: [report(15, "git push")] },
  ],
  [
    "a report that cannot be read is an attempt",
    { tags: 0, heuristicOnly: 1, percent: 0, failures: { missed: 0, malformed: 1 } },
    { episodes: [failed(10)], badReports: [{ line: 15, at: null, flaw: "malformed" }] },
  ],
  [
    "an incomplete report after a good one spoils nothing",
    { tags: 1, heuristicOnly: 0, failures: { missed: 0, incomplete: 1 } },
    {
      episodes: [failed(10)],
      reports: [report(15, "git push")],
      badReports: [{ line: 16, at: noon, flaw: "incomplete" }],
    },
  ],
  [
    "what was before it was shown the protocol is not held against it",
    { tags: 0, heuristicOnly: 0, percent: null, interval: null },
    { episodes: [failed(10, "git push", { seenAt: morning })] },
  ],
  [
    "a name inside another word is none",
    { tags: 1, heuristicOnly: 1 },
    { episodes: [failed(10, "go")], reports: [report(225, "google said no")] },
  ],
])("%s", (_what, expected, change) => {
  expect(counts(change)).toMatchObject(expected);
});

test("the share has an interval, groups and gates", () => {
  const result = measureCompliance(
    [
      conversation({ episodes: [failed(10)], reports: [report(15, "x"), report(95, "y")] }),
      conversation({ thread: "a7", model: "small", episodes: [failed(10)] }),
      conversation({ agent: "codex", model: null }),
    ],
    { instructedSessions: 12, readSessions: 10 },
  );
  const failures = { missed: 1, malformed: 0, incomplete: 0, late: 0 };
  const none = { missed: 0, malformed: 0, incomplete: 0, late: 0 };
  const all = {
    tags: 2,
    heuristicOnly: 1,
    percent: 66.7,
    interval: { low: 20.8, high: 93.9 },
    failures,
  };
  const empty = { tags: 0, heuristicOnly: 0, percent: null, interval: null, failures: none };
  const good = {
    tags: 2,
    heuristicOnly: 0,
    percent: 100,
    interval: { low: 34.2, high: 100 },
    failures: none,
  };
  const bad = {
    tags: 0,
    heuristicOnly: 1,
    percent: 0,
    interval: { low: 0, high: 79.3 },
    failures,
  };
  expect(result).toEqual({
    instructedSessions: 12,
    readSessions: 10,
    isEnough: true,
    all: { conversations: 3, ...all },
    byAgent: [
      { name: "claude-code", conversations: 2, ...all },
      { name: "codex", conversations: 1, ...empty },
    ],
    byModel: [
      { name: "model-nine", conversations: 1, ...good },
      { name: "small", conversations: 1, ...bad },
      { name: "unknown", conversations: 1, ...empty },
    ],
    byConversation: [
      { name: "main", conversations: 2, ...good },
      { name: "subagent", conversations: 1, ...bad },
    ],
    gates: [
      { abovePercent: 70, belowPercent: 40, verdict: "both" },
      { abovePercent: 80, belowPercent: 50, verdict: "both" },
    ],
  });
});

const line = fc.integer({ min: 1, max: 300 });
const anyConversation = fc.record({
  episodes: fc.array(
    fc
      .record({
        line,
        lines: fc.array(line, { maxLength: 3 }),
        seenAt: fc.constantFrom(morning, noon),
        cluster: fc.constantFrom("a", "b", "c", "d"),
        story: fc.constantFrom(failureStory(), failureStory({ head: "npm" }), sayingStory("no")),
      })
      .map(storedEpisode),
    { maxLength: 8 },
  ),
  reports: fc.array(
    fc.record({ line, at: fc.constant(noon), words: fc.constantFrom("git push", "npm", "x") }),
    { maxLength: 4 },
  ),
  badReports: fc.array(
    fc.record({ line, at: fc.constant(null), flaw: fc.constantFrom("malformed", "incomplete") }),
    { maxLength: 3 },
  ),
});

test("law: counts add up, no finding has two reports, and no order matters", () => {
  fc.assert(
    fc.property(anyConversation, fc.infiniteStream(fc.nat()), (change, stream) => {
      const result = counts(change);
      const { tags, heuristicOnly, failures } = result;
      const clusters = new Set(change.episodes.map(({ cluster }) => cluster));
      expect(tags).toBe(change.reports.length);
      expect(heuristicOnly).toBeLessThanOrEqual(clusters.size);
      expect(failures.missed).toBeLessThanOrEqual(heuristicOnly);
      expect(heuristicOnly - failures.missed).toBeLessThanOrEqual(change.badReports.length);
      expect(failures.late).toBeLessThanOrEqual(tags);
      const shuffled = <Item>(items: readonly Item[]) =>
        items
          .map((item) => ({ item, key: stream.next().value ?? 0 }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ item }) => item);
      const other = {
        episodes: shuffled(change.episodes),
        reports: shuffled(change.reports),
        badReports: shuffled(change.badReports),
      };
      expect(counts(other)).toEqual(result);
    }),
    law(),
  );
});

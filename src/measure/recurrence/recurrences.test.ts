import { expect, test } from "vitest";
import { ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import type { KnownMistake } from "../../capture/ledger/mistake.ts";
import { Recurrences, FailureTally, recurringMistakes } from "./recurrences.ts";
import { failureStory, sayingStory, storedEpisode } from "../../../test/kit/episode.ts";
import type { MeasuredEpisode } from "../../capture/episodes/episode.ts";

const elsewhere = new Set(["claude-code\0s9"]);
const known = new Map<string, KnownMistake>([
  ["weak", { sessions: elsewhere, lesson: undefined }],
  ["retired", { sessions: elsewhere, lesson: "not in use" }],
  ["vague", { sessions: elsewhere, lesson: "vague" }],
  ["sharp", { sessions: elsewhere, lesson: "sharp" }],
  ["own", { sessions: new Set(["claude-code\0s1"]), lesson: "sharp" }],
]);
const inUse = { all: new Set(["vague", "sharp"]), aimed: new Set(["sharp"]) };
const fires = [{ id: "sharp", shown: undefined }];
const failed = (line: number) => ledgerCall({ line, ordinal: line, outcome: "error" });

test("a mistake that comes back gets as far as what is known of it", () => {
  const clusters = ["new", "weak", "retired", "vague", "sharp", "sharp", "own"];
  const seen = clusters.map((cluster, index) => ({ log: 1, line: index + 1, cluster }));
  const recurrences = new Recurrences(seen, known, inUse);
  for (const { line } of seen) recurrences.add(failed(line), line === 6 ? fires : []);
  expect(recurrences.counts()).toEqual({
    all: 7,
    seenBefore: 5,
    learned: 3,
    aimed: 2,
    warned: 1,
  });
});

test("of several calls and clusters at a place, the one that gets farthest counts once", () => {
  const seen = ["new", "sharp", "weak"].map((cluster) => ({ log: 1, line: 4, cluster }));
  const recurrences = new Recurrences(seen, known, inUse);
  recurrences.add(failed(4), fires);
  recurrences.add(failed(4), []);
  expect(recurrences.counts()).toEqual({
    all: 1,
    seenBefore: 1,
    learned: 1,
    aimed: 1,
    warned: 1,
  });
});

test("what has no call that failed is no mistake, and a lesson about another one warns of nothing", () => {
  const seen = [1, 2, 3].map((line) => ({ log: 1, line, cluster: "vague" }));
  const recurrences = new Recurrences(seen, known, inUse);
  recurrences.add({ ...failed(1), outcome: "ok" }, fires);
  recurrences.add({ ...failed(2), log: { ...ourLog, number: 2 } }, fires);
  recurrences.add(failed(3), fires);
  expect(recurrences.counts()).toEqual({
    all: 1,
    seenBefore: 1,
    learned: 1,
    aimed: 0,
    warned: 0,
  });
});

const failure = { tool: "Bash", head: "git push", signature: "rejected" };

function sighting(change: Partial<MeasuredEpisode>): MeasuredEpisode {
  const pushed = {
    ...storedEpisode({ cluster: "push", seenAt: "2026-01-02" }),
    story: failureStory(failure),
  };
  return { ...pushed, slug: null, status: null, ...change };
}

test("what was seen in two sessions comes back, with every call that failed so", () => {
  const failures = new FailureTally();
  for (const outcome of ["error", "timeout", "ok", "rejected"] as const)
    failures.add(ledgerCall({ ...failure, outcome }));
  failures.add(ledgerCall({ ...failure, signature: "other", outcome: "error" }));
  const lesson = { slug: "push-0000", status: "candidate" };
  const seen = [
    sighting({}),
    sighting({
      sessionId: "s2",
      seenAt: "2026-01-01",
      story: failureStory({ ...failure, headline: "the first words" }),
      ...lesson,
    }),
    sighting({ sessionId: "s2", seenAt: "2026-01-03" }),
    sighting({ cluster: "said", story: sayingStory("never do that"), sessionId: "s1" }),
    sighting({ cluster: "said", story: sayingStory("never do that"), sessionId: "s2" }),
    sighting({ cluster: "once" }),
    sighting({ cluster: "once", seenAt: "2026-01-05" }),
  ];
  const expected = [
    {
      about: "git push: the first words",
      episodes: 3,
      sessions: 2,
      failedCalls: 2,
      firstAt: "2026-01-01",
      lastAt: "2026-01-03",
      lesson,
    },
    {
      about: "never do that",
      episodes: 2,
      sessions: 2,
      failedCalls: 0,
      firstAt: "2026-01-02",
      lastAt: "2026-01-02",
      lesson: null,
    },
  ];
  expect(recurringMistakes(seen, failures)).toEqual(expected);
  expect(recurringMistakes(seen.toReversed(), failures)).toEqual(expected);
});

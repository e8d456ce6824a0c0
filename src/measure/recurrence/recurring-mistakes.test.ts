import { expect, test } from "vitest";
import { failureStory, sayingStory, storedEpisode } from "../../../test/kit/episode.ts";
import { ledgerCall } from "../../../test/kit/ledger.ts";
import type { MeasuredEpisode } from "../../capture/episodes/episode.ts";
import { FailureTally, recurringMistakes } from "./recurring-mistakes.ts";

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

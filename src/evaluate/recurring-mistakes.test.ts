import { expect, test } from "vitest";
import { ledgerCall } from "../../test/kit/ledger.ts";
import { FailureTally, recurringMistakes, type MistakeSighting } from "./recurring-mistakes.ts";

const failure = { tool: "Bash", head: "git push", signature: "rejected" };

function sighting(change: Partial<MistakeSighting>): MistakeSighting {
  return {
    cluster: "push",
    about: "git push: rejected",
    session: "s1",
    at: "2026-01-02",
    failure,
    lesson: null,
    ...change,
  };
}

test("what was seen in two sessions comes back, with every call that failed so", () => {
  const failures = new FailureTally();
  for (const outcome of ["error", "timeout", "ok", "rejected"] as const)
    failures.add(ledgerCall({ ...failure, outcome }));
  failures.add(ledgerCall({ ...failure, signature: "other", outcome: "error" }));
  const lesson = { slug: "push-0000", status: "candidate" };
  const seen = [
    sighting({}),
    sighting({ session: "s2", at: "2026-01-01", about: "the first words", lesson }),
    sighting({ session: "s2", at: "2026-01-03" }),
    sighting({ cluster: "said", about: "never do that", failure: null, session: "s1" }),
    sighting({ cluster: "said", about: "never do that", failure: null, session: "s2" }),
    sighting({ cluster: "once" }),
    sighting({ cluster: "once", at: "2026-01-05" }),
  ];
  const expected = [
    {
      about: "the first words",
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

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  actors,
  advance,
  possibleVerdicts,
  recordMoves,
  type Stage,
  type Status,
  type Verdict,
} from "./lifecycle.ts";
import { law } from "../../../test/kit/law.ts";

const noon = "2026-01-01T12:00:00.000Z";
const onePm = "2026-01-01T13:00:00.000Z";

const stages: Record<Status, Stage> = {
  candidate: { status: "candidate", since: noon },
  reviewed: { status: "reviewed", since: noon, by: "model" },
  active: { status: "active", since: noon, confirmedBy: "person" },
  archived: { status: "archived", since: noon, because: "too niche" },
};

test("approving a candidate passes through reviewed", () => {
  expect(advance(stages.candidate, { verdict: "approve", by: "person" }, onePm)).toEqual([
    { status: "reviewed", since: onePm, by: "person" },
    { status: "active", since: onePm, confirmedBy: "person" },
  ]);
});

test("archiving keeps the reason, restoring brings back a candidate", () => {
  expect(
    advance(stages.active, { verdict: "archive", by: "person", because: "fixed upstream" }, onePm),
  ).toEqual([{ status: "archived", since: onePm, because: "fixed upstream" }]);
  expect(advance(stages.archived, { verdict: "restore", by: "person" }, onePm)).toEqual([
    { status: "candidate", since: onePm },
  ]);
});

test("undo leads back to the stage before", () => {
  expect(
    advance(stages.archived, { verdict: "undo", by: "person", to: stages.active }, onePm),
  ).toEqual([stages.active]);
});

test("the record of an approval has both moves", () => {
  const verdict: Verdict = { verdict: "approve", by: "person" };
  const passed = advance(stages.candidate, verdict, onePm) ?? [];
  expect(recordMoves("candidate", passed, verdict, onePm)).toEqual([
    { from: "candidate", to: "reviewed", at: onePm, by: "person", because: "approve" },
    { from: "reviewed", to: "active", at: onePm, by: "person", because: "approve" },
  ]);
});

const verdicts: fc.Arbitrary<Verdict> = fc
  .constantFrom(...actors)
  .chain((by) =>
    fc.constantFrom<Verdict>(
      { verdict: "review", by },
      { verdict: "approve", by },
      { verdict: "archive", by, because: "noise" },
      { verdict: "restore", by },
    ),
  );

/** DESIGN's table of moves, as pairs. Anything else is not a move. */
const allowed = new Set([
  "candidate→reviewed",
  "candidate→archived",
  "reviewed→active",
  "reviewed→archived",
  "active→archived",
  "archived→candidate",
]);

test("law: whatever is asked for, in whatever order, a lesson only makes the moves of the table", () => {
  fc.assert(
    fc.property(fc.array(verdicts, { maxLength: 30 }), (asked) => {
      let stage: Stage = stages.candidate;
      for (const verdict of asked) {
        const passed = advance(stage, verdict, onePm);
        expect(passed !== undefined).toBe(possibleVerdicts(stage.status).includes(verdict.verdict));
        for (const next of passed ?? []) {
          expect(allowed).toContain(`${stage.status}→${next.status}`);
          stage = next;
        }
      }
    }),
    law(),
  );
});

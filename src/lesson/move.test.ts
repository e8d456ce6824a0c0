import { expect, test } from "vitest";
import { add, freshContext, gitStash } from "../../test/kit/store.ts";
import { updateLesson } from "./table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import { moveLesson } from "./move.ts";
import { showLesson } from "./find.ts";

test("archiving and restoring are recorded, and the lesson is a candidate again", () => {
  const context = freshContext();
  const { slug } = add(context, gitStash);
  moveLesson(context, slug, { verdict: "archive", by: "person", because: "fixed upstream" });
  expect(showLesson(context, slug)).toMatchObject({
    status: "archived",
    archiveReason: "fixed upstream",
  });
  moveLesson(context, slug, { verdict: "restore", by: "person" });
  const { status, archivedAt, archiveReason, transitions } = showLesson(context, slug);
  expect({ status, archivedAt, archiveReason }).toEqual({
    status: "candidate",
    archivedAt: null,
    archiveReason: null,
  });
  expect(transitions.map(({ from, to, because }) => `${from} → ${to}: ${because}`)).toEqual([
    "none → active: added by hand",
    "active → archived: fixed upstream",
    "archived → candidate: restore",
  ]);
});

test("approving raises the confidence to the one that is delivered, and says so in the breakdown", () => {
  const context = { ...freshContext() };
  const config = { ...context.config, minConfidence: 0.65 };
  const candidate = add(context, { ...gitStash, status: "candidate", confidence: 0.4 });
  const score = {
    value: 0.4,
    formula: "observed-signals",
    parts: [{ label: "base", amount: 0.4 }],
    limits: [],
  } as const;
  updateLesson(context.database, { ...candidate, scores: { confidence: score } });
  const approved = moveLesson({ ...context, config }, candidate.slug, {
    verdict: "approve",
    by: "person",
  });
  expect(approved.confidence).toBe(0.65);
  expect(approved.scores?.confidence).toEqual({
    ...score,
    value: 0.65,
    limits: [{ label: "confirmed by a person", amount: 0.25 }],
  });
});

test("what is too doubtful is approved only with force", () => {
  const context = freshContext();
  const { slug } = add(context, { ...gitStash, status: "candidate", confidence: 0.29 });
  expect(() => moveLesson(context, slug, { verdict: "approve", by: "person" })).toThrow(
    "too low to activate",
  );
  expect(
    moveLesson(context, slug, { verdict: "approve", by: "person" }, { force: true }).stage.status,
  ).toBe("active");
});

test("a move that is not allowed says what is, and changes nothing", () => {
  const context = freshContext();
  const { slug } = add(context, gitStash);
  const attempt = () => moveLesson(context, slug, { verdict: "restore", by: "person" });
  expect(attempt).toThrow(
    new Fault("bad-move", `cannot restore ${slug}: it is active`, {
      hint: `lessons archive ${slug} --reason "…"`,
    }),
  );
  expect(showLesson(context, slug).transitions).toHaveLength(1);
});

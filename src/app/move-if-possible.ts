import type { Lesson } from "../core/lesson.ts";
import { advance, recordMoves, type Verdict } from "../core/lifecycle.ts";
import { storeChange } from "./lesson-change.ts";
import type { Workshop } from "./workshop.ts";

/** A move that the scanner makes, inside the caller's transaction. One that means nothing at its stage is none. */
export function moveIfPossible(
  { database, system }: Pick<Workshop, "database" | "system">,
  lesson: Lesson,
  verdict: Verdict,
): void {
  const now = system.now();
  const passed = advance(lesson.stage, verdict, now);
  const stage = passed?.at(-1);
  if (passed === undefined || stage === undefined) return;
  storeChange(database, {
    before: lesson,
    after: { ...lesson, stage, updatedAt: now },
    edits: [],
    transitions: recordMoves(lesson.stage.status, passed, verdict, now),
  });
}

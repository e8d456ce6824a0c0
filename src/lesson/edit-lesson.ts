import type { Lesson } from "./record/lesson.ts";
import { inTransaction } from "../platform/database/database.ts";
import { applyEdit, fieldEdits, fieldNamed, judgePatterns } from "./apply-edit.ts";
import { requireLesson } from "./find-lesson.ts";
import { storeChange } from "./lesson-change.ts";
import type { Context } from "../platform/context.ts";

export interface EditOutcome {
  readonly lesson: Lesson;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
}

/**
 * Changes one field to what a person typed, by the rules for a new lesson. What was there before is
 * kept in the history. A status is moved, not edited.
 */
export async function editLesson(
  context: Context,
  name: string,
  field: string,
  typed: string,
): Promise<EditOutcome> {
  const { database, system } = context;
  const current = requireLesson(database, name);
  const flags = await judgePatterns(current, applyEdit(current, field, typed));

  return inTransaction(database, () => {
    // Patterns may have been judged for seconds: the edit is made on the newest state.
    const lesson = requireLesson(database, current.id);
    const now = system.now();
    const edited = { ...applyEdit(lesson, field, typed), ...flags, updatedAt: now };
    const { name: known, take } = fieldNamed(lesson, field);
    const outcome = { field: known, before: take(lesson), after: take(edited) };
    const edits = fieldEdits(lesson, edited, [known], { at: now, by: "person" });
    if (edits.length === 0) return { ...outcome, lesson, isChanged: false };
    storeChange(database, { before: lesson, after: edited, edits, transitions: [] });
    return { ...outcome, lesson: edited, isChanged: true };
  });
}

import type { Instant, Lesson } from "../../core/lesson.ts";
import type { PlannedAct } from "../../core/review/planned-act.ts";
import { applyEdit, fieldEdits, fieldNamed, judgePatterns } from "../apply-edit.ts";
import type { LessonChange } from "../lesson-change.ts";

/** What the edits of an act, and how it wants the lesson delivered, make of it. One row of history for each field. */
export async function plannedEdits(
  lesson: Lesson,
  { edits, delivery }: Pick<PlannedAct, "edits" | "delivery">,
  now: Instant,
): Promise<LessonChange> {
  const wanted =
    delivery === undefined ? edits : [...edits, { field: "delivery", value: delivery }];
  let edited = lesson;
  for (const { field, value } of wanted) edited = applyEdit(edited, field, value);
  const flags = await judgePatterns(lesson, edited);
  const fields = [...new Set(wanted.map(({ field }) => fieldNamed(lesson, field).name))];
  const history = fieldEdits(lesson, edited, fields, { at: now, by: "person" });
  return {
    before: lesson,
    after: history.length === 0 ? lesson : { ...edited, ...flags, updatedAt: now },
    edits: history,
    transitions: [],
  };
}

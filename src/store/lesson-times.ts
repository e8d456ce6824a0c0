import type { LessonId } from "../core/lesson.ts";
import { queryAll, type Database } from "./database.ts";

/** When each lesson first became active. Those that never did are not in it. */
export function firstActivations(database: Database): ReadonlyMap<LessonId, string> {
  const rows = queryAll<{ id: LessonId; at: string }>(
    database,
    `SELECT lessons.id, min(transitions.at) AS at
     FROM transitions JOIN lessons ON lessons.number = transitions.lesson
     WHERE to_status = 'active' GROUP BY lessons.number`,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** When it was last changed at which calls each lesson fires. */
export function triggerChanges(
  database: Database,
  fields: readonly string[],
): ReadonlyMap<LessonId, string> {
  const rows = queryAll<{ id: LessonId; at: string }>(
    database,
    `SELECT lessons.id, max(edits.at) AS at FROM edits JOIN lessons ON lessons.number = edits.lesson
     WHERE field IN (SELECT value FROM json_each(?)) GROUP BY lessons.number`,
    JSON.stringify(fields),
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** What people have said about each lesson since then. */
export function feedbackCounts(
  database: Database,
  since = "",
): ReadonlyMap<LessonId, { readonly helpful: number; readonly notHelpful: number }> {
  const rows = queryAll<{ id: LessonId; helpful: number; notHelpful: number }>(
    database,
    `SELECT lessons.id, sum(verdict = 'helpful') AS helpful, sum(verdict = 'not-helpful') AS notHelpful
     FROM feedback JOIN lessons ON lessons.number = feedback.lesson
     WHERE feedback.at >= ? GROUP BY lessons.number`,
    since,
  );
  return new Map(rows.map(({ id, helpful, notHelpful }) => [id, { helpful, notHelpful }]));
}

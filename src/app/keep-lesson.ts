import type { History } from "../core/history.ts";
import type { Lesson } from "../core/lesson.ts";
import { makeSlug } from "../core/slug.ts";
import type { Database } from "../store/database.ts";
import { addHistory } from "../store/history.ts";
import { insertLesson } from "../store/lessons.ts";
import type { System } from "../system/system.ts";

/**
 * Stores a new lesson with its history, inside the caller's transaction. A slug that is taken is drawn
 * again: 36⁴ suffixes make that rare, and it must never fail a batch.
 */
export function keepLesson(
  database: Database,
  system: System,
  lesson: Lesson,
  history: Partial<History>,
): Lesson {
  let kept = lesson;
  while (!insertLesson(database, kept)) {
    kept = { ...kept, slug: makeSlug(kept.summary, system.newSlugSuffix()) };
  }
  addHistory(database, kept.id, history);
  return kept;
}

import type { Edit } from "../core/history.ts";
import type { Lesson } from "../core/lesson.ts";
import type { Transition } from "../core/lifecycle.ts";
import type { Database } from "../store/database.ts";
import { addHistory } from "../store/history.ts";
import { findByContentHash, updateLesson } from "../store/lessons.ts";
import { Fault } from "../system/fault.ts";

/** What becomes of a lesson, with the record of how. */
export interface LessonChange {
  readonly before: Lesson;
  readonly after: Lesson;
  readonly edits: readonly Edit[];
  readonly transitions: readonly Transition[];
}

/** Writes it inside the caller's transaction. */
export function storeChange(database: Database, change: LessonChange): void {
  const { before, after, edits, transitions } = change;
  if (after.contentHash !== before.contentHash) {
    refuseTwin(findByContentHash(database, after.contentHash), before);
  }
  updateLesson(database, after);
  addHistory(database, before.id, { edits, transitions });
}

function refuseTwin(same: Lesson | undefined, lesson: Lesson): void {
  if (same === undefined || same.id === lesson.id) return;
  throw new Fault(
    "already-there",
    `${lesson.slug}: that would make it the same as ${same.slug} (${same.stage.status})`,
    {
      hint: `lessons show ${same.slug}, or archive one of the two`,
    },
  );
}

import { toFullRecord, type FullRecord } from "../core/lesson-record.ts";
import { historyOf } from "../store/history.ts";
import { lessonNumber } from "../store/lessons.ts";
import { requireLesson } from "./find-lesson.ts";
import type { Workshop } from "./workshop.ts";

/** A lesson with all that happened to it. */
export function showLesson({ database }: Pick<Workshop, "database">, name: string): FullRecord {
  const lesson = requireLesson(database, name);
  return toFullRecord(lesson, historyOf(database, lessonNumber(database, lesson.id)));
}

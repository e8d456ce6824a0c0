import type { Lesson } from "../../lesson/record/lesson.ts";
import { archiveReason, type UpkeepAct, type UpkeepFinding } from "./upkeep-finding.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { findLesson } from "../../lesson/table/lessons.ts";
import { storeChange } from "../../lesson/change.ts";
import { moveOf } from "../../lesson/move.ts";
import type { Context } from "../../platform/context.ts";

/** The lessons that a plan would archive when it goes as far as `acts`, each with the first reason. */
export function toArchive(
  findings: readonly UpkeepFinding[],
  acts: readonly UpkeepAct[],
): readonly ArchivedLesson[] {
  const byLesson = new Map<string, ArchivedLesson>();
  for (const { lesson, does, ...reason } of findings) {
    if (lesson === undefined || !acts.includes(does) || byLesson.has(lesson.id)) continue;
    byLesson.set(lesson.id, { lesson, because: archiveReason(reason) });
  }
  return [...byLesson.values()];
}

export interface ArchivedLesson {
  readonly lesson: Lesson;
  readonly because: string;
}

/**
 * Archives them all at once, with the reasons in the record. A lesson that somebody has changed since it was looked
 * at is left alone: what was found may not be true any more.
 */
export function archiveLessons(
  { database, system, config }: Context,
  lessons: readonly ArchivedLesson[],
): readonly ArchivedLesson[] {
  if (lessons.length === 0) return [];
  const { minConfidence } = config;
  return inTransaction(database, () =>
    lessons.filter(({ lesson, because }) => {
      const current = findLesson(database, lesson.id);
      if (!isAsItWas(current, lesson)) return false;
      const verdict = { verdict: "archive", by: "upkeep", because } as const;
      const options = { now: system.now(), minConfidence, force: false };
      storeChange(database, moveOf(current, verdict, options));
      return true;
    }),
  );
}

/** Whether nobody has changed it since it was looked at. */
export function isAsItWas(current: Lesson | undefined, lesson: Lesson): current is Lesson {
  return current?.stage.status === lesson.stage.status && current.updatedAt === lesson.updatedAt;
}

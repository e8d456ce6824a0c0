import { toFullRecord, type FullRecord } from "./record/record.ts";
import type { Lesson } from "./record/lesson.ts";
import type { Database } from "../platform/database/database.ts";
import { historyOf } from "./table/history.ts";
import { findLesson, lessonNumber, slugsStartingWith } from "./table/lessons.ts";
import { Fault } from "../platform/fault.ts";
import type { Context } from "../platform/context.ts";

/** The lesson that a person named by slug, by id, or by a beginning that only one slug has. */
export function requireLesson(database: Database, name: string): Lesson {
  const exact = findLesson(database, name);
  if (exact !== undefined) return exact;
  const near = name === "" ? [] : slugsStartingWith(database, name, 6);
  const [only, ...others] = near;
  const byBeginning =
    only !== undefined && others.length === 0 ? findLesson(database, only) : undefined;
  if (byBeginning !== undefined) return byBeginning;
  throw new Fault("no-such-lesson", `there is no lesson "${name}"`, {
    hint:
      near.length > 1
        ? `several begin like that: ${near.join(", ")}`
        : `lessons search ${name.replaceAll("-", " ")}`,
  });
}

/** A lesson with all that happened to it. */
export function showLesson({ database }: Pick<Context, "database">, name: string): FullRecord {
  const lesson = requireLesson(database, name);
  return toFullRecord(lesson, historyOf(database, lessonNumber(database, lesson.id)));
}

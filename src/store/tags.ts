import type { LessonFilter, TagCount } from "../core/lesson-query.ts";
import { conditions } from "./list-lessons.ts";
import { queryAll, type Database } from "./database.ts";

/** Every tag in use, the most used first. */
export function countTags(database: Database, filter: LessonFilter): readonly TagCount[] {
  const { where, values } = conditions(filter);
  return queryAll<TagCount>(
    database,
    `SELECT tag, count(*) AS lessons FROM lesson_tags JOIN lessons ON lessons.number = lesson_tags.lesson
     WHERE ${where} GROUP BY tag ORDER BY lessons DESC, tag`,
    ...values,
  );
}

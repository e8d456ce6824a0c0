import type { Instant } from "../../lesson/record/lesson.ts";
import { findLesson } from "../../lesson/table/lessons.ts";
import type { Database } from "../../platform/database/database.ts";
import { marksBeside, readMarks } from "../../lesson/upkeep-marks.ts";

/** What upkeep would like a person to look at. */
export interface UpkeepAttention {
  readonly lookedAt: Instant;
  /** How many lessons. */
  readonly lessons: number;
  /** About all lessons together. */
  readonly remarks: readonly string[];
}

/** By the last look; undefined when there was none. */
export function upkeepAttention(database: Database, home: string): UpkeepAttention | undefined {
  const found = readMarks(home);
  if (found === undefined) return undefined;
  const marked = marksBeside(database);
  const ids = new Set(found.marks.flatMap(({ lesson }) => lesson ?? []));
  const lessons = [...ids].filter((id) => {
    const lesson = findLesson(database, id);
    return lesson !== undefined && marked(lesson).length > 0;
  });
  const remarks = found.marks.filter(({ lesson }) => lesson === undefined);
  return {
    lookedAt: found.lookedAt,
    lessons: lessons.length,
    remarks: remarks.map(({ because }) => because),
  };
}

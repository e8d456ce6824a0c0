import type { Lesson } from "../../lesson/record/lesson.ts";
import { queryAll, queryOne, type Database } from "../../platform/database/database.ts";
import { lessonFromRow, type LessonRow } from "../../lesson/table/lessons.ts";

/** A person has moved or edited it, or has said what it is worth: it is theirs. */
const isPersons = `(EXISTS (SELECT 1 FROM transitions WHERE lesson = lessons.number AND actor = 'person')
  OR EXISTS (SELECT 1 FROM edits WHERE lesson = lessons.number AND actor = 'person')
  OR EXISTS (SELECT 1 FROM feedback WHERE lesson = lessons.number AND actor = 'person'))`;

export function isTouchedByPerson(database: Database, id: string): boolean {
  const sql = `SELECT 1 FROM lessons WHERE id = ? AND ${isPersons}`;
  return queryOne(database, sql, id) !== undefined;
}

/** Candidates that no person has touched, the most important first. */
export function candidatesForModel(
  database: Database,
  limit: number,
): readonly { readonly number: number; readonly lesson: Lesson }[] {
  return queryAll<LessonRow>(
    database,
    `SELECT * FROM lessons WHERE status = 'candidate' AND NOT ${isPersons}
     ORDER BY priority DESC, confidence DESC, slug LIMIT ?`,
    limit,
  ).map((row) => ({ number: row.number, lesson: lessonFromRow(row) }));
}

export interface WaitingCounts {
  readonly forModel: number;
  /** Candidates that a person has had a hand in. */
  readonly forPerson: number;
}

export function countWaiting(database: Database): WaitingCounts {
  const row = queryOne<WaitingCounts>(
    database,
    `SELECT count(*) FILTER (WHERE NOT ${isPersons}) AS forModel,
            count(*) FILTER (WHERE ${isPersons}) AS forPerson
     FROM lessons WHERE status = 'candidate'`,
  );
  return { forModel: row?.forModel ?? 0, forPerson: row?.forPerson ?? 0 };
}

/** The lessons that a candidate can be near to. */
export function lessonsToCompare(database: Database): readonly Lesson[] {
  return queryAll<LessonRow>(
    database,
    "SELECT * FROM lessons WHERE status IN ('reviewed', 'active') ORDER BY slug",
  ).map(lessonFromRow);
}

/** Another lesson with the same content, whatever became of it. */
export function sameContent(database: Database, { id, contentHash }: Lesson): Lesson | undefined {
  const row = queryOne<LessonRow>(
    database,
    `SELECT * FROM lessons WHERE content_hash = ? AND id <> ?
     ORDER BY status = 'archived', number LIMIT 1`,
    contentHash,
    id,
  );
  return row && lessonFromRow(row);
}

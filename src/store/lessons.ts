import type { Lesson } from "../core/lesson.ts";
import { prepared, queryAll, queryOne, type Database } from "./database.ts";
import { lessonFromRow, rowFromLesson, type LessonRow } from "./lesson-row.ts";

/** Adds a lesson. False when its slug is taken: the caller draws another. */
export function insertLesson(database: Database, lesson: Lesson): boolean {
  const row = rowFromLesson(lesson);
  const columns = Object.keys(row);
  const sql = `INSERT INTO lessons(${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})
    ON CONFLICT(slug) DO NOTHING`;
  return prepared(database, sql).run(row).changes === 1;
}

/** Writes every field of a lesson that is already there. */
export function updateLesson(database: Database, lesson: Lesson): void {
  const row = rowFromLesson(lesson);
  const settings = Object.keys(row).map((name) => `${name} = :${name}`);
  prepared(database, `UPDATE lessons SET ${settings.join(", ")} WHERE id = :id`).run(row);
}

/** By slug or by id. */
export function findLesson(database: Database, name: string): Lesson | undefined {
  const row = queryOne<LessonRow>(
    database,
    "SELECT * FROM lessons WHERE slug = ? OR id = ?",
    name,
    name.toUpperCase(),
  );
  return row && lessonFromRow(row);
}

export function findByContentHash(database: Database, contentHash: string): Lesson | undefined {
  const row = queryOne<LessonRow>(
    database,
    "SELECT * FROM lessons WHERE content_hash = ? ORDER BY status = 'archived', number LIMIT 1",
    contentHash,
  );
  return row && lessonFromRow(row);
}

export function isSlugTaken(database: Database, slug: string): boolean {
  return queryOne(database, "SELECT 1 FROM lessons WHERE slug = ?", slug) !== undefined;
}

/** Slugs that begin like this, for completion and for "did you mean". */
export function slugsStartingWith(
  database: Database,
  beginning: string,
  limit: number,
): readonly string[] {
  const rows = queryAll<{ slug: string }>(
    database,
    "SELECT slug FROM lessons WHERE slug >= ? AND slug < ? ORDER BY slug LIMIT ?",
    beginning,
    `${beginning}\u{10FFFF}`,
    limit,
  );
  return rows.map((row) => row.slug);
}

/** The number that the other tables know a lesson by. */
export function lessonNumber(database: Database, id: string): number {
  const row = queryOne<{ number: number }>(database, "SELECT number FROM lessons WHERE id = ?", id);
  if (row === undefined) throw new Error(`no lesson ${id} in the store`);
  return row.number;
}

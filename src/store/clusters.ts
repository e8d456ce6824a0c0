import type { Lesson } from "../core/lesson.ts";
import { prepared, queryAll, queryOne, type Database } from "./database.ts";
import { lessonFromRow, type LessonRow } from "./lessons.ts";

/** The clusters of a block and the lessons that they became. */
export function clustersOfBlock(database: Database, block: string): ReadonlyMap<string, number> {
  const rows = queryAll<{ cluster: string; lesson: number }>(
    database,
    "SELECT cluster, lesson FROM clusters WHERE block = ?",
    block,
  );
  return new Map(rows.map(({ cluster, lesson }) => [cluster, lesson]));
}

/** The clusters of a block whose lesson somebody other than the scanner has had a hand in. */
export function touchedClusters(database: Database, block: string): ReadonlySet<string> {
  const rows = queryAll<{ cluster: string }>(
    database,
    `SELECT cluster FROM clusters JOIN lessons ON lessons.number = clusters.lesson
     WHERE clusters.block = ? AND ${isTouched}`,
    block,
  );
  return new Set(rows.map(({ cluster }) => cluster));
}

const isTouched = `(lessons.status IN ('reviewed', 'active') OR lessons.source NOT IN ('heuristic', 'structured')
  OR EXISTS (SELECT 1 FROM transitions WHERE transitions.lesson = lessons.number AND actor <> 'scanner')
  OR EXISTS (SELECT 1 FROM edits WHERE edits.lesson = lessons.number AND actor <> 'scanner'))`;

export function putCluster(
  database: Database,
  cluster: string,
  block: string,
  lesson: number,
): void {
  prepared(
    database,
    `INSERT INTO clusters(cluster, block, lesson) VALUES (?, ?, ?)
       ON CONFLICT(cluster) DO UPDATE SET lesson = excluded.lesson`,
  ).run(cluster, block, lesson);
}

export interface NumberedLesson {
  readonly number: number;
  readonly lesson: Lesson;
  /** Somebody other than the scanner has had a hand in it: it is no longer the scanner's to rewrite. */
  readonly isTouched: boolean;
}

/** A lesson by the number that the other tables know it by, and whose it is. */
export function numberedLesson(database: Database, number: number): NumberedLesson | undefined {
  const row = queryOne<LessonRow & { readonly touched: number }>(
    database,
    `SELECT lessons.*, ${isTouched} AS touched FROM lessons WHERE number = ?`,
    number,
  );
  return row && { number: row.number, lesson: lessonFromRow(row), isTouched: row.touched === 1 };
}

/** The lessons that are in use, as texts to compare with. */
export function lessonsInUse(
  database: Database,
): readonly { readonly slug: string; readonly text: string }[] {
  return queryAll(
    database,
    "SELECT slug, summary || ' ' || body_text AS text FROM lessons WHERE status IN ('reviewed', 'active')",
  );
}

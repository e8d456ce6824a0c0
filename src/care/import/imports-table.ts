import type { Instant } from "../../lesson/record/lesson.ts";
import { queryOne, type Database } from "../../platform/database/database.ts";
import { lessonNumber } from "../../lesson/table/lessons.ts";

/** The slug of the lesson that a foreign entry became, if it was imported before. */
export function findImported(
  database: Database,
  system: string,
  reference: string,
): string | undefined {
  return queryOne<{ slug: string }>(
    database,
    "SELECT slug FROM imports JOIN lessons ON lessons.number = imports.lesson WHERE system = ? AND reference = ?",
    system,
    reference,
  )?.slug;
}

export function rememberImport(
  database: Database,
  origin: { readonly system: string; readonly reference: string },
  lessonId: string,
  now: Instant,
): void {
  database
    .prepare("INSERT INTO imports(system, reference, lesson, imported_at) VALUES (?, ?, ?, ?)")
    .run(origin.system, origin.reference, lessonNumber(database, lessonId), now);
}

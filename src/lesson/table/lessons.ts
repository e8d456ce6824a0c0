import { bodyText } from "../record/body.ts";
import type { EvidenceCounts } from "../record/history.ts";
import { lessonFields } from "../record/fields.ts";
import { priorityRange } from "../record/level.ts";
import { fromRecord, toRecord, type LessonRecord } from "../record/record.ts";
import type { Flag, Lesson, LessonId, Scope } from "../record/lesson.ts";
import {
  prepared,
  queryAll,
  queryOne,
  type Database,
  type SqlOutput,
} from "../../platform/database/database.ts";
import { replaceHidden } from "../../redact/visible.ts";

/** Adds a lesson. False when its slug is taken: the caller draws another. */
export function insertLesson(database: Database, lesson: Lesson): boolean {
  return insertRow(database, "lessons", rowFromLesson(lesson), "ON CONFLICT(slug) DO NOTHING");
}

/**
 * The lesson as it can be written: what it is about is known by one lesson of its scope. A second one is kept without,
 * and says whose duplicate it is.
 */
export function withFreeAbout(database: Database, lesson: Lesson): Lesson {
  if (lesson.about === undefined) return lesson;
  const holder = findByAbout(database, lesson.scope, lesson.about);
  if (holder === undefined || holder.id === lesson.id) return lesson;
  const { about: _, ...others } = lesson;
  return { ...others, flags: [...new Set([...lesson.flags, duplicates(holder)])] };
}

export function duplicates({ slug }: Lesson): Flag {
  return `duplicates:${slug}`;
}

/** The lesson of a scope that is about this, whatever its state. */
export function findByAbout(database: Database, scope: Scope, about: string): Lesson | undefined {
  const row = queryOne<LessonRow>(
    database,
    "SELECT * FROM lessons WHERE scope = ? AND about = ?",
    scope,
    about,
  );
  return row && lessonFromRow(row);
}

/** Adds a row by the names of its columns, which are ours. False when the conflict clause left it out. */
export function insertRow(
  database: Database,
  table: string,
  row: Readonly<Record<string, string | number | null>>,
  onConflict = "",
): boolean {
  const names = Object.keys(row);
  const values = names.map((name) => `:${name}`);
  const sql = `INSERT INTO ${table}(${names.join(", ")}) VALUES (${values.join(", ")}) ${onConflict}`;
  return prepared(database, sql).run(row).changes === 1;
}

/** Writes every field of a lesson that is already there. */
export function updateLesson(database: Database, lesson: Lesson): void {
  const row = rowFromLesson(withFreeAbout(database, lesson));
  const settings = Object.keys(row).map((name) => `${name} = :${name}`);
  prepared(database, `UPDATE lessons SET ${settings.join(", ")} WHERE id = :id`).run(row);
}

/** What a lesson was about is free for another one. */
export function dropAbout(database: Database, number: number): void {
  prepared(database, "UPDATE lessons SET about = NULL WHERE number = ? AND about IS NOT NULL").run(
    number,
  );
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

/** Slugs that have it anywhere, the active ones first. */
export function slugsWith(database: Database, part: string, limit: number): readonly string[] {
  const rows = queryAll<{ slug: string }>(
    database,
    "SELECT slug FROM lessons WHERE instr(slug, ?) > 0 ORDER BY status = 'active' DESC, slug LIMIT ?",
    part.toLowerCase(),
    limit,
  );
  return rows.map((row) => row.slug);
}

/** The number that the other tables know a lesson by. */
export function lessonNumber(database: Database, id: string): number {
  const row = queryOne<{ number: number }>(database, "SELECT number FROM lessons WHERE id = ?", id);
  if (row === undefined) throw new Error(`the store has no lesson ${id}`);
  return row.number;
}

/** A row of `lessons` as SQLite gives it; JSON columns are still text. */
export interface LessonRow {
  readonly number: number;
  readonly id: string;
  readonly slug: string;
  readonly [column: string]: SqlOutput;
}

/** The columns that hold a field each: its name in the words of SQL. */
const columns = lessonFields
  .filter(({ of }) => of !== "computed")
  .map(({ name, is }) => ({
    name,
    column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    isJson: ["body", "scores", "tags", "triggers", "flags", "fix"].includes(is),
  }));

export function lessonFromRow(row: LessonRow): Lesson {
  return fromRecord(recordFromRow(row, noEvidence));
}

/**
 * What was checked when it was written is not checked again when it is read: the table's CHECKs guard the enums. But an
 * older version may have kept what nobody sees; it goes no further. Patterns stay to the letter.
 */
export function recordFromRow(row: LessonRow, counts: EvidenceCounts): LessonRecord {
  const stored = Object.fromEntries(
    columns.map(({ name, column, isJson }) => {
      const kept = row[column];
      if (typeof kept !== "string") return [name, kept];
      const value = name === "triggers" || name === "fix" ? kept : replaceHidden(kept, () => "");
      return [name, isJson ? JSON.parse(value) : value];
    }),
  );
  const archivedAt = stored["status"] === "archived" ? stored["statusSince"] : null;
  return { ...stored, archivedAt, ...counts } as unknown as LessonRecord;
}

/** The values to write, by column. */
export function rowFromLesson(lesson: Lesson): Readonly<Record<string, string | number | null>> {
  const record = toRecord(lesson, noEvidence);
  const stored = columns.map(({ name, column, isJson }) => {
    const value = record[name];
    return [column, isJson && value !== null ? JSON.stringify(value) : value];
  });
  return { ...Object.fromEntries(stored), body_text: bodyText(record.kind, record.body) };
}

const noEvidence: EvidenceCounts = { occurrenceCount: 0, sessionCount: 0, projectCount: 0 };

/** Those in use, each with how many sessions have seen it and when the last one did. */
export function activeLessons(database: Database) {
  return seenLessons(database, "status = 'active'");
}

/** Those of them that a start may say: with their text, or in a line of the card, which is for facts. */
export function activeForStarts(database: Database) {
  const [critical] = priorityRange.CRITICAL;
  return seenLessons(
    database,
    `status = 'active' AND (about IS NOT NULL OR priority >= ${critical} OR triggers LIKE '%Start"%')`,
  );
}

/** What tells how many lessons in use are about a tool. */
export function activeTags(database: Database): readonly ActiveTags[] {
  const rows = queryAll<Omit<ActiveTags, "tags"> & { readonly tags: string }>(
    database,
    "SELECT scope, tags, priority, confidence FROM lessons WHERE status = 'active' ORDER BY id",
  );
  return rows.map((row) => ({ ...row, tags: JSON.parse(row.tags) }));
}

export type ActiveTags = Pick<Lesson, "scope" | "tags" | "priority" | "confidence">;

/** The same of these lessons, whatever became of them. */
export function lessonsWithOrigin(database: Database, ids: readonly LessonId[]) {
  return seenLessons(database, "id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
}

/** Lesson by lesson: few of those in the store are asked for, and evidence is there for all. */
function seenLessons(database: Database, condition: string, ...values: readonly string[]) {
  const rows = queryAll<
    LessonRow & {
      seen_in: number;
      last_seen_at: string | null;
      is_worded: number;
      has_own_workflow: number;
    }
  >(
    database,
    `SELECT lessons.*,
       (SELECT max(seen_at) FROM evidence WHERE evidence.lesson = lessons.number) AS last_seen_at,
       coalesce((
         SELECT count(DISTINCT CASE form WHEN 'sighting' THEN agent || char(0) || session_id END) + sum(sessions)
         FROM evidence WHERE evidence.lesson = lessons.number
       ), 0) AS seen_in,
       EXISTS (SELECT 1 FROM edits WHERE edits.lesson = lessons.number AND field = 'remediation' AND actor = 'person') AS is_worded,
       EXISTS (SELECT 1 FROM edits WHERE edits.lesson = lessons.number AND field = 'workflowNames' AND actor = 'person') AS has_own_workflow
     FROM lessons WHERE ${condition} ORDER BY id`,
    ...values,
  );
  return rows.map(
    ({
      seen_in: sessions,
      last_seen_at: lastSeenAt,
      is_worded: isWorded,
      has_own_workflow: hasOwnWorkflow,
      ...row
    }) => ({
      lesson: lessonFromRow(row),
      sessions,
      lastSeenAt,
      isWorded: isWorded === 1,
      hasOwnWorkflow: hasOwnWorkflow === 1,
    }),
  );
}

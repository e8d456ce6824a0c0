import type { SQLOutputValue } from "node:sqlite";
import { bodyText } from "../core/body.ts";
import type { EvidenceCounts } from "../core/evidence.ts";
import { lessonFields, type LessonField } from "../core/lesson-fields.ts";
import { fromRecord, toRecord, type LessonRecord } from "../core/lesson-record.ts";
import type { Lesson } from "../core/lesson.ts";

/** A row of `lessons` as SQLite gives it; JSON columns are still text. */
export interface LessonRow {
  readonly number: number;
  readonly id: string;
  readonly slug: string;
  readonly [column: string]: SQLOutputValue;
}

/** The columns that hold a field each: its name in the words of SQL. */
const columns = lessonFields
  .filter(({ of }) => of !== "computed")
  .map(({ name, is }) => ({
    name,
    column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    isJson: isJson(is),
  }));

export function lessonFromRow(row: LessonRow): Lesson {
  return fromRecord(recordFromRow(row, noEvidence));
}

/** What was checked when it was written is not checked again when it is read: the table's CHECKs guard the enums. */
export function recordFromRow(row: LessonRow, counts: EvidenceCounts): LessonRecord {
  const stored = Object.fromEntries(
    columns.map(({ name, column, isJson: isText }) => {
      const value = row[column];
      return [name, isText && typeof value === "string" ? JSON.parse(value) : value];
    }),
  );
  const archivedAt = stored["status"] === "archived" ? stored["statusSince"] : null;
  return { ...stored, archivedAt, ...counts } as unknown as LessonRecord;
}

/** The values to write, by column. */
export function rowFromLesson(lesson: Lesson): Readonly<Record<string, string | number | null>> {
  const record = toRecord(lesson, noEvidence);
  const stored = columns.map(({ name, column, isJson: isText }) => {
    const value = record[name];
    return [column, isText && value !== null ? JSON.stringify(value) : value];
  });
  return { ...Object.fromEntries(stored), body_text: bodyText(record.kind, record.body) };
}

function isJson(is: LessonField["is"]): boolean {
  return ["body", "scores", "tags", "triggers", "flags"].includes(is);
}

const noEvidence: EvidenceCounts = { occurrenceCount: 0, sessionCount: 0, projectCount: 0 };

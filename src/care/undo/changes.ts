import { fieldEdits, fieldsOf } from "../../lesson/edit.ts";
import type { Feedback } from "../../lesson/record/history.ts";
import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import type { Status } from "../../lesson/record/lifecycle.ts";
import { lessonFromRow, type LessonRow } from "../../lesson/table/lessons.ts";
import type { Connection } from "../../deliver/init/reconnect.ts";
import type { ChangedFile, ChangedReview } from "../../lesson/journal.ts";
import { queryAll, queryOne, type Database } from "../../platform/database/database.ts";

/** One command's change, as the journal has it. */
export interface Change {
  readonly number: number;
  readonly at: Instant;
  readonly command: string;
  /** The review that it was, where it was one. */
  readonly review: string | null;
  readonly hasConnected: boolean;
  /** The change that it took back. */
  readonly undoes: number | null;
  /** The change that took it back. */
  readonly undoneBy: number | null;
  readonly lessons: readonly ChangedLesson[];
  readonly files: readonly ChangedFile[];
  readonly ratings: readonly ChangedRating[];
  readonly trials: readonly ChangedTrial[];
  readonly reviews: readonly ChangedReview[];
  /** What it disconnected. */
  readonly disconnected: Connection | null;
}

/** A trial that it started or continued, or stopped. */
export interface ChangedTrial {
  readonly trial: number;
  readonly isRunning: boolean;
}

/** A rating that it gave, or took back. */
export interface ChangedRating {
  /** Its row. */
  readonly rating: number;
  readonly lesson: number;
  readonly slug: string;
  readonly isGiven: boolean;
  readonly verdict: Feedback["verdict"];
  readonly at: Instant;
  readonly actor: string;
  readonly note: string | null;
}

export interface ChangedLesson {
  /** As it is now. */
  readonly current: Lesson;
  /** Undefined when it was new. */
  readonly before: Lesson | undefined;
  readonly after: Lesson | NewLesson;
}

/** All that is noted of a lesson that a command brought: enough to see that it was changed since. */
export interface NewLesson {
  readonly status: Status;
  readonly updated_at: Instant;
}

export function isNewLesson(after: ChangedLesson["after"]): after is NewLesson {
  return "updated_at" in after;
}

/** The newest change that nobody has taken back; what only took another one back is none. */
export function lastChange(database: Database): Change | undefined {
  const row = queryOne<ChangeRow>(
    database,
    `${selectChanges} WHERE undone_by IS NULL AND undoes IS NULL ORDER BY number DESC LIMIT 1`,
  );
  return row && changeFrom(database, row);
}

export function changeNumbered(database: Database, number: number): Change | undefined {
  const row = queryOne<ChangeRow>(database, `${selectChanges} WHERE number = ?`, number);
  return row && changeFrom(database, row);
}

/** The newest first. */
export function listChanges(database: Database, limit: number): readonly Change[] {
  return queryAll<ChangeRow>(database, `${selectChanges} ORDER BY number DESC LIMIT ?`, limit).map(
    (row) => changeFrom(database, row),
  );
}

/** What a change did to a lesson, in a few words: `active → archived`, `summary, priority`, `new`. */
export function changedWords({ before, after }: ChangedLesson): string {
  if (before === undefined || isNewLesson(after)) return "new";
  if (before.stage.status !== after.stage.status)
    return `${before.stage.status} → ${after.stage.status}`;
  const fields = fieldEdits(before, after, namesOf(before), { at: "", by: "person" });
  return fields.length === 0 ? "written again" : fields.map(({ field }) => field).join(", ");
}

export function namesOf(lesson: Lesson): readonly string[] {
  return fieldsOf(lesson).map(({ name }) => name);
}

const selectChanges = `SELECT number, at, command, review, has_connected AS hasConnected, undoes,
  undone_by AS undoneBy, disconnected FROM changes`;

type ChangeRow = Pick<Change, "number" | "at" | "command" | "review" | "undoes" | "undoneBy"> & {
  readonly hasConnected: number;
  readonly disconnected: string | null;
};

function changeFrom(database: Database, row: ChangeRow): Change {
  const lessons = queryAll<LessonRow & { before_json: string | null; after_json: string }>(
    database,
    `SELECT lessons.*, changed_lessons.before AS before_json, changed_lessons.after AS after_json
     FROM changed_lessons JOIN lessons ON lessons.number = changed_lessons.lesson
     WHERE changed_lessons.change = ? ORDER BY lessons.number`,
    row.number,
  ).map(({ before_json: before, after_json: after, ...current }) => ({
    current: lessonFromRow(current),
    before: before === null ? undefined : lessonIn(JSON.parse(before)),
    after: before === null ? (JSON.parse(after) as NewLesson) : lessonIn(JSON.parse(after)),
  }));
  const files = queryAll<ChangedFile>(
    database,
    "SELECT root, path, before, after FROM changed_files WHERE change = ? ORDER BY root, path",
    row.number,
  );
  const ratings = queryAll<Omit<ChangedRating, "isGiven"> & { readonly isGiven: number }>(
    database,
    `SELECT rating, lesson, lessons.slug, is_given AS isGiven, verdict, at, actor, note
     FROM changed_ratings JOIN lessons ON lessons.number = changed_ratings.lesson
     WHERE change = ? ORDER BY rating`,
    row.number,
  ).map((each) => ({ ...each, isGiven: each.isGiven === 1 }));
  const trials = queryAll<{ readonly trial: number; readonly isRunning: number }>(
    database,
    "SELECT trial, is_running AS isRunning FROM changed_trials WHERE change = ? ORDER BY trial",
    row.number,
  ).map(({ trial, isRunning }) => ({ trial, isRunning: isRunning === 1 }));
  const reviews = queryAll<Omit<ChangedReview, "wasOwn"> & { readonly wasOwn: number }>(
    database,
    `SELECT root, database, note_path AS notePath, gate_path AS gatePath, model, before, was_own AS wasOwn, after
     FROM changed_reviews WHERE change = ? ORDER BY database, note_path, gate_path, model`,
    row.number,
  ).map((each) => ({ ...each, wasOwn: each.wasOwn === 1 }));
  const hasConnected = row.hasConnected === 1;
  const disconnected =
    row.disconnected === null ? null : (JSON.parse(row.disconnected) as Connection);
  return { ...row, hasConnected, disconnected, lessons, files, ratings, trials, reviews };
}

/** As a row of the table, or, from before there was a journal, as a lesson. */
function lessonIn(kept: LessonRow | Lesson): Lesson {
  return "stage" in kept ? (kept as Lesson) : lessonFromRow(kept);
}

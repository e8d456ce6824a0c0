import { moveIfPossible } from "../../lesson/change.ts";
import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import { observedKinds, type ObservedKind } from "../../lesson/score/repetition.ts";
import { lessonFromRow, type LessonRow } from "../../lesson/table/lessons.ts";
import type { Context } from "../../platform/context.ts";
import {
  inTransaction,
  prepared,
  queryAll,
  type Database,
} from "../../platform/database/database.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import { artifactDeleted } from "../render/reconcile-project.ts";

/** A lesson that a model found in the sessions of a project, with what it is judged by. */
export interface StoredObservation {
  readonly lesson: ObservedLesson;
  readonly count: number;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
  readonly qualityOk: boolean;
  /** How often a person has taken away what was made of it. */
  readonly deletions: number;
}

export type ObservedLesson = Extract<Lesson, { readonly kind: ObservedKind }>;

/** The observations of some scopes, in the order in which they were found; also those that are archived. */
export function observationsIn(
  database: Database,
  scopes: readonly string[],
): readonly StoredObservation[] {
  return queryAll<ObservationRow>(
    database,
    `SELECT lessons.*, observations.quality_ok,
            coalesce(sum(evidence.occurrences), 0) AS count,
            coalesce(min(coalesce(evidence.first_seen_at, evidence.seen_at)), lessons.created_at) AS firstSeenAt,
            coalesce(max(evidence.seen_at), lessons.created_at) AS lastSeenAt,
            (SELECT count(*) FROM transitions WHERE transitions.lesson = lessons.number
               AND to_status = 'archived' AND substr(because, 1, length(?2)) = ?2) AS deletions
     FROM lessons
     JOIN observations ON observations.lesson = lessons.number
     LEFT JOIN evidence ON evidence.lesson = lessons.number
     WHERE lessons.scope IN (SELECT value FROM json_each(?1))
     GROUP BY lessons.number ORDER BY lessons.number`,
    JSON.stringify(scopes),
    artifactDeleted,
  ).flatMap((row) => {
    const lesson = lessonFromRow(row);
    if (!isObserved(lesson)) return [];
    const { count, firstSeenAt, lastSeenAt, deletions } = row;
    return [{ lesson, count, firstSeenAt, lastSeenAt, qualityOk: row.quality_ok === 1, deletions }];
  });
}

/** Notes that a lesson is an observation. What was called good once stays good. */
export function noteObservation(
  database: Database,
  number: number,
  { qualityOk }: Pick<StoredObservation, "qualityOk">,
): void {
  prepared(
    database,
    `INSERT INTO observations(lesson, quality_ok) VALUES (?, ?)
     ON CONFLICT(lesson) DO UPDATE SET quality_ok = max(quality_ok, excluded.quality_ok)`,
  ).run(number, qualityOk ? 1 : 0);
}

/** Whether the words of an observation were judged, and never called good. */
export function isCalledPoor(database: Database, number: number): boolean {
  const row = prepared(database, "SELECT quality_ok FROM observations WHERE lesson = ?").get(
    number,
  );
  return row?.["quality_ok"] === 0;
}

export function isObserved(lesson: Lesson): lesson is ObservedLesson {
  return observedKinds.some((kind) => kind === lesson.kind);
}

type ObservationRow = LessonRow &
  Omit<StoredObservation, "lesson" | "qualityOk"> & { readonly quality_ok: number };

/** The observations of a project that are not archived: what clearing would put away. */
export function clearableObservations(database: Database, scope: string): readonly Lesson[] {
  return observationsIn(database, [scope])
    .map(({ lesson }) => lesson)
    .filter(({ stage }) => stage.status !== "archived");
}

/** Archives every observation of a project. What is found from then on begins anew. */
export function clearObservations(context: Context, { scope }: LearningPlace): readonly Lesson[] {
  return inTransaction(context.database, () => {
    const lessons = clearableObservations(context.database, scope);
    const verdict = { verdict: "archive", by: "person", because: clearedReason } as const;
    for (const lesson of lessons) moveIfPossible(context, lesson, verdict);
    return lessons;
  });
}

/** What was cleared begins anew when it is found again; what a person did not want does not. */
export function isCleared({ stage }: Lesson): boolean {
  return stage.status === "archived" && stage.because === clearedReason;
}

export const clearedReason = "cleared: lessons learn --clear";

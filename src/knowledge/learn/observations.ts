import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import { observedKinds, type ObservedKind } from "../../lesson/score/repetition.ts";
import {
  prepared,
  queryAll,
  type Database,
  inTransaction,
} from "../../platform/database/database.ts";
import { lessonFromRow, type LessonRow } from "../../lesson/table/lessons.ts";
import { moveIfPossible } from "../../lesson/lesson-change.ts";
import type { Context } from "../../platform/context.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";

/** A lesson that a model found in the sessions of a project, with what it is judged by. */
export interface StoredObservation {
  readonly lesson: ObservedLesson;
  readonly count: number;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
  readonly qualityOk: boolean;
  /** Why it was archived, as often as it was, oldest first. */
  readonly archivedBecause: readonly string[];
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
            coalesce(min(coalesce(evidence.first_seen_at, evidence.seen_at)), lessons.created_at) AS first_seen_at,
            coalesce(max(evidence.seen_at), lessons.created_at) AS last_seen_at,
            (SELECT json_group_array(because) FROM
              (SELECT because FROM transitions WHERE transitions.lesson = lessons.number AND to_status = 'archived'
               ORDER BY number)) AS archived_because
     FROM lessons
     JOIN observations ON observations.lesson = lessons.number
     LEFT JOIN evidence ON evidence.lesson = lessons.number
     WHERE lessons.scope IN (SELECT value FROM json_each(?))
     GROUP BY lessons.number ORDER BY lessons.number`,
    JSON.stringify(scopes),
  ).flatMap((row) => {
    const lesson = lessonFromRow(row);
    if (!isObserved(lesson)) return [];
    return [
      {
        lesson,
        count: row.count,
        firstSeenAt: row.first_seen_at,
        lastSeenAt: row.last_seen_at,
        qualityOk: row.quality_ok === 1,
        archivedBecause: JSON.parse(row.archived_because) as readonly string[],
      },
    ];
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

export function isObserved(lesson: Lesson): lesson is ObservedLesson {
  return observedKinds.some((kind) => kind === lesson.kind);
}

type ObservationRow = LessonRow & {
  readonly quality_ok: number;
  readonly count: number;
  readonly first_seen_at: string;
  readonly last_seen_at: string;
  readonly archived_because: string;
};

/** The observations of a project that are not archived: what clearing would put away. */
export function clearableObservations(
  { database }: Pick<Context, "database">,
  { scope }: Pick<LearningPlace, "scope">,
): readonly Lesson[] {
  return observationsIn(database, [scope])
    .map(({ lesson }) => lesson)
    .filter(({ stage }) => stage.status !== "archived");
}

/** Those that were put away, by clearing or one by one. */
export function archivedObservations(
  { database }: Pick<Context, "database">,
  { scope }: Pick<LearningPlace, "scope">,
): readonly Lesson[] {
  return observationsIn(database, [scope])
    .map(({ lesson }) => lesson)
    .filter(({ stage }) => stage.status === "archived");
}

/** Archives every observation of a project. What is found from then on begins anew. */
export function clearObservations(context: Context, place: LearningPlace): readonly Lesson[] {
  return inTransaction(context.database, () => {
    const lessons = clearableObservations(context, place);
    for (const lesson of lessons)
      moveIfPossible(context, lesson, {
        verdict: "archive",
        by: "person",
        because: clearedReason,
      });
    return lessons;
  });
}

/** How an observation that was cleared is told from one that a person did not want. */
export const clearedReason = "cleared: lessons learn --clear";

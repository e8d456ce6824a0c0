import { seenFailures } from "../capture/episodes/known-mistakes.ts";
import { isGeneralAdvice, isStockAdvice } from "../capture/facts/fact-words.ts";
import { costOf } from "../capture/ledger/mistake-cost.ts";
import type { EvidenceCounts, Sighting } from "../lesson/record/history.ts";
import type { Instant, Lesson, LessonId } from "../lesson/record/lesson.ts";
import { isForSystem, systemNamed } from "../lesson/record/operating-system.ts";
import { queryAll, type Database } from "../platform/database/database.ts";
import { sightingFromRow, type SightingRow } from "../lesson/table/history.ts";
import { isMaybe } from "../lesson/table/list.ts";
import { lessonFromRow, type LessonRow } from "../lesson/table/lessons.ts";
import type { Standing } from "./rank.ts";

/** A lesson with how often it was seen. */
export interface CountedLesson {
  readonly lesson: Lesson;
  readonly counts: EvidenceCounts;
  readonly lastSeenAt?: Instant | undefined;
}

/** Candidates and reviewed ones, in no order. What is only a maybe is left out unless it is asked for. */
export function lessonsToReview(
  database: Database,
  { withMaybe = false }: { readonly withMaybe?: boolean | undefined } = {},
): readonly CountedLesson[] {
  return countedLessons(
    database,
    `WHERE status IN ('candidate', 'reviewed') AND (${withMaybe ? 1 : 0} OR NOT ${isMaybe})`,
  );
}

/** A lesson with what its sightings cost, for the order of the list. */
export function standingsOf(
  database: Database,
  lessons: readonly CountedLesson[],
): readonly (CountedLesson & Standing)[] {
  const byLesson = Map.groupBy(seenFailures(database), ({ lesson }) => lesson);
  return lessons.map((counted) => {
    const seen = byLesson.get(counted.lesson.id);
    const { about, kind, body, tags } = counted.lesson;
    const isElsewhere = !isForSystem(tags, systemNamed(process.platform));
    if (seen === undefined) return { ...counted, isElsewhere };
    const advice = about !== undefined && kind === "pitfall" ? body.remediation : undefined;
    const isStock = advice !== undefined && isStockAdvice(about ?? "", advice);
    const isGeneral = isStock && isGeneralAdvice(about ?? "", advice);
    const isFixed = !isStock && seen.some((failure) => failure.isFixed);
    return { ...counted, isElsewhere, failures: { ...costOf(seen), isFixed, isGeneral } };
  });
}

/** These lessons, whatever their status, in the order of the ids. */
export function lessonsById(
  database: Database,
  ids: readonly LessonId[],
): readonly CountedLesson[] {
  const found = countedLessons(
    database,
    "WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  );
  const byId = new Map(found.map((each) => [each.lesson.id, each]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The newest sightings of each lesson, at most `most`. */
export function newestSightings(
  database: Database,
  ids: Iterable<LessonId>,
  most: number,
): ReadonlyMap<LessonId, readonly Sighting[]> {
  const rows = queryAll<SightingRow & { readonly id: LessonId }>(
    database,
    `SELECT id, agent, session_id, project_id, seen_at, file, line, quote FROM (
       SELECT lessons.id, evidence.*, row_number() OVER (
         PARTITION BY evidence.lesson ORDER BY evidence.seen_at DESC, evidence.number DESC) AS place
       FROM evidence JOIN lessons ON lessons.number = evidence.lesson
       WHERE form = 'sighting' AND lessons.id IN (SELECT value FROM json_each(?)))
     WHERE place <= ? ORDER BY lesson, place`,
    JSON.stringify([...ids]),
    most,
  );
  const found = new Map<LessonId, Sighting[]>();
  for (const row of rows) found.set(row.id, [...(found.get(row.id) ?? []), sightingFromRow(row)]);
  return found;
}

/** Lessons in use, as texts to compare with. */
export function activeTexts(
  database: Database,
): readonly (Pick<Lesson, "id" | "slug" | "summary"> & { readonly text: string })[] {
  return queryAll(
    database,
    "SELECT id, slug, summary, summary || ' ' || body_text AS text FROM lessons WHERE status = 'active'",
  );
}

function countedLessons(
  database: Database,
  condition: string,
  ...values: readonly string[]
): readonly CountedLesson[] {
  const rows = queryAll<LessonRow & EvidenceCounts & { readonly lastSeenAt: Instant | null }>(
    database,
    `SELECT lessons.*, coalesce(occurrence_count, 0) AS occurrenceCount,
            coalesce(session_count, 0) AS sessionCount, coalesce(project_count, 0) AS projectCount,
            lastSeenAt
     FROM lessons LEFT JOIN (
       SELECT lesson, sum(occurrences) AS occurrence_count, max(seen_at) AS lastSeenAt,
              count(DISTINCT agent || char(0) || session_id) + sum(sessions) AS session_count,
              count(DISTINCT project_id) + sum(projects) AS project_count
       FROM evidence GROUP BY lesson
     ) ON lesson = lessons.number ${condition}`,
    ...values,
  );
  return rows.map((row) => {
    const { occurrenceCount, sessionCount, projectCount, lastSeenAt } = row;
    return {
      lesson: lessonFromRow(row),
      counts: { occurrenceCount, sessionCount, projectCount },
      lastSeenAt: lastSeenAt ?? undefined,
    };
  });
}

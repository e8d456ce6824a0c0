import type {
  Evidence,
  EvidenceCounts,
  Sighting,
  Edit,
  Feedback,
  History,
} from "../record/history.ts";
import type { LessonId } from "../record/lesson.ts";
import type { Transition } from "../record/lifecycle.ts";
import { queryAll, queryOne, type Database } from "../../platform/database/database.ts";
import { insertRow, lessonNumber } from "./lessons.ts";

/** All that happened to a lesson, oldest first. */
export function historyOf(database: Database, number: number): History {
  return {
    evidence: queryAll<EvidenceRow>(
      database,
      "SELECT * FROM evidence WHERE lesson = ? ORDER BY number",
      number,
    ).map(evidenceFromRow),
    transitions: queryAll<Transition>(
      database,
      `SELECT from_status AS "from", to_status AS "to", at, actor AS "by", because
       FROM transitions WHERE lesson = ? ORDER BY number`,
      number,
    ),
    edits: queryAll<Edit>(
      database,
      `SELECT field, before, after, at, actor AS "by" FROM edits WHERE lesson = ? ORDER BY number`,
      number,
    ),
    feedback: queryAll<FeedbackRow>(
      database,
      `SELECT verdict, at, actor AS "by", note FROM feedback WHERE lesson = ? ORDER BY number`,
      number,
    ).map(({ note, ...row }) => ({ ...row, note: note ?? undefined })),
  };
}

/** How often, in how many sessions and projects: computed from the evidence each time. */
export function countsOf(database: Database, number: number): EvidenceCounts {
  const row = queryOne<EvidenceCounts>(
    database,
    `SELECT coalesce(sum(occurrences), 0) AS occurrenceCount,
            count(DISTINCT agent || char(0) || session_id) + coalesce(sum(sessions), 0) AS sessionCount,
            count(DISTINCT project_id) + coalesce(sum(projects), 0) AS projectCount
     FROM evidence WHERE lesson = ?`,
    number,
  );
  return { occurrenceCount: 0, sessionCount: 0, projectCount: 0, ...row };
}

/** Adds rows; a sighting at a place that is known already is the same sighting. */
export function addHistory(database: Database, lessonId: string, history: Partial<History>): void {
  const lesson = lessonNumber(database, lessonId);
  for (const item of history.evidence ?? []) insertEvidence(database, lesson, item);
  for (const { from, to, by, ...move } of history.transitions ?? [])
    insertRow(database, "transitions", {
      lesson,
      from_status: from,
      to_status: to,
      actor: by,
      ...move,
    });
  for (const { by, ...edit } of history.edits ?? [])
    insertRow(database, "edits", { lesson, actor: by, ...edit });
  for (const { by, note, ...given } of history.feedback ?? [])
    insertRow(database, "feedback", { lesson, actor: by, note: note ?? null, ...given });
}

type FeedbackRow = Omit<Feedback, "note"> & { readonly note: string | null };

/** The columns of `evidence` that a sighting has. */
export interface SightingRow {
  readonly agent: string;
  readonly session_id: string | null;
  readonly project_id: string | null;
  readonly seen_at: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly quote: string | null;
}

interface EvidenceRow extends SightingRow {
  readonly form: Evidence["is"];
  readonly occurrences: number;
  readonly sessions: number;
  readonly projects: number;
  readonly first_seen_at: string | null;
}

function insertEvidence(database: Database, lesson: number, item: Evidence): void {
  const counts =
    item.is === "tally"
      ? {
          occurrences: item.occurrences,
          sessions: item.sessions,
          projects: item.projects,
          first_seen_at: item.firstSeenAt ?? null,
        }
      : {
          session_id: item.sessionId,
          project_id: item.projectId ?? null,
          file: item.place?.file ?? null,
          line: item.place?.line ?? null,
        };
  const row = { lesson, form: item.is, agent: item.agent, seen_at: item.seenAt, ...counts };
  insertRow(database, "evidence", { ...row, quote: item.quote ?? null }, "ON CONFLICT DO NOTHING");
}

function evidenceFromRow(row: EvidenceRow): Evidence {
  if (row.form === "sighting") return sightingFromRow(row);
  return {
    is: "tally",
    agent: row.agent,
    occurrences: row.occurrences,
    sessions: row.sessions,
    projects: row.projects,
    firstSeenAt: row.first_seen_at ?? undefined,
    seenAt: row.seen_at,
    quote: row.quote ?? undefined,
  };
}

export function sightingFromRow(row: SightingRow): Sighting {
  const { file, line } = row;
  return {
    is: "sighting",
    agent: row.agent,
    sessionId: row.session_id ?? "",
    projectId: row.project_id ?? undefined,
    seenAt: row.seen_at,
    place: file === null || line === null ? undefined : { file, line },
    quote: row.quote ?? undefined,
  };
}

/** When each lesson first became active. Those that never did are not in it. */
export function firstActivations(database: Database): ReadonlyMap<LessonId, string> {
  const rows = queryAll<{ id: LessonId; at: string }>(
    database,
    `SELECT lessons.id, min(transitions.at) AS at
     FROM transitions JOIN lessons ON lessons.number = transitions.lesson
     WHERE to_status = 'active' GROUP BY lessons.number`,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** When it was last changed at which calls each lesson fires. */
export function triggerChanges(
  database: Database,
  fields: readonly string[],
): ReadonlyMap<LessonId, string> {
  const rows = queryAll<{ id: LessonId; at: string }>(
    database,
    `SELECT lessons.id, max(edits.at) AS at FROM edits JOIN lessons ON lessons.number = edits.lesson
     WHERE field IN (SELECT value FROM json_each(?)) GROUP BY lessons.number`,
    JSON.stringify(fields),
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** What people have said about each lesson since then. */
export function feedbackCounts(
  database: Database,
  since = "",
): ReadonlyMap<LessonId, { readonly helpful: number; readonly notHelpful: number }> {
  const rows = queryAll<{ id: LessonId; helpful: number; notHelpful: number }>(
    database,
    `SELECT lessons.id, sum(verdict = 'helpful') AS helpful, sum(verdict = 'not-helpful') AS notHelpful
     FROM feedback JOIN lessons ON lessons.number = feedback.lesson
     WHERE feedback.at >= ? GROUP BY lessons.number`,
    since,
  );
  return new Map(rows.map(({ id, helpful, notHelpful }) => [id, { helpful, notHelpful }]));
}

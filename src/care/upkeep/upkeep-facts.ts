import type { Instant, LessonId } from "../../lesson/record/lesson.ts";
import { queryAll, queryOne, type Database } from "../../platform/database/database.ts";

/** When each candidate was last seen in a log. */
export function lastSightings(database: Database): ReadonlyMap<LessonId, Instant> {
  const rows = queryAll<{ id: LessonId; at: Instant }>(
    database,
    `SELECT lessons.id, max(seen_at) AS at FROM evidence JOIN lessons ON lessons.number = evidence.lesson
     WHERE status = 'candidate' GROUP BY lessons.number`,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** The reasons for which upkeep has archived lessons that are not archived now. */
export function upkeepReasons(database: Database): ReadonlyMap<LessonId, readonly string[]> {
  const rows = queryAll<{ id: LessonId; because: string }>(
    database,
    `SELECT lessons.id, because FROM transitions JOIN lessons ON lessons.number = transitions.lesson
     WHERE actor = 'upkeep' AND to_status = 'archived' AND status <> 'archived'
     ORDER BY transitions.number`,
  );
  const byLesson = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byLesson].map(([id, found]) => [id, found.map(({ because }) => because)]));
}

export interface ReceptionRow {
  readonly id: LessonId;
  readonly delivered: number;
  readonly helpful: number;
  readonly notHelpful: number;
  /** What was said before that was said about another text or before a person confirmed it. */
  readonly since: Instant;
}

/** How active lessons were received since they were last activated or changed by somebody. */
export function receptions(database: Database): readonly ReceptionRow[] {
  return queryAll(
    database,
    `WITH used AS (
       SELECT number, id, max(status_since, coalesce(
         (SELECT max(at) FROM edits WHERE edits.lesson = lessons.number AND actor <> 'scanner'), '')) AS since
       FROM lessons WHERE status = 'active')
     SELECT id, since,
       (SELECT count(*) FROM deliveries WHERE deliveries.lesson = used.number AND at >= since) AS delivered,
       (SELECT count(*) FROM feedback WHERE feedback.lesson = used.number AND at >= since AND verdict = 'helpful') AS helpful,
       (SELECT count(*) FROM feedback WHERE feedback.lesson = used.number AND at >= since AND verdict = 'not-helpful') AS notHelpful
     FROM used ORDER BY id`,
  );
}

/** Lessons that reached an agent since then. */
export function deliveredSince(database: Database, since: Instant): ReadonlySet<LessonId> {
  const rows = queryAll<{ id: LessonId }>(
    database,
    `SELECT DISTINCT lessons.id FROM deliveries JOIN lessons ON lessons.number = deliveries.lesson
     WHERE deliveries.at >= ?`,
    since,
  );
  return new Set(rows.map(({ id }) => id));
}

export interface ProjectFolder {
  readonly projectId: string;
  /** Redacted: the user's home is `~`. */
  readonly folder: string;
}

/** Where the sessions of each project were held. */
export function projectFolders(database: Database): readonly ProjectFolder[] {
  return queryAll(
    database,
    `SELECT DISTINCT project_id AS projectId, project AS folder FROM logs
     WHERE project_id IS NOT NULL AND project IS NOT NULL ORDER BY folder`,
  );
}

/** The tools that were called since then, by the names of the ledger. */
export function toolsSince(database: Database, since: Instant): readonly string[] {
  return queryAll<{ tool: string }>(
    database,
    "SELECT DISTINCT tool FROM calls WHERE at >= ?",
    since,
  ).map(({ tool }) => tool);
}

/** The version of an agent in its newest session. */
export function newestAgentVersion(database: Database, agent: string): string | undefined {
  return queryOne<{ version: string }>(
    database,
    `SELECT agent_version AS version FROM logs WHERE agent = ? AND agent_version IS NOT NULL
     ORDER BY coalesce(ended_at, started_at, '') DESC LIMIT 1`,
    agent,
  )?.version;
}

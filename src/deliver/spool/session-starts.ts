import type { LessonId } from "../../lesson/record/lesson.ts";
import { prepared, queryAll, type Database } from "../../platform/database/database.ts";

/** A session or a subagent that began with us, and what it was given. */
export interface SessionStart {
  readonly agent: string;
  readonly sessionId: string;
  /** Null is the session itself. */
  readonly subagent: string | null;
  readonly at: string;
  /** As it was given, whatever the settings say. */
  readonly protocol: "full" | "short" | "off";
  readonly lessons: number;
  /** The lessons on its card. */
  readonly card: readonly LessonId[];
  readonly tookMs: number;
  /** The repairs that were on, where there were any. */
  readonly repairs?: readonly string[];
}

/** Whether it is news: the same note twice is one start. */
export function insertSessionStart(
  database: Database,
  noteKey: string,
  { repairs, ...start }: SessionStart,
): boolean {
  const { changes } = prepared(
    database,
    `INSERT INTO session_starts(note_key, agent, session_id, subagent, at, protocol, lessons, card, took_ms, repairs)
     VALUES (:noteKey, :agent, :sessionId, :subagent, :at, :protocol, :lessons, :card, :tookMs, :repairs)
     ON CONFLICT(note_key) DO NOTHING`,
  ).run({
    ...start,
    noteKey,
    card: JSON.stringify(start.card),
    repairs: repairs === undefined ? null : JSON.stringify(repairs),
  });
  return Number(changes) > 0;
}

/** Whether any session began with us. */
export function hasSessionStarts(database: Database): boolean {
  return queryAll(database, "SELECT 1 FROM session_starts LIMIT 1").length > 0;
}

/** The oldest first, with the model where a log of the session has been read: a subagent's own, if it has one. */
export function sessionStarts(
  database: Database,
): readonly (SessionStart & { readonly model: string | null })[] {
  const rows = queryAll<Omit<SessionStart, "card"> & { card: string; model: string | null }>(
    database,
    `SELECT agent, session_id AS sessionId, subagent, at, protocol, lessons, card, took_ms AS tookMs,
            (SELECT model FROM logs
             WHERE logs.agent = session_starts.agent AND logs.session_id = session_starts.session_id
               AND model IS NOT NULL
             ORDER BY subagent IS NOT NULL AND EXISTS (
               SELECT 1 FROM calls WHERE calls.log = logs.number AND calls.thread = session_starts.subagent) DESC,
               logs.started_at, logs.path_key LIMIT 1) AS model
     FROM session_starts ORDER BY at, number`,
  );
  return rows.map((row) => ({ ...row, card: JSON.parse(row.card) as readonly LessonId[] }));
}

import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Instant } from "../../lesson/record/lesson.ts";
import { prepared, queryAll, queryOne, type Database } from "../../platform/database/database.ts";
import { plainLine } from "../../redact/plain-text.ts";
import type { QueueEntry } from "./queue-disk.ts";

/** How a run ended. `asking`: it has not, or it was stopped in the middle. */
type RunOutcome = "asking" | "learned" | "nothing" | "bad-answer" | "no-answer";

/** A run in which a model was asked about sessions of a project. */
export interface LearningRun {
  readonly id: string;
  readonly project: string;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly program: string;
  readonly model: string | null;
  readonly promptVersion: number;
  readonly sessions: number;
  readonly outcome: RunOutcome;
  readonly created: number;
  readonly grown: number;
  readonly refused: number;
  readonly message: string | null;
}

type RunResult = "endedAt" | "outcome" | "created" | "grown" | "refused" | "message";

export function beginRun(database: Database, run: Omit<LearningRun, RunResult>): void {
  prepared(
    database,
    `INSERT INTO learning_runs(id, project, started_at, program, model, prompt_version, sessions, outcome)
     VALUES (:id, :project, :startedAt, :program, :model, :promptVersion, :sessions, 'asking')`,
  ).run({ ...run });
}

export function endRun(
  database: Database,
  { id, endedAt, outcome, created = 0, grown = 0, refused = 0, message = null }: RunEnding,
): void {
  prepared(
    database,
    `UPDATE learning_runs SET ended_at = ?, outcome = ?, created = ?, grown = ?, refused = ?, message = ?
     WHERE id = ?`,
  ).run(endedAt, outcome, created, grown, refused, message, id);
}

export type RunEnding = Pick<LearningRun, "id" | "endedAt" | "outcome"> &
  Partial<Pick<LearningRun, RunResult>>;

/** How many runs of a project have begun on this UTC day. One that a wrong clock put into the future is none of it. */
export function countRunsOfDay(database: Database, project: string, now: Instant): number {
  const day = now.slice(0, 10);
  return (
    queryOne<{ count: number }>(
      database,
      "SELECT count(*) AS count FROM learning_runs WHERE project = ? AND started_at BETWEEN ? AND ?",
      project,
      `${day}T00:00:00.000Z`,
      `${day}T23:59:59.999Z`,
    )?.count ?? 0
  );
}

/** The last runs of a project, the newest first. */
export function lastRuns(
  database: Database,
  project: string,
  limit: number,
): readonly LearningRun[] {
  return queryAll<LearningRun>(
    database,
    `SELECT id, project, started_at AS startedAt, ended_at AS endedAt, program, model,
            prompt_version AS promptVersion, sessions, outcome, created, grown, refused, message
     FROM learning_runs WHERE project = ? ORDER BY started_at DESC, id DESC LIMIT ?`,
    project,
    limit,
  );
}

/** A session, and the end of it that is meant. */
type EndedSession = Pick<QueueEntry, "agent" | "sessionId" | "endedAt">;

/** Whether this end of a session was looked at already. Another time is another end, whatever clock it is from. */
export function isLearned(
  database: Database,
  project: string,
  { agent, sessionId, endedAt }: EndedSession,
): boolean {
  const row = queryOne<{ endedAt: string }>(
    database,
    "SELECT ended_at AS endedAt FROM learned_sessions WHERE project = ? AND agent = ? AND session_id = ?",
    project,
    agent,
    sessionId,
  );
  return row?.endedAt === endedAt;
}

export function markLearned(
  database: Database,
  project: string,
  { agent, sessionId, endedAt }: EndedSession,
  now: Instant,
): void {
  prepared(
    database,
    `INSERT INTO learned_sessions(project, agent, session_id, ended_at, learned_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT(project, agent, session_id)
     DO UPDATE SET ended_at = excluded.ended_at, learned_at = excluded.learned_at`,
  ).run(project, agent, sessionId, endedAt, now);
}

/** What learning did when nobody was looking. Bounded, with one older part. */
export function learningLogIn(home: string): string {
  return join(home, "log", "learning.log");
}

/** Where it cannot be written, nothing is said: it must not stand in the way of what it is about. */
export function logLearning(home: string, now: Instant, text: string): void {
  const file = learningLogIn(home);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > longestLog) renameSync(file, `${file}.1`);
    appendFileSync(file, `${now} ${plainLine(text).slice(0, longestLine)}\n`, { mode: 0o600 });
  } catch {
    // A full disk or a read-only home.
  }
}

const longestLog = 262_144;
const longestLine = 4000;

import type { Instant, Lesson, LessonId } from "../lesson/record/lesson.ts";
import type { Actor } from "../lesson/record/lifecycle.ts";
import { prepared, queryAll, queryOne, type Database } from "../platform/database/database.ts";
import { lessonNumber } from "../lesson/table/lessons.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../platform/files/atomic-file.ts";
import { Fault } from "../platform/fault.ts";
import { ensurePrivateDirectory } from "../platform/paths.ts";

/** One review as it is kept for ever, as `--json` shows it, and as its audit file has it (PRD-002 §8.3). */
export interface ReviewSession {
  readonly sessionId: string;
  readonly generatedAt: Instant;
  readonly candidatesConsidered: number;
  readonly reviewedBy: Reviewer;
  readonly items: readonly unknown[];
  /** When somebody took it back. */
  readonly undoneAt?: Instant | undefined;
}

/** Who decided; of a model, which one and by which prompts, of a person who was not at a terminal, which way. */
interface Reviewer {
  readonly actor: Actor;
  readonly through?: string | undefined;
  readonly model?: string | undefined;
  readonly promptVersion?: string | undefined;
}

export function recordReviewSession(database: Database, session: ReviewSession): void {
  const { actor, through, model, promptVersion } = session.reviewedBy;
  prepared(
    database,
    `INSERT INTO review_sessions(id, generated_at, candidates_considered, items, actor, through, model, prompt_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    session.sessionId,
    session.generatedAt,
    session.candidatesConsidered,
    JSON.stringify(session.items),
    actor,
    through ?? null,
    model ?? null,
    promptVersion ?? null,
  );
}

/** The newest first. */
export function listReviewSessions(database: Database): readonly ReviewSession[] {
  return queryAll<SessionRow>(database, `${selectSessions} ORDER BY id DESC`).map(sessionFromRow);
}

/** The newest that was not taken back, of anybody or of one kind of reviewer. */
export function lastReviewSession(database: Database, actor?: Actor): ReviewSession | undefined {
  const row = queryOne<SessionRow>(
    database,
    `${selectSessions} WHERE undone_at IS NULL AND actor = coalesce(?, actor)
     ORDER BY id DESC LIMIT 1`,
    actor ?? null,
  );
  return row && sessionFromRow(row);
}

/** That it was taken back, or, with null, that it counts again. */
export function markReview(
  database: Database,
  id: string,
  { undoneAt }: { readonly undoneAt: Instant | null },
): void {
  prepared(database, "UPDATE review_sessions SET undone_at = ? WHERE id = ?").run(undoneAt, id);
}

/** A lesson that a review wrote to, as it was before and after. */
export interface ReviewChange {
  readonly before: Lesson;
  readonly after: Lesson;
}

export function recordReviewChanges(
  database: Database,
  session: string,
  changes: readonly ReviewChange[],
): void {
  const insert = prepared(
    database,
    "INSERT INTO review_changes(session, lesson, before, after) VALUES (?, ?, ?, ?)",
  );
  for (const { before, after } of changes) {
    const number = lessonNumber(database, before.id);
    insert.run(session, number, JSON.stringify(before), JSON.stringify(after));
  }
}

/** What a model last thought of each lesson that it moved. What was taken back is no opinion any more. */
export interface ModelOpinion {
  readonly id: LessonId;
  readonly to: "reviewed" | "archived";
  readonly because: string;
  readonly at: Instant;
  /** Null when no review of a model is known that moved it. */
  readonly model: string | null;
}

export function modelOpinions(database: Database): readonly ModelOpinion[] {
  return queryAll<ModelOpinion>(
    database,
    `SELECT lessons.id, last.to_status AS "to", last.because, last.at, (
       SELECT review_sessions.model FROM review_changes
       JOIN review_sessions ON review_sessions.id = review_changes.session
       WHERE review_changes.lesson = last.lesson AND review_sessions.actor = 'model'
         AND review_sessions.undone_at IS NULL
       ORDER BY review_sessions.id DESC LIMIT 1) AS model
     FROM transitions AS last JOIN lessons ON lessons.number = last.lesson
     WHERE last.number IN (SELECT max(number) FROM transitions WHERE actor = 'model' GROUP BY lesson)
       AND last.to_status IN ('reviewed', 'archived')
       AND NOT EXISTS (SELECT 1 FROM transitions AS later WHERE later.lesson = last.lesson
         AND later.number > last.number AND later.because = 'undo' AND later.from_status = last.to_status)`,
  );
}

const selectSessions = `SELECT id AS sessionId, generated_at AS generatedAt,
  candidates_considered AS candidatesConsidered, items, actor, through, model, prompt_version AS promptVersion,
  undone_at AS undoneAt FROM review_sessions`;

type SessionRow = Pick<ReviewSession, "sessionId" | "generatedAt" | "candidatesConsidered"> & {
  readonly items: string;
  readonly actor: Actor;
  readonly through: string | null;
  readonly model: string | null;
  readonly promptVersion: string | null;
  readonly undoneAt: Instant | null;
};

function sessionFromRow(row: SessionRow): ReviewSession {
  const { items, actor, through, model, promptVersion, undoneAt, ...session } = row;
  return {
    ...session,
    reviewedBy: {
      actor,
      through: through ?? undefined,
      model: model ?? undefined,
      promptVersion: promptVersion ?? undefined,
    },
    items: JSON.parse(items),
    undoneAt: undoneAt ?? undefined,
  };
}

/**
 * Writes the audit file of each review that has none, and of `fresh` in any case. So one that a crash or a full
 * disk has kept from being written comes with the next review. The store has them all.
 */
export function writeAuditFiles(
  database: Database,
  home: string,
  { fresh }: { readonly fresh: string },
): void {
  ensurePrivateDirectory(join(home, folder));
  for (const session of listReviewSessions(database)) {
    const file = join(home, folder, `${session.sessionId}.json`);
    if (session.sessionId !== fresh && existsSync(file)) continue;
    writeFileAtomically(file, [`${JSON.stringify(session, null, 2)}\n`]);
  }
}

/** As a warning: the review is written and stays so, whatever becomes of its file. */
export function auditTrouble(...wanted: Parameters<typeof writeAuditFiles>): readonly string[] {
  try {
    writeAuditFiles(...wanted);
    return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [`the audit file was not written: ${error.message}; the review is in lessons reviews`];
  }
}

const folder = "review-sessions";

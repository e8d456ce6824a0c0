import { queryAll, type Database } from "./database.ts";

/** One review as it is kept for ever (PRD-002 §8.3). */
export interface ReviewSession {
  readonly id: string;
  readonly generatedAt: string;
  readonly candidatesConsidered: number;
  readonly items: readonly unknown[];
}

export function recordReviewSession(database: Database, session: ReviewSession): void {
  database
    .prepare(
      "INSERT INTO review_sessions(id, generated_at, candidates_considered, items) VALUES (?, ?, ?, ?)",
    )
    .run(
      session.id,
      session.generatedAt,
      session.candidatesConsidered,
      JSON.stringify(session.items),
    );
}

/** The newest first. */
export function listReviewSessions(database: Database): readonly ReviewSession[] {
  const rows = queryAll<Omit<ReviewSession, "items"> & { readonly items: string }>(
    database,
    `SELECT id, generated_at AS generatedAt, candidates_considered AS candidatesConsidered, items
     FROM review_sessions ORDER BY id DESC`,
  );
  return rows.map((row) => ({ ...row, items: JSON.parse(row.items) }));
}

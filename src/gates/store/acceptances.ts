import type { Decision } from "../../lesson/record/gate-finding.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { prepared, queryAll, queryOne, type Database } from "../../platform/database/database.ts";
import { pairKey, type AcceptedHashes, type PairKey } from "../review-state.ts";

export interface NewAcceptance extends PairKey {
  readonly model: string;
  readonly noteSnapshot: number | null;
  readonly gateSnapshot: number | null;
  /** The review that was accepted; null when somebody acknowledged a trivial change. */
  readonly pair: number | null;
  readonly at: Instant;
}

/** From now on these texts are the baseline of the pair; without any, none is. What was accepted before stays in the record. */
export function appendAcceptance(
  database: Database,
  { notePath, gatePath, model, noteSnapshot, gateSnapshot, pair, at }: NewAcceptance,
): number {
  const { lastInsertRowid } = prepared(
    database,
    `INSERT INTO acceptance_events(note_path, gate_path, model_partition, accepted_note_snapshot_id,
       accepted_gate_snapshot_id, accepted_review_pair_id, accepted_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(notePath, gatePath, model, noteSnapshot, gateSnapshot, pair, at);
  return Number(lastInsertRowid);
}

/** The number of the acceptance that holds for a pair. */
export function currentEvent(
  database: Database,
  { notePath, gatePath, model }: PairKey & { readonly model: string },
): number | undefined {
  const row = queryOne<{ readonly event: number | null }>(
    database,
    `SELECT max(acceptance_event_id) AS event FROM acceptance_events
     WHERE note_path = ? AND gate_path = ? AND model_partition = ?`,
    notePath,
    gatePath,
    model,
  );
  return row?.event ?? undefined;
}

export type AcceptedTexts = Pick<NewAcceptance, "noteSnapshot" | "gateSnapshot" | "pair">;

/** What an acceptance made the baseline. */
export function acceptedBy(database: Database, event: number): AcceptedTexts | undefined {
  return queryOne<AcceptedTexts>(
    database,
    `SELECT accepted_note_snapshot_id AS noteSnapshot, accepted_gate_snapshot_id AS gateSnapshot,
       accepted_review_pair_id AS pair FROM acceptance_events WHERE acceptance_event_id = ?`,
    event,
  );
}

/** Of an acceptance that somebody took back, where none was before: it holds no text and no review. */
export const nothingAccepted: AcceptedTexts = {
  noteSnapshot: null,
  gateSnapshot: null,
  pair: null,
};

const isNothing = (table: string) =>
  `coalesce(${table}.accepted_note_snapshot_id, ${table}.accepted_gate_snapshot_id, ${table}.accepted_review_pair_id) IS NULL`;

/**
 * The latest acceptance of each key, as the view `current_gate_acceptances` has it. From the table itself: what a file
 * calls a view may be anything. Beside max(), SQLite takes the other columns from the row that has it.
 */
const currentAcceptance = `(SELECT max(acceptance_event_id) AS acceptance_event_id, note_path, gate_path,
  model_partition, accepted_note_snapshot_id, accepted_gate_snapshot_id, accepted_review_pair_id, accepted_at
  FROM acceptance_events GROUP BY note_path, gate_path, model_partition)`;

/** The texts that are accepted for a pair now. */
export interface Accepted extends AcceptedHashes {
  readonly noteSnapshot: number | null;
}

/** The current acceptances of a model partition by `pairKey`, in one query. */
export function currentAcceptances(
  database: Database,
  model: string,
): ReadonlyMap<string, Accepted> {
  // Not `queryAll`: there may be ten thousand, and copying them takes longer than finding them.
  const rows = prepared(
    database,
    `SELECT current.note_path AS notePath, current.gate_path AS gatePath,
       current.accepted_note_snapshot_id AS noteSnapshot,
       note.content_sha256 AS noteHash, gate.content_sha256 AS gateHash
     FROM ${currentAcceptance} AS current
     LEFT JOIN review_file_snapshots AS note ON note.snapshot_id = current.accepted_note_snapshot_id
     LEFT JOIN review_file_snapshots AS gate ON gate.snapshot_id = current.accepted_gate_snapshot_id
     WHERE current.model_partition = ?`,
  ).all(model) as unknown as readonly (Accepted & PairKey)[];
  return new Map(rows.map((row) => [pairKey(row), row]));
}

/** The pairs that are accepted in any model partition, by `pairKey`. */
export function pairsAcceptedByAnyModel(database: Database): ReadonlySet<string> {
  const rows = queryAll<PairKey>(
    database,
    `SELECT DISTINCT note_path AS notePath, gate_path AS gatePath FROM ${currentAcceptance} AS current
     WHERE NOT ${isNothing("current")}`,
  );
  return new Set(rows.map(pairKey));
}

/** One acceptance as it is kept for ever. */
interface AcceptanceEvent extends PairKey {
  readonly event: number;
  readonly model: string;
  readonly acceptedAt: Instant;
  /** Of the review that was accepted; null where there is none behind it. */
  readonly run: number | null;
  readonly decision: Decision | null;
  readonly resultPath: string | null;
}

/** A current acceptance with the review behind it: for an acknowledgement the last one that was completed. */
export interface CurrentReview extends AcceptanceEvent, AcceptedHashes {
  readonly isAcknowledged: boolean;
  readonly runner: string | null;
  readonly reviewedAt: Instant | null;
}

/** The latest acceptance last. */
export function currentReviews(
  database: Database,
  only: Partial<PairKey> = {},
): readonly CurrentReview[] {
  const rows = queryAll<Omit<CurrentReview, "isAcknowledged"> & { readonly acknowledged: number }>(
    database,
    `SELECT current.acceptance_event_id AS event, current.note_path AS notePath,
       current.gate_path AS gatePath, current.model_partition AS model,
       current.accepted_at AS acceptedAt, current.accepted_review_pair_id IS NULL AS acknowledged,
       note.content_sha256 AS noteHash, gate.content_sha256 AS gateHash,
       pair.review_run_id AS run, review_runs.runner, pair.decision,
       pair.completed_at AS reviewedAt, pair.result_path AS resultPath
     FROM ${currentAcceptance} AS current
     LEFT JOIN review_file_snapshots AS note ON note.snapshot_id = current.accepted_note_snapshot_id
     LEFT JOIN review_file_snapshots AS gate ON gate.snapshot_id = current.accepted_gate_snapshot_id
     LEFT JOIN review_pairs AS pair ON pair.review_pair_id = coalesce(current.accepted_review_pair_id, (
       SELECT latest.review_pair_id FROM review_pairs AS latest
       WHERE latest.note_path = current.note_path AND latest.gate_path = current.gate_path
         AND latest.model_partition = current.model_partition AND latest.pair_status = 'completed'
       ORDER BY latest.completed_at DESC, latest.review_pair_id DESC LIMIT 1))
     LEFT JOIN review_runs USING (review_run_id)
     WHERE current.note_path = coalesce(?, current.note_path)
       AND current.gate_path = coalesce(?, current.gate_path)
       AND NOT ${isNothing("current")}
     ORDER BY current.acceptance_event_id`,
    only.notePath ?? null,
    only.gatePath ?? null,
  );
  return rows.map(({ acknowledged, ...row }) => ({ ...row, isAcknowledged: acknowledged === 1 }));
}

export interface HistoryEvent extends AcceptanceEvent {
  /** With it, undo took the first acceptance of a pair back. */
  readonly isUndone: boolean;
}

export interface AcceptanceHistory {
  /** Without the limit. */
  readonly total: number;
  /** The newest first. */
  readonly events: readonly HistoryEvent[];
}

export function acceptanceHistory(
  database: Database,
  query: { readonly [Path in keyof PairKey]: string | null } & { readonly limit: number },
): AcceptanceHistory {
  const where =
    "event.note_path = coalesce(?, event.note_path) AND event.gate_path = coalesce(?, event.gate_path)";
  const values = [query.notePath, query.gatePath];
  const rows = queryAll<AcceptanceEvent & { readonly undone: number }>(
    database,
    `SELECT event.acceptance_event_id AS event, event.note_path AS notePath,
       event.gate_path AS gatePath, event.model_partition AS model, event.accepted_at AS acceptedAt,
       pair.review_run_id AS run, pair.decision, pair.result_path AS resultPath,
       ${isNothing("event")} AS undone
     FROM acceptance_events AS event
     LEFT JOIN review_pairs AS pair ON pair.review_pair_id = event.accepted_review_pair_id
     WHERE ${where} ORDER BY event.acceptance_event_id DESC LIMIT ?`,
    ...values,
    query.limit,
  );
  const count = queryOne<{ readonly total: number }>(
    database,
    `SELECT count(*) AS total FROM acceptance_events AS event WHERE ${where}`,
    ...values,
  );
  const events = rows.map(({ undone, ...event }) => ({ ...event, isUndone: undone === 1 }));
  return { total: count?.total ?? 0, events };
}

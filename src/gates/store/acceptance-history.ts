import type { Decision } from "../../lesson/record/gate-finding.ts";
import type { PairKey } from "../review-state.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { queryAll, queryOne, type Database } from "../../platform/database/database.ts";

/** One acceptance as it is kept for ever. */
export interface AcceptanceEvent extends PairKey {
  readonly event: number;
  readonly model: string;
  readonly acceptedAt: Instant;
  /** Of the review that was accepted; null for an acknowledgement. */
  readonly run: number | null;
  readonly decision: Decision | null;
  readonly resultPath: string | null;
}

export interface AcceptanceHistory {
  /** Without the limit. */
  readonly total: number;
  /** The newest first. */
  readonly events: readonly AcceptanceEvent[];
}

export function acceptanceHistory(
  database: Database,
  query: Partial<PairKey> & { readonly limit: number },
): AcceptanceHistory {
  const where =
    "event.note_path = coalesce(?, event.note_path) AND event.gate_path = coalesce(?, event.gate_path)";
  const values = [query.notePath ?? null, query.gatePath ?? null];
  const events = queryAll<AcceptanceEvent>(
    database,
    `SELECT event.acceptance_event_id AS event, event.note_path AS notePath,
       event.gate_path AS gatePath, event.model_partition AS model, event.accepted_at AS acceptedAt,
       pair.review_run_id AS run, pair.decision, pair.result_path AS resultPath
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
  return { total: count?.total ?? 0, events };
}

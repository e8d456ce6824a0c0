import type { Decision } from "../../lesson/record/gate-finding.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { prepared, queryAll, queryOne, type Database } from "../../platform/database/database.ts";
import type {
  AcceptedHashes,
  Packing,
  PairKey,
  PairStatus,
  ReviewVerdict,
  Runner,
  RunStatus,
  TextSnapshot,
} from "../review-state.ts";

/** One question to a reviewer. Paths are relative to the project. */
export interface ReviewRun {
  readonly id: number;
  readonly runner: Runner;
  readonly model: string;
  readonly status: RunStatus;
  readonly packing: Packing;
  readonly promptVersion: number;
  readonly nonce: string;
  readonly promptPath: string;
  readonly bundleOutputPath: string;
  readonly createdAt: Instant;
  readonly completedAt: Instant | null;
}

/** What a run asks of one pair, and what came of it. */
export interface ReviewPair extends PairKey, AcceptedHashes {
  readonly id: number;
  /** Its place in the prompt and in the answer, from 1. */
  readonly number: number;
  readonly model: string;
  readonly status: PairStatus;
  readonly decision: Decision;
  readonly resultPath: string | null;
  readonly noteSnapshot: number | null;
  readonly gateSnapshot: number | null;
}

/** The number after the highest there ever was. */
export function nextRunId(database: Database): number {
  const row = queryOne<{ readonly seq: number }>(
    database,
    "SELECT seq FROM sqlite_sequence WHERE name = 'review_runs'",
  );
  return (row?.seq ?? 0) + 1;
}

interface NewRun extends Omit<ReviewRun, "status" | "completedAt"> {
  /** The process that asks by itself, where it does: a run whose asker is gone is never answered. */
  readonly asker?: Asker | undefined;
}

export interface Asker {
  readonly process: number;
  readonly host: string;
}

export function insertRun(database: Database, { asker, ...run }: NewRun): void {
  prepared(
    database,
    `INSERT INTO review_runs(review_run_id, runner, model, status, packing, prompt_version, nonce,
       prompt_path, bundle_output_path, created_at, telemetry)
     VALUES (:id, :runner, :model, 'running', :packing, :promptVersion, :nonce,
       :promptPath, :bundleOutputPath, :createdAt, :telemetry)`,
  ).run({ ...run, telemetry: asker === undefined ? null : JSON.stringify({ asker }) });
}

/** Runs without an answer that a process wanted to ask for by itself. */
export function runsBeingAsked(
  database: Database,
): readonly (Asker & Pick<ReviewRun, "id" | "createdAt">)[] {
  return queryAll(
    database,
    `SELECT review_run_id AS id, created_at AS createdAt, telemetry ->> '$.asker.process' AS process,
       telemetry ->> '$.asker.host' AS host
     FROM review_runs
     WHERE status = 'running' AND telemetry -> '$.asker' IS NOT NULL ORDER BY review_run_id`,
  );
}

type NewPair = Omit<ReviewPair, "id" | "status" | "decision" | "resultPath" | keyof AcceptedHashes>;

export function insertPair(database: Database, pair: NewPair & { readonly run: number }): void {
  prepared(
    database,
    `INSERT INTO review_pairs(review_run_id, number, note_path, gate_path, model_partition, pair_status,
       decision, note_snapshot_id, gate_snapshot_id)
     VALUES (:run, :number, :notePath, :gatePath, :model, 'pending', 'unknown', :noteSnapshot, :gateSnapshot)`,
  ).run({ ...pair });
}

export function findRun(database: Database, id: number): ReviewRun | undefined {
  const row = queryOne<ReviewRun>(
    database,
    `SELECT review_run_id AS id, runner, model, status, packing, prompt_version AS promptVersion, nonce,
       prompt_path AS promptPath, bundle_output_path AS bundleOutputPath, created_at AS createdAt,
       completed_at AS completedAt
     FROM review_runs WHERE review_run_id = ?`,
    id,
  );
  return row && { ...row };
}

/** Those that wait for an answer, in the order in which they were made. */
export function runningRuns(
  database: Database,
): readonly Pick<ReviewRun, "id" | "bundleOutputPath">[] {
  return queryAll(
    database,
    `SELECT review_run_id AS id, bundle_output_path AS bundleOutputPath FROM review_runs
     WHERE status = 'running' ORDER BY review_run_id`,
  );
}

export function pairsOfRun(database: Database, run: number): readonly ReviewPair[] {
  return queryAll<ReviewPair>(
    database,
    `SELECT pair.review_pair_id AS id, pair.number, pair.note_path AS notePath,
       pair.gate_path AS gatePath, pair.model_partition AS model, pair.pair_status AS status,
       pair.decision, pair.result_path AS resultPath, pair.note_snapshot_id AS noteSnapshot,
       pair.gate_snapshot_id AS gateSnapshot, note.content_sha256 AS noteHash,
       gate.content_sha256 AS gateHash
     FROM review_pairs AS pair
     LEFT JOIN review_file_snapshots AS note ON note.snapshot_id = pair.note_snapshot_id
     LEFT JOIN review_file_snapshots AS gate ON gate.snapshot_id = pair.gate_snapshot_id
     WHERE pair.review_run_id = ? ORDER BY pair.number`,
    run,
  );
}

export function completePair(
  database: Database,
  id: number,
  done: {
    readonly decision: ReviewVerdict;
    readonly resultPath: string;
    readonly at: Instant;
  },
): void {
  prepared(
    database,
    `UPDATE review_pairs SET pair_status = 'completed', decision = ?, result_path = ?, completed_at = ?
     WHERE review_pair_id = ?`,
  ).run(done.decision, done.resultPath, done.at, id);
}

/** There is no answer for it: `error` when there is one that cannot be read. */
export function missPair(
  database: Database,
  id: number,
  decision: Exclude<Decision, ReviewVerdict>,
): void {
  prepared(
    database,
    "UPDATE review_pairs SET pair_status = 'missing', decision = ? WHERE review_pair_id = ?",
  ).run(decision, id);
}

export function endRun(
  database: Database,
  id: number,
  end: {
    readonly status: Exclude<RunStatus, "running">;
    readonly telemetry: object;
    readonly at: Instant;
  },
): void {
  prepared(
    database,
    "UPDATE review_runs SET status = ?, telemetry = ?, completed_at = ? WHERE review_run_id = ?",
  ).run(end.status, JSON.stringify(end.telemetry), end.at, id);
}

/** Keeps a text, and returns the number that it is known by. The same text of a file is kept once. */
export function keepSnapshot(database: Database, { path, hash, text }: TextSnapshot): number {
  const known = queryOne<{ readonly id: number }>(
    database,
    "SELECT snapshot_id AS id FROM review_file_snapshots WHERE path = ? AND content_sha256 = ?",
    path,
    hash,
  );
  if (known !== undefined) return known.id;
  const { lastInsertRowid } = prepared(
    database,
    "INSERT INTO review_file_snapshots(path, content_sha256, content_text) VALUES (?, ?, ?)",
  ).run(path, hash, text);
  return Number(lastInsertRowid);
}

/** The text that a number stands for. */
export function snapshotText(database: Database, id: number): string {
  const row = queryOne<{ readonly text: string }>(
    database,
    "SELECT content_text AS text FROM review_file_snapshots WHERE snapshot_id = ?",
    id,
  );
  if (row === undefined) throw new Error(`there is no snapshot ${id}`);
  return row.text;
}

import type { TextSnapshot } from "../review-state.ts";
import { prepared, queryOne, type Database } from "../../platform/database/database.ts";

/** Keeps a text, and returns the number that it is known by. The same text of a file is kept once. */
export function keepSnapshot(database: Database, text: TextSnapshot): number {
  const known = snapshotOf(database, text);
  if (known !== undefined) return known;
  const { lastInsertRowid } = prepared(
    database,
    "INSERT INTO review_file_snapshots(path, content_sha256, content_text) VALUES (?, ?, ?)",
  ).run(text.path, text.hash, text.text);
  return Number(lastInsertRowid);
}

function snapshotOf(database: Database, { path, hash }: TextSnapshot): number | undefined {
  return queryOne<{ readonly id: number }>(
    database,
    "SELECT snapshot_id AS id FROM review_file_snapshots WHERE path = ? AND content_sha256 = ?",
    path,
    hash,
  )?.id;
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

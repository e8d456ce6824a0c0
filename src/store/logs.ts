import { prepared, queryAll, queryOne, type Database } from "./database.ts";
import type { ClusterPlace } from "./episodes.ts";

/** A session log as far as it has been read. */
export interface LogRow {
  readonly number: number;
  readonly path_key: string;
  readonly path: string;
  readonly agent: string;
  readonly identity: string;
  readonly size: number;
  readonly modified_ms: number;
  readonly beginning: string;
  readonly byte: number;
  readonly line: number;
  readonly session_id: string;
  readonly parent_session_id: string | null;
  readonly project_id: string | null;
  readonly project: string | null;
  readonly agent_version: string | null;
  readonly model: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_tokens: number;
  readonly cache_write_tokens: number;
  readonly records: number;
  readonly unknown_records: number;
  readonly unreadable_records: number;
}

/** What tells whether a log has changed since it was read. */
export type LogMark = Pick<
  LogRow,
  | "number"
  | "path_key"
  | "identity"
  | "size"
  | "modified_ms"
  | "beginning"
  | "byte"
  | "line"
  | "project_id"
  | "records"
  | "unknown_records"
  | "unreadable_records"
>;

const markColumns = `number, path_key, identity, size, modified_ms, beginning, byte, line, project_id,
  records, unknown_records, unreadable_records`;

export function logMarks(database: Database): ReadonlyMap<string, LogMark> {
  const rows = queryAll<LogMark>(database, `SELECT ${markColumns} FROM logs`);
  return new Map(rows.map((row) => [row.path_key, row]));
}

export function logMark(database: Database, pathKey: string): LogMark | undefined {
  return queryOne<LogMark>(database, `SELECT ${markColumns} FROM logs WHERE path_key = ?`, pathKey);
}

export function logMemory(database: Database, number: number): string | null {
  return (
    queryOne<{ memory: string }>(database, "SELECT memory FROM log_memories WHERE log = ?", number)
      ?.memory ?? null
  );
}

/** Writes a log anew or over what was known of it, with what it takes to go on, and says its number. */
export function putLog(database: Database, row: Omit<LogRow, "number">, memory: string): number {
  const columns = Object.keys(row);
  const settings = columns.map((name) => `${name} = excluded.${name}`);
  const sql = `INSERT INTO logs(${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})
    ON CONFLICT(path_key) DO UPDATE SET ${settings.join(", ")} RETURNING number`;
  const kept = prepared(database, sql).get(Object.fromEntries(Object.entries(row)));
  const number = Number(kept?.["number"]);
  prepared(
    database,
    `INSERT INTO log_memories(log, memory) VALUES (?, ?)
     ON CONFLICT(log) DO UPDATE SET memory = excluded.memory`,
  ).run(number, memory);
  return number;
}

/** What was taken out of the store: clusters that must be settled, and keys that other logs may have too. */
export interface Freed {
  readonly clusters: readonly ClusterPlace[];
  readonly anchorKeys: readonly number[];
  readonly callKeys: readonly number[];
}

/** Takes back all that was read from a log, because it will be read again from its beginning. */
export function forgetLog(database: Database, number: number): Freed {
  const episodes = queryAll<ClusterPlace & { anchor_key: number }>(
    database,
    "DELETE FROM episodes WHERE log = ? RETURNING block, cluster, anchor_key",
    number,
  );
  const calls = queryAll<{ call_key: number }>(
    database,
    "DELETE FROM calls WHERE log = ? RETURNING call_key",
    number,
  );
  prepared(database, "DELETE FROM report_problems WHERE log = ?").run(number);
  prepared(database, "DELETE FROM citations WHERE log = ?").run(number);
  return {
    clusters: episodes,
    anchorKeys: episodes.map(({ anchor_key }) => anchor_key),
    callKeys: calls.map(({ call_key }) => call_key),
  };
}

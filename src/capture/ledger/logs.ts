import type { TokenTotals } from "../../agents/event.ts";
import type { ClusterPlace } from "../episodes/episodes.ts";
import type { OperatingSystem } from "../../lesson/record/operating-system.ts";
import type { LogPart } from "../scan/read-log.ts";
import { prepared, queryAll, queryOne, type Database } from "../../platform/database/database.ts";

/** The file of a log, or a session in a database, as it is while it is read. */
export interface LogFile {
  readonly agent: string;
  readonly pathKey: string;
  /** Redacted. */
  readonly path: string;
  readonly identity: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** How it begins, asked when a part is written. */
  readonly beginning: (readBytes: number) => string;
  /** Where the records do not say which session it is. */
  readonly sessionId: string;
}

/** What tells whether a log has changed since it was read. */
export interface LogMark {
  readonly number: number;
  readonly pathKey: string;
  readonly identity: string;
  readonly size: number;
  readonly modifiedMs: number;
  readonly beginning: string;
  readonly byte: number;
  readonly line: number;
  readonly projectId: string | null;
  readonly system: OperatingSystem | null;
  readonly records: number;
  readonly unknownRecords: number;
  readonly unreadableRecords: number;
}

const markColumns = `number, path_key AS pathKey, identity, size, modified_ms AS modifiedMs, beginning, byte, line,
  project_id AS projectId, system, records, unknown_records AS unknownRecords,
  unreadable_records AS unreadableRecords`;

export function logMarks(database: Database): ReadonlyMap<string, LogMark> {
  const rows = queryAll<LogMark>(database, `SELECT ${markColumns} FROM logs`);
  return new Map(rows.map((row) => [row.pathKey, row]));
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
export function putLog(
  database: Database,
  file: LogFile,
  part: LogPart,
  before: LogMark | undefined,
): number {
  const { session, tokens, place } = part;
  const row = {
    path_key: file.pathKey,
    path: file.path,
    agent: file.agent,
    identity: file.identity,
    size: file.size,
    // A log that was left in the middle looks changed, so that the next scan goes on with it.
    modified_ms: part.isLast ? file.modifiedMs : 0,
    beginning: file.beginning(place.byte),
    byte: place.byte,
    line: place.line,
    session_id: session.sessionId ?? file.sessionId,
    parent_session_id: session.parentSessionId ?? null,
    project_id: session.project?.id ?? null,
    project: session.project?.label ?? null,
    system: session.system ?? null,
    agent_version: session.agentVersion ?? null,
    model: session.model ?? null,
    shell: session.shell ?? null,
    started_at: session.startedAt ?? null,
    ended_at: session.endedAt ?? null,
    input_tokens: tokens.inputTokens,
    output_tokens: tokens.outputTokens,
    cache_read_tokens: tokens.cacheReadTokens,
    cache_write_tokens: tokens.cacheWriteTokens,
    records: (before?.records ?? 0) + part.records,
    unknown_records: (before?.unknownRecords ?? 0) + part.unknown,
    unreadable_records: (before?.unreadableRecords ?? 0) + part.unreadable.length,
  };
  const columns = Object.keys(row);
  const settings = columns.map((name) => `${name} = excluded.${name}`);
  const sql = `INSERT INTO logs(${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})
    ON CONFLICT(path_key) DO UPDATE SET ${settings.join(", ")} RETURNING number`;
  const number = Number(prepared(database, sql).get(row)?.["number"]);
  prepared(
    database,
    `INSERT INTO log_memories(log, memory) VALUES (?, ?)
     ON CONFLICT(log) DO UPDATE SET memory = excluded.memory`,
  ).run(number, part.memory);
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
  const episodes = queryAll<ClusterPlace & { anchorKey: number }>(
    database,
    "DELETE FROM episodes WHERE log = ? RETURNING block, cluster, anchor_key AS anchorKey",
    number,
  );
  const calls = queryAll<{ callKey: number }>(
    database,
    "DELETE FROM calls WHERE log = ? RETURNING call_key AS callKey",
    number,
  );
  prepared(database, "DELETE FROM report_problems WHERE log = ?").run(number);
  prepared(database, "DELETE FROM citations WHERE log = ?").run(number);
  return {
    clusters: episodes,
    anchorKeys: episodes.map(({ anchorKey }) => anchorKey),
    callKeys: calls.map(({ callKey }) => callKey),
  };
}

/** Whether logs wait to be read again because an older version did not keep all that this one needs. */
export function hasOutdatedLogs(database: Database): boolean {
  return queryAll(database, "SELECT 1 FROM logs WHERE identity = '' LIMIT 1").length > 0;
}

/** What is known of a log as a whole. */
export interface LogFacts {
  readonly number: number;
  /** Redacted. */
  readonly path: string;
  readonly model: string | null;
}

export function logFacts(database: Database): ReadonlyMap<number, LogFacts> {
  const rows = queryAll<LogFacts>(database, "SELECT number, path, model FROM logs");
  return new Map(rows.map((row) => [row.number, row]));
}

/** The logs of the sessions whose ids begin like this. A session whose subagents have logs of their own has several. */
export function logsOfSession(
  database: Database,
  beginning: string,
): readonly { readonly path: string; readonly sessionId: string }[] {
  return queryAll(
    database,
    `SELECT path, session_id AS sessionId FROM logs
     WHERE session_id >= ? AND session_id < ? AND parent_session_id IS NULL ORDER BY path LIMIT 100`,
    beginning,
    `${beginning}\u{10FFFF}`,
  );
}

/** An agent of whose records many were not understood, and which share of them. */
export interface PoorlyRead {
  readonly agent: string;
  readonly share: number;
}

/** Of few records nothing can be said. */
export function poorlyReadLogs(database: Database): readonly PoorlyRead[] {
  return queryAll<PoorlyRead>(
    database,
    `SELECT agent, sum(unknown_records + unreadable_records) * 1.0 / sum(records) AS share FROM logs
     GROUP BY agent HAVING sum(records) >= 100 AND share > 0.1 ORDER BY agent`,
  );
}

/** How far the agents' logs have been read. */
export interface ReadLogs {
  readonly logs: number;
  /** When the newest session that was read ended, as far as it is known. */
  readonly readUpTo: string | null;
}

export function readLogs(database: Database): ReadLogs {
  const row = queryOne<ReadLogs>(
    database,
    "SELECT count(*) AS logs, max(ended_at) AS readUpTo FROM logs",
  );
  return row ?? { logs: 0, readUpTo: null };
}

/** What a session took, all its logs together. */
export interface SessionCostRow extends TokenTotals {
  readonly agent: string;
  readonly sessionId: string;
  /** When the newest of its logs ended. */
  readonly endedAt: string | null;
  readonly retryLoops: number;
}

export function sessionCosts(database: Database): readonly SessionCostRow[] {
  return queryAll(
    database,
    `SELECT agent, session_id AS sessionId, max(ended_at) AS endedAt,
            sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens,
            sum(cache_read_tokens) AS cacheReadTokens, sum(cache_write_tokens) AS cacheWriteTokens,
            coalesce(sum(loops), 0) AS retryLoops
     FROM logs LEFT JOIN (
       SELECT log, count(*) AS loops FROM episodes WHERE kind = 'retry-loop' AND is_copy = 0 GROUP BY log
     ) ON log = logs.number
     GROUP BY agent, session_id ORDER BY agent, session_id`,
  );
}

import type { SQLInputValue } from "node:sqlite";
import { prepared, queryAll, type Database } from "./database.ts";

/** A row of the ledger. */
export interface CallRow {
  readonly ordinal: number;
  readonly line: number;
  readonly thread: string | null;
  readonly at: string | null;
  readonly tool: string;
  readonly program: string | null;
  readonly subcommand: string | null;
  readonly flags: string | null;
  readonly command: string | null;
  readonly path: string | null;
  readonly outcome: string;
  readonly exitStatus: number | null;
  readonly failureClass: string | null;
  readonly signature: string | null;
  readonly errorHead: string | null;
  readonly durationMs: number | null;
  readonly callKey: number;
  /** Null where it was read before ids were kept. */
  readonly idKey: number | null;
  readonly resultLine: number | null;
}

/** Adds the calls of a log. A call that another log has too, because the session was forked, counts once. */
export function insertCalls(database: Database, log: number, calls: readonly CallRow[]): void {
  if (calls.length === 0) return;
  const insert = prepared(
    database,
    `INSERT INTO calls(log, ordinal, line, thread, at, tool, program, subcommand, flags, command, path,
       outcome, exit_status, failure_class, signature, error_head, duration_ms, call_key, id_key, result_line)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const call of calls) {
    insert.run(
      log,
      call.ordinal,
      call.line,
      call.thread,
      call.at,
      call.tool,
      call.program,
      call.subcommand,
      call.flags,
      call.command,
      call.path,
      call.outcome,
      call.exitStatus,
      call.failureClass,
      call.signature,
      call.errorHead,
      call.durationMs,
      call.callKey,
      call.idKey,
      call.resultLine,
    );
  }
}

export interface LedgerFilter {
  readonly agent?: string;
  readonly session?: string;
  readonly project?: string;
  readonly tool?: string;
  readonly program?: string;
  readonly outcomes?: readonly string[];
  readonly since?: string;
  readonly limit: number;
}

/** A call with where it was made. */
export interface LedgerEntry extends Omit<CallRow, "callKey" | "idKey" | "resultLine"> {
  readonly agent: string;
  readonly sessionId: string;
  readonly projectId: string | null;
  readonly project: string | null;
  readonly file: string;
}

export interface LedgerPage {
  readonly entries: readonly LedgerEntry[];
  readonly total: number;
  readonly byOutcome: Readonly<Record<string, number>>;
}

/** Calls of the ledger, the newest first, copies left out. */
export function listCalls(database: Database, filter: LedgerFilter): LedgerPage {
  const { where, values } = ledgerConditions(filter);
  const entries = queryAll<LedgerEntry>(
    database,
    `SELECT logs.agent, logs.session_id AS sessionId, logs.project_id AS projectId, logs.project,
            logs.path AS file, calls.line, calls.ordinal, calls.thread, calls.at, calls.tool,
            calls.program, calls.subcommand, calls.flags, calls.command, calls.path, calls.outcome,
            calls.exit_status AS exitStatus, calls.failure_class AS failureClass, calls.signature,
            calls.error_head AS errorHead, calls.duration_ms AS durationMs
     FROM calls JOIN logs ON logs.number = calls.log
     WHERE ${where} ORDER BY calls.at DESC, logs.number, calls.ordinal DESC LIMIT ?`,
    ...values,
    filter.limit,
  );
  const counts = queryAll<{ outcome: string; count: number }>(
    database,
    `SELECT outcome, count(*) AS count FROM calls JOIN logs ON logs.number = calls.log
     WHERE ${where} GROUP BY outcome ORDER BY count DESC, outcome`,
    ...values,
  );
  return {
    entries,
    total: counts.reduce((sum, { count }) => sum + count, 0),
    byOutcome: Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count])),
  };
}

function ledgerConditions(filter: LedgerFilter): {
  readonly where: string;
  readonly values: readonly SQLInputValue[];
} {
  const conditions = ["calls.is_copy = 0"];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...given: readonly SQLInputValue[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (filter.agent !== undefined) add("logs.agent = ?", filter.agent);
  if (filter.session !== undefined)
    add("logs.session_id LIKE ? ESCAPE '\\'", `${escaped(filter.session)}%`);
  if (filter.project !== undefined) {
    add(
      "(logs.project_id = ? OR logs.project LIKE ? ESCAPE '\\')",
      filter.project,
      `%${escaped(filter.project)}%`,
    );
  }
  if (filter.tool !== undefined) add("calls.tool = ? COLLATE NOCASE", filter.tool);
  if (filter.program !== undefined) {
    const [program = "", ...rest] = filter.program.split(" ");
    add("calls.program = ?", program);
    if (rest.length > 0) add("calls.subcommand = ?", rest.join(" "));
  }
  if (filter.since !== undefined) add("calls.at >= ?", filter.since);
  if (filter.outcomes !== undefined && filter.outcomes.length > 0) {
    add(`calls.outcome IN (${filter.outcomes.map(() => "?").join(", ")})`, ...filter.outcomes);
  }
  return { where: conditions.join(" AND "), values };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

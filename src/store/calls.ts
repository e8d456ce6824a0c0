import type { SQLInputValue } from "node:sqlite";
import { heldClass, type LedgerCall, type LedgerLog } from "../core/ledger-call.ts";
import { shortHash } from "../core/short-hash.ts";
import type { FinishedCall } from "../ingest/finished-call.ts";
import { prepared, queryAll, type Database } from "./database.ts";

/** Adds the calls of a log. A call that another log has too, because the session was forked, counts once. */
export function insertCalls(
  database: Database,
  { log, agent }: { readonly log: number; readonly agent: string },
  calls: readonly FinishedCall[],
): void {
  const insert = prepared(
    database,
    `INSERT INTO calls(log, ordinal, line, thread, at, tool, program, subcommand, flags, command, path,
       outcome, exit_status, failure_class, signature, error_head, duration_ms, call_key, id_key, result_line)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const call of calls) {
    const { shape, failure } = call;
    insert.run(
      log,
      call.ordinal,
      call.line,
      call.thread ?? null,
      call.at ?? null,
      call.tool,
      shape?.program ?? null,
      shape?.subcommand ?? null,
      shape === undefined || shape.flags.length === 0 ? null : shape.flags.join(" "),
      call.command ?? null,
      call.path ?? null,
      call.outcome,
      call.exitStatus ?? null,
      failureClassOf(call) ?? null,
      failure?.signature ?? null,
      failure?.errorHead ?? null,
      call.durationMs ?? null,
      shortHash(`${agent} ${call.callKey}`),
      call.idKey,
      call.resultLine,
    );
  }
}

/** What stands in the ledger where a failed call has its class. */
function failureClassOf({ isHeld, failure }: FinishedCall): string | undefined {
  return isHeld === true ? heldClass : failure?.name;
}

export interface LedgerFilter {
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
  readonly project?: string | undefined;
  readonly tool?: string | undefined;
  readonly program?: string | undefined;
  readonly outcomes?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly limit: number;
}

/** A call with where it was made. */
export interface LedgerEntry
  extends
    Omit<LedgerCall, "log" | "head" | "isHeld">,
    Pick<LedgerLog, "agent" | "sessionId" | "projectId"> {
  readonly project: string | null;
  readonly file: string;
  readonly program: string | null;
  readonly subcommand: string | null;
  readonly flags: string | null;
  readonly exitStatus: number | null;
  readonly failureClass: string | null;
  readonly errorHead: string | null;
  readonly durationMs: number | null;
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

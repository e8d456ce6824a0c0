import { factName } from "../facts/fact.ts";
import type { LedgerCall, LedgerLog, Treatment } from "./ledger-call.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import { shortHash } from "../../lesson/record/short-hash.ts";
import type { FinishedCall } from "../session/finished-call.ts";
import {
  prepared,
  queryAll,
  type Database,
  type SqlInput,
} from "../../platform/database/database.ts";

/** A call as a row of the ledger, but for what its log says: small enough to be handed from one thread to another. */
export interface CallRow {
  /** The same in every copy of the session, of whatever agent. */
  readonly callKey: number;
  /** In the order of the statement below. */
  readonly values: readonly SqlInput[];
}

export function callRow(call: FinishedCall): CallRow {
  const { shape, failure } = call;
  return {
    callKey: call.callKey,
    values: [
      call.idKey,
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
      failure?.name ?? null,
      failure?.signature ?? null,
      failure?.errorHead ?? null,
      call.durationMs ?? null,
      call.resultLine,
      failure === undefined ? null : factName(failure.fact),
      call.isHeld === true ? ("held" satisfies Treatment) : null,
      call.model ?? null,
      call.workingDirectory ?? null,
    ],
  };
}

/** Adds the calls of a log. A call that another log has too, because the session was forked, counts once. */
export function insertCalls(
  database: Database,
  { log, agent }: { readonly log: number; readonly agent: string },
  rows: readonly CallRow[],
): void {
  const insert = prepared(
    database,
    `INSERT INTO calls(log, call_key, id_key, ordinal, line, thread, at, tool, program, subcommand, flags, command, path,
       outcome, exit_status, failure_class, signature, error_head, duration_ms, result_line, fact, treatment, model,
       working_directory)
     VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
       coalesce(?23, (SELECT treatment FROM treatments WHERE agent = ?2 AND id_key = ?4)), ?24, ?25)`,
  );
  for (const { callKey, values } of rows)
    insert.run(log, agent, shortHash(`${agent} ${callKey}`), ...values);
}

export interface LedgerFilter {
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
  readonly project?: string | undefined;
  readonly tool?: string | undefined;
  readonly program?: string | undefined;
  /** `no-option cat -A`, or its beginning: all facts of a class. */
  readonly fact?: string | undefined;
  readonly model?: string | undefined;
  readonly outcomes?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly limit: number;
}

/** A call with where it was made. */
export interface LedgerEntry
  extends
    Omit<LedgerCall, "log" | "head" | "treatment">,
    Pick<LedgerLog, "agent" | "sessionId" | "projectId" | "shell"> {
  readonly project: string | null;
  readonly file: string;
  readonly program: string | null;
  readonly subcommand: string | null;
  readonly flags: string | null;
  readonly exitStatus: number | null;
  readonly failureClass: string | null;
  readonly errorHead: string | null;
  readonly durationMs: number | null;
  readonly treatment: Treatment | null;
  readonly model: string | null;
  /** Where the changed call stands that worked. */
  readonly fixLine: number | null;
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
            calls.error_head AS errorHead, calls.duration_ms AS durationMs, calls.fact, calls.treatment,
            coalesce(calls.model, logs.model) AS model, logs.shell,
            coalesce(calls.working_directory, logs.project) AS workingDirectory,
            CASE WHEN calls.fact IS NOT NULL THEN (
              SELECT max(details ->> '$.fix.line') FROM episodes
              WHERE episodes.log = calls.log AND episodes.line = calls.line) END AS fixLine
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
  readonly values: readonly SqlInput[];
} {
  const conditions = ["calls.is_copy = 0"];
  const values: SqlInput[] = [];
  const add = (condition: string, ...given: readonly SqlInput[]) => {
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
  if (filter.fact !== undefined) {
    const fact = escaped(filter.fact);
    add("(calls.fact = ? OR calls.fact LIKE ? ESCAPE '\\')", filter.fact, `${fact} %`);
  }
  if (filter.model !== undefined)
    add("coalesce(calls.model, logs.model) LIKE ? ESCAPE '\\'", `%${escaped(filter.model)}%`);
  if (filter.since !== undefined) add("calls.at >= ?", filter.since);
  if (filter.outcomes !== undefined && filter.outcomes.length > 0) {
    add(`calls.outcome IN (${filter.outcomes.map(() => "?").join(", ")})`, ...filter.outcomes);
  }
  return { where: conditions.join(" AND "), values };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** A call by its log and its number there. */
interface CallNumber {
  readonly log: number;
  readonly ordinal: number;
}

/** Where the results of some calls stand: by log, and there by the call's ordinal. */
export function resultLines(
  database: Database,
  places: readonly CallNumber[],
): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const rows = queryAll<CallNumber & { readonly line: number }>(
    database,
    `SELECT log, ordinal, result_line AS line
     FROM json_each(?) AS place JOIN calls ON log = place.value ->> 0 AND ordinal = place.value ->> 1
     WHERE result_line IS NOT NULL`,
    JSON.stringify(places.map(({ log, ordinal }) => [log, ordinal])),
  );
  const byLog = Map.groupBy(rows, ({ log }) => log);
  return new Map(
    [...byLog].map(([log, found]) => [
      log,
      new Map(found.map(({ ordinal, line }) => [ordinal, line])),
    ]),
  );
}

/** How the calls of a command ended. */
export interface HeadOutcome {
  readonly calls: number;
  readonly failed: number;
}

/** For each head of a command, `git push`, how often it was called and how often that failed. */
export function headOutcomes(database: Database): ReadonlyMap<string, HeadOutcome> {
  const rows = queryAll<HeadOutcome & { readonly head: string }>(
    database,
    `SELECT program || coalesce(' ' || subcommand, '') AS head, count(*) AS calls,
            sum(outcome IN ('error', 'timeout')) AS failed
     FROM calls WHERE is_copy = 0 AND program IS NOT NULL GROUP BY program, subcommand`,
  );
  return new Map(rows.map(({ head, calls, failed }) => [head, { calls, failed }]));
}

/** From when on there are `count` calls, more only where several have that time; undefined when there are no more than that at all. */
export function startOfNewestCalls(database: Database, count: number): Instant | undefined {
  const [first, before] = queryAll<{ readonly at: Instant }>(
    database,
    `SELECT at FROM calls WHERE is_copy = 0 AND at IS NOT NULL
     ORDER BY at DESC LIMIT 2 OFFSET ?`,
    count - 1,
  );
  return before === undefined ? undefined : first?.at;
}

/** What the ledger knows of one agent. */
export interface AgentOverview {
  readonly agent: string;
  readonly sessions: number;
  readonly calls: number;
  /** Ended with an error or ran out of time. */
  readonly failedCalls: number;
  /** Of the calls that have a time. */
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** The agents whose logs were read, the busiest first. Calls that a forked session repeats count once. */
export function ledgerOverview(database: Database): readonly AgentOverview[] {
  return queryAll(
    database,
    `SELECT agent, sessions, coalesce(calls, 0) AS calls, coalesce(failedCalls, 0) AS failedCalls,
            "from", "to"
     FROM (SELECT agent, count(DISTINCT session_id) AS sessions FROM logs GROUP BY agent)
     LEFT JOIN (
       SELECT agent, sum(calls) AS calls, sum(failed) AS failedCalls, min(first) AS "from", max(last) AS "to"
       FROM (SELECT log, count(*) AS calls, sum(outcome IN ('error', 'timeout')) AS failed,
                    min(at) AS first, max(at) AS last
             FROM calls WHERE is_copy = 0 GROUP BY log)
       JOIN logs ON logs.number = log GROUP BY agent
     ) USING (agent)
     ORDER BY calls DESC, sessions DESC, agent`,
  );
}

/** From the oldest call to the newest, of those that have a time. */
export interface LedgerSpan {
  readonly from: Instant;
  readonly to: Instant;
}

/** Undefined when no call was read. */
export function ledgerSpan(database: Database): LedgerSpan | undefined {
  const times = ledgerOverview(database)
    .flatMap(({ from, to }) => [from, to])
    .filter((time) => time !== null)
    .toSorted();
  const [from, to] = [times[0], times.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

import type { BadReport } from "../detectors/detector.ts";
import { inTextOrder } from "../episodes/episode.ts";
import { prepared, queryAll, type Database } from "../../platform/database/database.ts";

export function insertBadReports(
  database: Database,
  log: number,
  reports: readonly BadReport[],
): void {
  const insert = prepared(
    database,
    `INSERT INTO report_problems(log, line, thread, at, form, class, problem)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const report of reports) {
    const { line, thread, at, form, problem } = report;
    insert.run(log, line, thread ?? null, at ?? null, form, report.class, problem);
  }
}

/** A report that could not become a lesson, with where it was written. */
export interface ReportProblem extends Omit<BadReport, "thread" | "at"> {
  readonly thread: string | null;
  readonly at: string | null;
  readonly log: number;
  readonly file: string;
  readonly agent: string;
  readonly sessionId: string;
  readonly model: string | null;
  readonly isSubagent: boolean;
}

/**
 * What agents reported in vain, log by log and in order. A forked session repeats what stood in the one that
 * it came from; like a call, it counts in the log that began first.
 */
export function reportProblems(database: Database): readonly ReportProblem[] {
  const rows = queryAll<Omit<ReportProblem, "isSubagent"> & { readonly isSubagent: number }>(
    database,
    `SELECT logs.number AS log, logs.path AS file, logs.agent, logs.session_id AS sessionId, logs.model,
            logs.parent_session_id IS NOT NULL OR thread IS NOT NULL AS isSubagent,
            report_problems.line, thread, at, form, class, problem
     FROM report_problems JOIN logs ON logs.number = report_problems.log
     ORDER BY coalesce(logs.started_at, ''), logs.session_id, logs.path_key, report_problems.line, report_problems.number`,
  );
  const firstLogs = new Map<string, number>();
  return rows
    .filter((row) => row.at === null || row.log === firstLogOf(firstLogs, row))
    .map((row) => ({ ...row, isSubagent: row.isSubagent === 1 }));
}

type Written = Pick<ReportProblem, "log" | "agent" | "at" | "form" | "problem">;

function firstLogOf(
  known: Map<string, number>,
  { log, agent, at, form, problem }: Written,
): number {
  const key = [agent, at, form, problem].join("\0");
  const first = known.get(key) ?? log;
  known.set(key, first);
  return first;
}

/** How many reports were refused, and where the newest stands. */
export interface RefusedReports {
  readonly count: number;
  readonly newest: Pick<ReportProblem, "file" | "line" | "problem" | "form"> | null;
}

export function refusedReports(database: Database): RefusedReports {
  const problems = reportProblems(database);
  const [newest] = problems.toSorted((one, other) => inTextOrder(other.at ?? "", one.at ?? ""));
  if (newest === undefined) return { count: 0, newest: null };
  const { file, line, problem, form } = newest;
  return { count: problems.length, newest: { file, line, problem, form } };
}

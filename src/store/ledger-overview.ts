import type { Instant } from "../core/lesson.ts";
import { queryAll, type Database } from "./database.ts";

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

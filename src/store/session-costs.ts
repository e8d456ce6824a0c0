import { queryAll, type Database } from "./database.ts";

/** What a session took, all its logs together. */
export interface SessionCostRow {
  readonly agent: string;
  readonly sessionId: string;
  /** When the newest of its logs ended. */
  readonly endedAt: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
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

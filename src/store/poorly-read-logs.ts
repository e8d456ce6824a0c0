import { queryAll, type Database } from "./database.ts";

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

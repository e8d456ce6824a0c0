import { queryOne, type Database } from "./database.ts";

/** How far the agents' logs have been read. */
export interface ReadLogs {
  readonly logs: number;
  /** When the newest session that was read ended, as far as it is known. */
  readonly readUpTo: string | null;
}

export function readLogs(database: Database): ReadLogs {
  const row = queryOne<{ logs: number; read_up_to: string | null }>(
    database,
    "SELECT count(*) AS logs, max(ended_at) AS read_up_to FROM logs",
  );
  return { logs: row?.logs ?? 0, readUpTo: row?.read_up_to ?? null };
}

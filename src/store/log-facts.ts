import { queryAll, type Database } from "./database.ts";

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

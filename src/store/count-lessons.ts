import type { Status } from "../core/lifecycle.ts";
import { queryOne, type Database } from "./database.ts";

/** How many lessons have a status: all that is needed to say that some wait. */
export function countWithStatus(database: Database, status: Status): number {
  const row = queryOne<{ count: number }>(
    database,
    "SELECT count(*) AS count FROM lessons WHERE status = ?",
    status,
  );
  return row?.count ?? 0;
}

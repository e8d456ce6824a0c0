import type { Instant } from "../core/lesson.ts";
import { queryOne, type Database } from "./database.ts";

/** From when on there are about `count` calls; undefined when there are no more than that at all. */
export function startOfNewestCalls(database: Database, count: number): Instant | undefined {
  const row = queryOne<{ readonly at: Instant }>(
    database,
    `SELECT at FROM calls WHERE is_copy = 0 AND at IS NOT NULL
     ORDER BY at DESC LIMIT 1 OFFSET ?`,
    count,
  );
  return row?.at;
}

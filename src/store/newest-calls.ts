import type { Instant } from "../core/lesson.ts";
import { queryAll, type Database } from "./database.ts";

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

import type { ClusterPlace } from "../episodes/episodes.ts";
import { prepared, queryAll, type Database } from "../../platform/database/database.ts";
import type { Freed } from "./logs.ts";

/**
 * A forked or resumed session repeats the calls of the one that it came from. Of all logs that hold a
 * call, the one counts that began first (then the first by the name of its session, which is the same on every
 * machine), whichever was read first. Settles
 * what a log that was just written shares with others, and what others may have of what was taken out
 * of it. Says which clusters that touches.
 */
export function settleCopies(
  database: Database,
  log: number,
  freed: readonly Freed[],
): readonly ClusterPlace[] {
  const callKeys = freed.flatMap((each) => each.callKeys);
  const anchorKeys = freed.flatMap((each) => each.anchorKeys);
  markCopies(database, calls, [...sharedKeys(database, calls, log), ...callKeys]);
  return markCopies(database, episodes, [...sharedKeys(database, episodes, log), ...anchorKeys]);
}

interface Table {
  readonly name: "calls" | "episodes";
  readonly key: "call_key" | "anchor_key";
  /** What is asked of a row besides its number and its mark. */
  readonly place: string;
}

const calls: Table = { name: "calls", key: "call_key", place: "NULL AS block, NULL AS cluster" };
const episodes: Table = {
  name: "episodes",
  key: "anchor_key",
  place: "found.block, found.cluster",
};

function sharedKeys(database: Database, { name, key }: Table, log: number): readonly number[] {
  return queryAll<{ shared: number }>(
    database,
    `SELECT DISTINCT mine.${key} AS shared FROM ${name} AS mine
     WHERE mine.log = ?1 AND EXISTS (
       SELECT 1 FROM ${name} AS other WHERE other.${key} = mine.${key} AND other.number <> mine.number)`,
    log,
  ).map(({ shared }) => shared);
}

function markCopies(
  database: Database,
  { name, key, place }: Table,
  keys: readonly number[],
): readonly ClusterPlace[] {
  const changed: ClusterPlace[] = [];
  const mark = prepared(database, `UPDATE ${name} SET is_copy = ? WHERE number = ?`);
  const release = prepared(database, "UPDATE episodes SET lesson = NULL WHERE number = ?");
  const forget = prepared(database, "DELETE FROM evidence WHERE episode = ?");
  for (const value of new Set(keys)) {
    const rows = queryAll<{
      number: number;
      isCopy: number;
      block: string | null;
      cluster: string;
    }>(
      database,
      `SELECT found.number, found.is_copy AS isCopy, ${place}
       FROM ${name} AS found JOIN logs ON logs.number = found.log
       WHERE found.${key} = ? ORDER BY coalesce(logs.started_at, ''), logs.session_id, logs.path_key, found.line, found.number`,
      value,
    );
    for (const [index, row] of rows.entries()) {
      const isCopy = index === 0 ? 0 : 1;
      if (row.isCopy === isCopy) continue;
      mark.run(isCopy, row.number);
      if (row.block === null) continue;
      // The lesson cites the one that counts; it is given to that one when its cluster is settled.
      release.run(row.number);
      forget.run(row.number);
      changed.push({ block: row.block, cluster: row.cluster });
    }
  }
  return changed;
}

/** How many calls are repetitions of others. */
export function countCopies(database: Database): number {
  const [row] = queryAll<{ count: number }>(
    database,
    "SELECT count(*) AS count FROM calls WHERE is_copy = 1",
  );
  return row?.count ?? 0;
}

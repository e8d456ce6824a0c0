import type { CallsOfLog, LedgerCall } from "../core/ledger-call.ts";
import { queryAll, type Database } from "./database.ts";
import { eachReplayCall, type ReplayPeriod } from "./replay-calls.ts";

/** One log after the other with its calls as they were made, so that no more than one is held. */
export function* eachLogOfCalls(database: Database, period: ReplayPeriod): Generator<CallsOfLog> {
  const corrections = correctionLines(database);
  const corrected = (log: number) => corrections.get(log) ?? [];
  let calls: LedgerCall[] = [];
  for (const call of eachReplayCall(database, { ...period, isInOrder: true })) {
    const [first] = calls;
    if (first !== undefined && first.log !== call.log) {
      yield { calls, corrections: corrected(first.log.number) };
      calls = [];
    }
    calls.push(call);
  }
  const [last] = calls;
  if (last !== undefined) yield { calls, corrections: corrected(last.log.number) };
}

/** All that a log has, whether or not it counts there. */
export function callsOfLog(database: Database, log: number): CallsOfLog {
  return {
    calls: [...eachReplayCall(database, { ofLog: log, isInOrder: true })],
    corrections: correctionLines(database).get(log) ?? [],
  };
}

function correctionLines(database: Database): ReadonlyMap<number, readonly number[]> {
  const rows = queryAll<{ log: number; line: number }>(
    database,
    "SELECT log, line FROM episodes WHERE kind = 'user-correction' ORDER BY log, line",
  );
  const byLog = Map.groupBy(rows, ({ log }) => log);
  return new Map([...byLog].map(([log, found]) => [log, found.map(({ line }) => line)]));
}

/** The time in the middle of the calls; undefined when none has a time. */
export function medianTime(database: Database, since = ""): string | undefined {
  const [row] = queryAll<{ at: string }>(
    database,
    `SELECT at FROM calls WHERE is_copy = 0 AND at >= ?1 ORDER BY at LIMIT 1
     OFFSET (SELECT count(*) / 2 FROM calls WHERE is_copy = 0 AND at >= ?1)`,
    since,
  );
  return row?.at;
}

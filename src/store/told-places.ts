import type { DeliveryNote } from "../core/delivery-note.ts";
import { sessionKey } from "../core/mistake.ts";
import { queryAll, queryOne, type Database } from "./database.ts";

/**
 * The same deliveries, each with its call in a log of its own session. Where a session was forked, the call may count
 * in the log of the other one, and what follows there is what the other one did.
 */
export function inOwnSession(
  database: Database,
  notes: readonly DeliveryNote[],
): readonly DeliveryNote[] {
  const logs = queryAll<{ number: number; agent: string; sessionId: string }>(
    database,
    "SELECT number, agent, session_id AS sessionId FROM logs",
  );
  const sessions = new Map(logs.map((log) => [log.number, sessionKey(log)]));
  return notes.map((note) => {
    const { call, agent, sessionId } = note;
    if (call === null || sessions.get(call.log) === sessionKey(note)) return note;
    const own = queryOne<NonNullable<DeliveryNote["call"]>>(
      database,
      `SELECT copy.log, copy.ordinal, copy.line, copy.thread
       FROM calls JOIN calls AS copy ON copy.call_key = calls.call_key JOIN logs ON logs.number = copy.log
       WHERE calls.log = ? AND calls.ordinal = ? AND logs.agent = ? AND logs.session_id = ?
       ORDER BY copy.number LIMIT 1`,
      call.log,
      call.ordinal,
      agent,
      sessionId,
    );
    return own === undefined ? note : { ...note, call: own };
  });
}

/** Which of these logs repeat calls that count in another. */
export function logsWithCopies(database: Database, logs: Iterable<number>): ReadonlySet<number> {
  const rows = queryAll<{ log: number }>(
    database,
    `SELECT value AS log FROM json_each(?)
     WHERE EXISTS (SELECT 1 FROM calls WHERE calls.log = value AND is_copy = 1)`,
    JSON.stringify([...logs]),
  );
  return new Set(rows.map(({ log }) => log));
}

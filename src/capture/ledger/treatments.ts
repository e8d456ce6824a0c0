import { prepared, type Database } from "../../platform/database/database.ts";
import type { Treatment } from "./ledger-call.ts";

/** A call as its agent names it, hashed as in the ledger. */
interface NamedCall {
  readonly agent: string;
  readonly sessionId: string;
  readonly idKey: number;
}

/**
 * Keeps what we did with a call, and marks it where its log was read before. Reading the log again keeps the mark: logs show
 * what the model asked for, not what we made of it.
 */
export function keepTreatment(database: Database, call: NamedCall, treatment: Treatment): void {
  prepared(
    database,
    `INSERT INTO treatments(agent, id_key, treatment) VALUES (?, ?, ?)
     ON CONFLICT(agent, id_key) DO UPDATE SET treatment = excluded.treatment`,
  ).run(call.agent, call.idKey, treatment);
  markCalls(database, call, treatment);
}

/** Keeps whether a rewritten call ran as we wrote it. */
export function keepRan(database: Database, call: NamedCall, ran: boolean): void {
  const treatment: Treatment = "rewritten";
  prepared(
    database,
    `INSERT INTO treatments(agent, id_key, treatment, ran) VALUES (?, ?, ?, ?)
     ON CONFLICT(agent, id_key) DO UPDATE SET ran = excluded.ran`,
  ).run(call.agent, call.idKey, treatment, Number(ran));
  markCalls(database, call, treatment);
}

/** In the logs of its session. A fork that is read later finds what was kept. */
function markCalls(
  database: Database,
  { agent, sessionId, idKey }: NamedCall,
  treatment: Treatment,
): void {
  prepared(
    database,
    `UPDATE calls SET treatment = ?1 WHERE id_key = ?2 AND treatment IS NOT ?1
       AND log IN (SELECT number FROM logs WHERE agent = ?3 AND session_id = ?4)`,
  ).run(treatment, idKey, agent, sessionId);
}

import { queryAll, type Database } from "./database.ts";

/** The logs of the sessions whose ids begin like this. A session whose subagents have logs of their own has several. */
export function logsOfSession(
  database: Database,
  beginning: string,
): readonly { readonly path: string; readonly sessionId: string }[] {
  return queryAll(
    database,
    `SELECT path, session_id AS sessionId FROM logs
     WHERE session_id >= ? AND session_id < ? AND parent_session_id IS NULL ORDER BY path LIMIT 100`,
    beginning,
    `${beginning}\u{10FFFF}`,
  );
}

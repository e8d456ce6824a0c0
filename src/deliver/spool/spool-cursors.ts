import { prepared, queryAll, type Database } from "../../platform/database/database.ts";

/** How far each file of the spool has been taken over, by what the file is. */
export function spoolCursors(database: Database): ReadonlyMap<string, number> {
  const rows = queryAll<{ identity: string; byte: number }>(
    database,
    "SELECT identity, byte FROM spool_cursors",
  );
  return new Map(rows.map(({ identity, byte }) => [identity, byte]));
}

export function putSpoolCursor(database: Database, identity: string, byte: number): void {
  prepared(
    database,
    `INSERT INTO spool_cursors(identity, byte) VALUES (?, ?)
     ON CONFLICT(identity) DO UPDATE SET byte = excluded.byte`,
  ).run(identity, byte);
}

export function dropSpoolCursor(database: Database, identity: string): void {
  prepared(database, "DELETE FROM spool_cursors WHERE identity = ?").run(identity);
}

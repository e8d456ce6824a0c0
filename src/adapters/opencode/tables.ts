import { numberAt } from "../../core/json-fields.ts";
import { Fault } from "../../system/fault.ts";
import type { ReadOnlyDatabase } from "../adapter.ts";

type Table = "session" | "message" | "part";

/** What a database has of the tables that we read. Versions differ in their columns. */
export interface Tables {
  readonly has: (table: Table, column: string) => boolean;
  /** For a SELECT: those of the wanted columns that there are. */
  readonly columns: (table: Table, wanted: readonly string[]) => string;
  /** For an ORDER BY: oldest first. */
  readonly order: (table: Table) => string;
  /** Messages that a session has in the table of a later form, which we cannot read yet. */
  readonly countNewMessages: (sessionId: string) => number;
}

/** Undefined when there are no tables at all; a fault when there are others than the ones we know. */
export function readTables(database: ReadOnlyDatabase, path: string): Tables | undefined {
  const names = database.all("SELECT name FROM sqlite_schema WHERE type = 'table'");
  if (names.length === 0) return undefined;
  const columnsOf = (table: string): ReadonlySet<unknown> =>
    new Set(
      database.all(`SELECT name FROM pragma_table_info('${table}')`).map((row) => row["name"]),
    );
  const columns = {
    session: columnsOf("session"),
    message: columnsOf("message"),
    part: columnsOf("part"),
  };
  const has = (table: Table, column: string) => columns[table].has(column);
  const missing = required.filter(([table, column]) => !has(table, column));
  if (missing.length > 0) throw unknownForm(path, missing);

  const newMessages = columnsOf("session_message").has("session_id");
  return {
    has,
    columns: (table, wanted) => wanted.filter((column) => has(table, column)).join(", "),
    order: (table) => (has(table, "time_created") ? "time_created, id" : "id"),
    countNewMessages: (sessionId) => {
      if (!newMessages) return 0;
      const sql = "SELECT count(*) AS rows FROM session_message WHERE session_id = ?";
      return numberAt(database.all(sql, sessionId)[0], "rows") ?? 0;
    },
  };
}

const required: readonly (readonly [Table, string])[] = [
  ["session", "id"],
  ["message", "id"],
  ["message", "session_id"],
  ["message", "data"],
  ["part", "id"],
  ["part", "session_id"],
  ["part", "message_id"],
  ["part", "data"],
];

function unknownForm(path: string, missing: readonly (readonly [Table, string])[]): Fault {
  const names = missing.map(([table, column]) => `${table}.${column}`).join(", ");
  return new Fault(
    "file-unreadable",
    `cannot read ${path}: this version of OpenCode keeps its sessions in another form (no ${names})`,
    { hint: "opencode export <session> writes one as JSON; lessons scan --path reads that file" },
  );
}

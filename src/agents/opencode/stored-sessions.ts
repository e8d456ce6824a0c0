import { type JsonRecord, isRecord, numberAt, textAt } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import type { ReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import type { Emit, RecordCounts, StoredSession } from "../adapter.ts";
import { SessionReader } from "./session-reader.ts";
import { Fault } from "../../platform/fault.ts";

/** The sessions of a database, in the order in which they began. A database that has no tables yet has none. */
export function listSessions(database: ReadOnlyDatabase, path: string): readonly StoredSession[] {
  const tables = readTables(database, path);
  if (tables === undefined) return [];
  const messages = latestChanges(database, tables, "message");
  const parts = latestChanges(database, tables, "part");
  const columns = tables.columns("session", sessionColumns);
  return database
    .all(`SELECT ${columns} FROM session ORDER BY ${tables.order("session")}`)
    .flatMap((session) => {
      const sessionId = textAt(session, "id");
      if (sessionId === undefined) return [];
      const stamp = [numberAt(session, "time_updated"), messages(sessionId), parts(sessionId)];
      return [
        {
          sessionId,
          stamp: stamp.join(" "),
          read: (emit: Emit) => readSession(database, tables, session, sessionId, emit),
        },
      ];
    });
}

const sessionColumns = [
  "id",
  "parent_id",
  "directory",
  "version",
  "agent",
  "model",
  "time_updated",
];

/** How many rows each session has and when one of them changed last. */
function latestChanges(
  database: ReadOnlyDatabase,
  tables: Tables,
  table: "message" | "part",
): (sessionId: string) => string {
  const latest = tables.has(table, "time_updated") ? "max(time_updated)" : "0";
  const rows = database.all(
    `SELECT session_id, count(*) AS rows, ${latest} AS latest FROM ${table} GROUP BY session_id`,
  );
  const bySession = new Map(
    rows.map((row) => [row["session_id"], `${String(row["rows"])}@${String(row["latest"])}`]),
  );
  return (sessionId) => bySession.get(sessionId) ?? "0";
}

function readSession(
  database: ReadOnlyDatabase,
  tables: Tables,
  session: JsonRecord,
  sessionId: string,
  emit: Emit,
): RecordCounts {
  const model = parsed(session["model"]);
  const reader = new SessionReader(
    {
      sessionId,
      parentSessionId: textAt(session, "parent_id"),
      workingDirectory: textAt(session, "directory"),
      agentVersion: textAt(session, "version"),
      model: textAt(model, "id"),
      subagent: textAt(session, "agent"),
    },
    emit,
  );
  const messages = database.all(
    `SELECT id, data FROM message WHERE session_id = ? ORDER BY ${tables.order("message")}`,
    sessionId,
  );
  for (const message of messages) {
    const id = textAt(message, "id") ?? "";
    const info = parsed(message["data"]);
    // One message at a time: a long session holds more than should be in memory at once.
    const parts = database.all("SELECT data FROM part WHERE message_id = ? ORDER BY id", id);
    reader.readMessage(
      info === undefined ? undefined : { ...info, id },
      parts.map((part) => parsed(part["data"])),
    );
  }
  if (messages.length === 0) reader.countUnknown(tables.countNewMessages(sessionId));
  return reader.counts();
}

function parsed(value: unknown): JsonRecord | undefined {
  const json = typeof value === "string" ? parseJsonLine(value) : undefined;
  return isRecord(json) ? json : undefined;
}

type Table = "session" | "message" | "part";

type Tables = NonNullable<ReturnType<typeof readTables>>;

/**
 * What a database has of the tables that we read. Versions differ in their columns. Undefined when there are no tables at
 * all; a fault when there are others than the ones we know.
 */
function readTables(database: ReadOnlyDatabase, path: string) {
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
    /** For a SELECT: those of the wanted columns that there are. */
    columns: (table: Table, wanted: readonly string[]) =>
      wanted.filter((column) => has(table, column)).join(", "),
    /** For an ORDER BY: oldest first. */
    order: (table: Table) => (has(table, "time_created") ? "time_created, id" : "id"),
    /** Messages that a session has in the table of a later form, which we cannot read yet. */
    countNewMessages: (sessionId: string) => {
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

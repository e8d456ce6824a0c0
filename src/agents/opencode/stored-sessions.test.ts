import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionEvent } from "../event.ts";
import type { ReadOnlyDatabase } from "../../platform/database/read-only-database.ts";
import { buildDatabase } from "../../../test/fixtures/agents/opencode/build-database.ts";
import { listSessions } from "./stored-sessions.ts";

type Changeable = ReadOnlyDatabase & { readonly exec: (sql: string) => void };

const story = JSON.parse(
  readFileSync(
    join(import.meta.dirname, "../../../test/fixtures/agents/opencode/session.json"),
    "utf8",
  ),
);

/** A database with one session, and a way to change it. */
function freshDatabase(sessions: readonly Record<string, unknown>[] = [story]): Changeable {
  const database = buildDatabase(":memory:", sessions);
  return {
    all: (sql, ...values) => database.prepare(sql).all(...values),
    exec: (sql) => database.exec(sql),
  };
}

const stampsOf = (database: ReadOnlyDatabase) =>
  listSessions(database, "/x/opencode.db").map((session) => session.stamp);

function tell(database: ReadOnlyDatabase) {
  const events: SessionEvent[] = [];
  const [session] = listSessions(database, "/x/opencode.db");
  const counts = session?.read((event) => events.push(event));
  return { events, counts };
}

test.each([
  ["the session", "UPDATE session SET time_updated = time_updated + 1"],
  ["a message", "UPDATE message SET time_updated = time_updated + 100000 WHERE id = 'msg_03'"],
  ["a part", "UPDATE part SET time_updated = time_updated + 100000 WHERE message_id = 'msg_03'"],
  ["a part that is gone", "DELETE FROM part WHERE id = 'prt_msg_03_0000'"],
  ["a new part", "INSERT INTO part VALUES ('prt_x', 'msg_03', 'ses_01', 0, 0, '{}')"],
  ["a new message", "INSERT INTO message VALUES ('msg_x', 'ses_01', 0, 0, '{}')"],
])("the stamp changes with %s", (_, sql) => {
  const database = freshDatabase();
  const before = stampsOf(database);
  expect(stampsOf(database)).toEqual(before);
  database.exec(sql);
  expect(stampsOf(database)).not.toEqual(before);
});

test("broken data is counted with the place of its message, and the rest is read", () => {
  const database = freshDatabase();
  const { events } = tell(database);
  database.exec("UPDATE part SET data = '{oops' WHERE id = 'prt_msg_02_0002'");
  database.exec("UPDATE message SET data = x'00' WHERE id = 'msg_08'");
  expect(tell(database)).toEqual({
    events: events.filter((event) => {
      if (event.is === "assistant") return false;
      return event.line !== 8;
    }),
    counts: { records: 32, unknown: 0, unreadable: [2, 8] },
  });
});

test("messages in a form that is not known yet are counted as unknown", () => {
  const database = freshDatabase([{ info: { id: "ses_03" }, messages: [] }]);
  database.exec("INSERT INTO session_message VALUES ('a', 'ses_03', '{}'), ('b', 'ses_03', '{}')");
  expect(tell(database)).toEqual({
    events: [{ is: "facts", line: 1, sessionId: "ses_03" }],
    counts: { records: 2, unknown: 2, unreadable: [] },
  });
});

test("an older database without times, models and agents is read; the messages say the model", () => {
  const database = freshDatabase();
  database.exec("ALTER TABLE session DROP COLUMN model; ALTER TABLE session DROP COLUMN agent");
  for (const table of ["session", "message", "part"]) {
    database.exec(`ALTER TABLE ${table} DROP COLUMN time_updated`);
    database.exec(`ALTER TABLE ${table} DROP COLUMN time_created`);
  }
  const { events, counts } = tell(database);
  expect(counts).toEqual({ records: 32, unknown: 0, unreadable: [] });
  expect(events.filter((event) => event.is === "facts")).toEqual([
    {
      is: "facts",
      line: 1,
      sessionId: "ses_01",
      workingDirectory: "/home/dev/project",
      agentVersion: "1.18.33",
    },
    { is: "facts", line: 2, at: "2026-11-15T12:00:02.000Z", model: "model-nine" },
  ]);
});

test("a database that has no tables yet has no sessions", () => {
  const database = freshDatabase();
  for (const table of ["session", "message", "part", "session_message"]) {
    database.exec(`DROP TABLE ${table}`);
  }
  expect(listSessions(database, "/x/opencode.db")).toEqual([]);
});

test("a database in another form is a fault that names the file and the next step", () => {
  const database = freshDatabase();
  database.exec("DROP TABLE part; ALTER TABLE message RENAME COLUMN data TO body");
  expect(() => listSessions(database, "/x/opencode.db")).toThrow(
    expect.objectContaining({
      name: "Fault",
      code: "file-unreadable",
      message:
        "cannot read /x/opencode.db: this version of OpenCode keeps its sessions in another form (no message.data, part.id, part.session_id, part.message_id, part.data)",
      hint: "opencode export <session> writes one as JSON; lessons scan --path reads that file",
    }),
  );
});

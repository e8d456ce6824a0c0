import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { kinds } from "../../lesson/record/body.ts";
import { feedbackVerdicts } from "../../lesson/record/history.ts";
import { deliveries, sources } from "../../lesson/record/lesson.ts";
import { actors, statuses } from "../../lesson/record/lifecycle.ts";
import { Fault } from "../fault.ts";
import {
  add,
  freshFolder,
  freshContext,
  gitStash,
  noon,
  versionBump,
} from "../../../test/kit/store.ts";
import { inTransaction, openDatabase, queryAll, queryOne, type Database } from "./database.ts";
import { editLesson } from "../../lesson/edit.ts";
import { addHistory, historyOf } from "../../lesson/table/history.ts";
import { findLesson, lessonNumber, rowFromLesson } from "../../lesson/table/lessons.ts";
import { listReviewSessions, recordReviewSession } from "../../review/review-sessions.ts";
import { missingSteps } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { retryWhileBusy } from "./wait-for-turn.ts";

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

test("the store is private, has a write-ahead log, and guards its references", () => {
  const file = join(freshFolder(), "home", "lessons.db");
  const database = openDatabase(file, noon);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  expect(queryOne(database, "PRAGMA journal_mode")).toEqual({ journal_mode: "wal" });
  expect(queryOne(database, "PRAGMA foreign_keys")).toEqual({ foreign_keys: 1 });
  expect(queryOne(database, "PRAGMA busy_timeout")).toEqual({ timeout: 60_000 });
});

test("every field of a lesson that is kept has a column, and every column is written", () => {
  const context = freshContext();
  const columns = queryAll<{ name: string }>(
    context.database,
    "SELECT name FROM pragma_table_info('lessons')",
  );
  const written = Object.keys(rowFromLesson(add(context, gitStash)));
  // The number is SQLite's, and nothing has an embedding yet.
  expect(columns.map(({ name }) => name).toSorted()).toEqual(
    [...written, "number", "embedding"].toSorted(),
  );
});

test("every table of ours is strict", () => {
  const { database } = freshContext();
  const loose = queryAll<{ name: string }>(
    database,
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'lessons_fts%' AND name NOT LIKE 'sqlite_%'",
  );
  expect(loose).toEqual([]);
});

test("the indexes of PRD-002 are there", () => {
  const { database } = freshContext();
  const found = queryAll<{ name: string }>(
    database,
    "SELECT name FROM sqlite_schema WHERE type = 'index'",
  ).map(({ name }) => name);
  expect(found).toEqual(
    expect.arrayContaining([
      "idx_lessons_status",
      "idx_lessons_priority",
      "idx_lessons_confidence",
      "idx_lessons_status_priority",
    ]),
  );
});

test("a lesson comes back as it went in", () => {
  const context = freshContext();
  const lesson = add(context, gitStash);
  expect(findLesson(context.database, lesson.slug)).toEqual(lesson);
  expect(findLesson(context.database, lesson.id)).toEqual(lesson);
});

test("a second lesson about the same thing in a scope is kept without that, and says whose duplicate it is", async () => {
  const context = freshContext();
  const about = "no-option cat -A";
  const first = add(context, { ...gitStash, about });
  const second = add(context, { ...versionBump, about });
  const elsewhere = add(context, {
    ...versionBump,
    summary: "x",
    about,
    scope: "machine",
    priority: 8,
    body: { ...versionBump.body, title: "Other" },
  } as typeof versionBump);
  expect([first, second, elsewhere].map((lesson) => [lesson.about, lesson.flags])).toEqual([
    [about, []],
    [undefined, [`duplicates:${first.slug}`]],
    [about, []],
  ]);
  expect(findLesson(context.database, second.slug)).toEqual(second);
  const { lesson } = await editLesson(context, elsewhere.slug, "scope", "global");
  expect([lesson.about, lesson.flags]).toEqual([undefined, [`duplicates:${first.slug}`]]);
  expect(findLesson(context.database, elsewhere.slug)).toEqual(lesson);
});

/** Sets one column of the one lesson, as a program with a bug would. */
function force(database: Database, column: string, value: string | number | null): void {
  database.prepare(`UPDATE lessons SET ${column} = ?`).run(value);
}

test.each([
  ["kind", kinds],
  ["delivery", deliveries],
  ["source", sources],
])("the database takes every %s that the domain knows, and no other", (column, values) => {
  const context = freshContext();
  add(context, gitStash);
  for (const value of values) force(context.database, column, value);
  expect(() => force(context.database, column, "nonsense")).toThrow("CHECK constraint failed");
});

test("the database takes every status with what belongs to it, and no other", () => {
  const { database, ...rest } = freshContext();
  add({ database, ...rest }, gitStash);
  for (const status of statuses) {
    const by = status === "reviewed" || status === "active" ? "'person'" : "NULL";
    const reason = status === "archived" ? "'noise'" : "NULL";
    database.exec(
      `UPDATE lessons SET status = '${status}', status_by = ${by}, archive_reason = ${reason}`,
    );
  }
  expect(() => database.exec("UPDATE lessons SET status = 'draft'")).toThrow("CHECK");
  expect(() => database.exec("UPDATE lessons SET archive_reason = NULL")).toThrow("CHECK");
  expect(() => database.exec("UPDATE lessons SET status_by = 'person'")).toThrow("CHECK");
});

test.each([
  ["priority", 0],
  ["priority", 11],
  ["confidence", -0.1],
  ["confidence", 1.1],
  ["summary", ""],
  ["summary", "x".repeat(81)],
  ["scope", "everywhere"],
  ["body", "not json"],
  ["tags", "not json"],
  ["id", "short"],
])("the database refuses %s = %j", (column, value) => {
  const context = freshContext();
  add(context, gitStash);
  expect(() => force(context.database, column, value)).toThrow("CHECK constraint failed");
});

test("history takes every actor and verdict that the domain knows", () => {
  const { database, ...rest } = freshContext();
  const { id } = add({ database, ...rest }, gitStash);
  addHistory(database, id, {
    transitions: actors.map((by) => ({
      from: "none",
      to: "candidate",
      at: noon,
      by,
      because: "test",
    })),
    edits: actors.map((by) => ({ field: "summary", before: "1", after: "2", at: noon, by })),
    feedback: feedbackVerdicts.map((verdict) => ({ verdict, at: noon, by: "person", note: "n" })),
  });
  const history = historyOf(database, lessonNumber(database, id));
  expect(history.transitions.map(({ by }) => by)).toEqual(["person", ...actors]);
  expect(history.edits.map(({ by }) => by)).toEqual(actors);
  expect(history.feedback.map(({ verdict }) => verdict)).toEqual(feedbackVerdicts);
});

test.each(["transitions", "edits"])("%s are append-only, whoever asks", (table) => {
  const { database, ...rest } = freshContext();
  const { id } = add({ database, ...rest }, gitStash);
  addHistory(database, id, {
    edits: [{ field: "summary", before: "1", after: "2", at: noon, by: "person" }],
  });
  expect(() => database.exec(`DELETE FROM ${table}`)).toThrow("append-only");
  expect(() => database.exec(`UPDATE ${table} SET at = 'x'`)).toThrow("append-only");
});

test("the same sighting twice is one sighting", () => {
  const { database, ...rest } = freshContext();
  const { id } = add({ database, ...rest }, gitStash);
  const sighting = {
    is: "sighting",
    agent: "codex",
    sessionId: "s",
    seenAt: noon,
    place: { file: "f", line: 3 },
  } as const;
  addHistory(database, id, { evidence: [sighting, sighting] });
  addHistory(database, id, {
    evidence: [sighting, { ...sighting, place: { file: "f", line: 4 } }],
  });
  expect(historyOf(database, lessonNumber(database, id)).evidence).toHaveLength(2);
});

test("a write that fails leaves nothing half-done", () => {
  const { database, ...rest } = freshContext();
  add({ database, ...rest }, gitStash);
  expect(() =>
    inTransaction(database, () => {
      database.exec("UPDATE lessons SET summary = 'changed'");
      throw new Error("half-way");
    }),
  ).toThrow("half-way");
  expect(queryOne(database, "SELECT summary FROM lessons")).toEqual({ summary: gitStash.summary });
});

test("a full disk is said, and nothing is half-done", () => {
  const context = freshContext();
  add(context, gitStash);
  const { page_count: pages } = queryOne<{ page_count: number }>(
    context.database,
    "PRAGMA page_count",
  ) ?? { page_count: 1 };
  context.database.exec(`PRAGMA max_page_count = ${pages}`);
  const big = (number: number) => ({
    ...gitStash,
    kind: "pitfall" as const,
    body: { mistake: `${number}${"x".repeat(9000)}`, remediation: "y".repeat(9000) },
  });
  const fault = faultOf(() => Array.from({ length: 20 }, (_, number) => add(context, big(number))));
  expect(fault.code).toBe("disk-full");
  expect(queryOne(context.database, "PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
});

test("a store that a full disk does not let be made leaves nothing behind, and the next start makes it", () => {
  const folder = freshFolder();
  const file = join(folder, "lessons.db");
  const full = {
    name: "999-full",
    sql: "PRAGMA max_page_count = 1; CREATE TABLE big (x); INSERT INTO big VALUES (zeroblob(9000000))",
  };
  const fault = faultOf(() => openDatabase(file, noon, { steps: [...migrations, full] }));
  expect(fault).toMatchObject({ code: "disk-full", message: expect.stringContaining(file) });
  expect(readdirSync(folder)).toEqual([]);
  expect(openDatabase(file, noon).isOpen).toBe(true);
});

test("a step that a full disk stops is said, and the steps before it stay", () => {
  const file = join(freshFolder(), "lessons.db");
  openDatabase(file, noon).close();
  const full = {
    name: "999-full",
    sql: "PRAGMA max_page_count = 1; CREATE TABLE big (x); INSERT INTO big VALUES (zeroblob(9000000))",
  };
  expect(faultOf(() => openDatabase(file, noon, { steps: [...migrations, full] })).code).toBe(
    "disk-full",
  );
  expect(missingSteps(openDatabase(file, noon), migrations)).toEqual([]);
});

test.each([
  ["without one of our names", "CREATE TABLE photos (x)"],
  ["with a table of one of our names", "CREATE TABLE lessons (x)"],
  ["with steps of its own", "CREATE TABLE migrations (name); INSERT INTO migrations VALUES ('1')"],
  ["with steps of another form", "CREATE TABLE migrations (version)"],
])("a database of another program, %s, is refused and left as it is", (_, sql) => {
  const file = join(freshFolder(), "lessons.db");
  const other = new DatabaseSync(file);
  other.exec(sql);
  other.close();
  const before = readFileSync(file);
  const fault = faultOf(() => openDatabase(file, noon));
  expect(fault).toMatchObject({
    code: "store-foreign",
    hint: expect.stringContaining("LESSONS_HOME"),
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a store of no length is not taken for a new one", () => {
  const file = join(freshFolder(), "lessons.db");
  writeFileSync(file, "");
  const fault = faultOf(() => openDatabase(file, noon));
  expect(fault).toMatchObject({
    code: "store-damaged",
    hint: expect.stringContaining("backup --restore"),
  });
  expect(readFileSync(file, "utf8")).toBe("");
});

test("what was confirmed is on the disk: each commit waits for it", () => {
  const database = openDatabase(join(freshFolder(), "lessons.db"), noon);
  expect(queryOne(database, "PRAGMA synchronous")).toEqual({ synchronous: 2 });
});

test("a second writer waits its turn, and says so once when that takes long", () => {
  const file = join(freshFolder(), "lessons.db");
  const one = openDatabase(file, noon);
  const said: string[] = [];
  const onWait = () => {
    said.push("waiting");
    one.exec("COMMIT");
  };
  const two = openDatabase(file, noon, { onWait, sayAfterMs: 20 });
  one.exec("BEGIN IMMEDIATE");
  expect(inTransaction(two, () => "done")).toBe("done");
  expect(said).toEqual(["waiting"]);
});

test("who opens a store that is being made waits, too", () => {
  const file = join(freshFolder(), "lessons.db");
  const one = new DatabaseSync(file);
  one.exec("PRAGMA user_version = 1; BEGIN EXCLUSIVE");
  const two = openDatabase(file, noon, { onWait: () => one.exec("COMMIT"), sayAfterMs: 20 });
  expect(inTransaction(two, () => "done")).toBe("done");
});

test("a writer that waited in vain says who is in the way, and can write afterwards", () => {
  const file = join(freshFolder(), "lessons.db");
  const [one, two] = [openDatabase(file, noon), openDatabase(file, noon, { patienceMs: 10 })];
  one.exec("BEGIN IMMEDIATE");
  expect(faultOf(() => inTransaction(two, () => undefined)).code).toBe("store-locked");
  one.exec("ROLLBACK");
  expect(inTransaction(two, () => "done")).toBe("done");
});

test("who read what has changed since is told at once: waiting would not help", () => {
  const file = join(freshFolder(), "lessons.db");
  const [one, two] = [openDatabase(file, noon), openDatabase(file, noon)];
  two.exec("BEGIN; SELECT count(*) FROM lessons");
  one.exec("CREATE TABLE later (x)");
  let attempts = 0;
  const write = () => {
    attempts++;
    two.exec("CREATE TABLE latest (x)");
  };
  expect(() => retryWhileBusy(write, { patienceMs: 100 })).toThrow("database is locked");
  expect(attempts).toBe(1);
});

test("a damaged file gives a fault with the next step, and is kept as it is", () => {
  const file = join(freshFolder(), "lessons.db");
  const damaged = "SQLite format 3\0 and then nothing that makes sense".repeat(200);
  writeFileSync(file, damaged);
  const fault = faultOf(() => openDatabase(file, noon));
  expect(fault.code).toBe("store-damaged");
  expect(fault.hint).toContain("lessons backup --restore");
  expect(readFileSync(file, "utf8")).toBe(damaged);
});

test("a home that cannot be made or written is said with its path", () => {
  const file = join(freshFolder(), "file");
  writeFileSync(file, "");
  const fault = faultOf(() => openDatabase(join(file, "home", "lessons.db"), noon));
  expect(fault.code).toBe("file-unwritable");
  expect(fault.message).toContain(join(file, "home"));
  expect(existsSync(join(file, "home"))).toBe(false);
});

test("review sessions are kept, the newest first", () => {
  const { database } = freshContext();
  const session = {
    sessionId: "01KDWPVNG00000000000000000",
    generatedAt: noon,
    candidatesConsidered: 8,
    reviewedBy: { actor: "model", model: "a model", promptVersion: "1" },
    items: [{ action: "promote" }],
  } as const;
  recordReviewSession(database, session);
  recordReviewSession(database, { ...session, sessionId: "01KDWPVNG00000000000000001" });
  expect(listReviewSessions(database).map(({ sessionId }) => sessionId)).toEqual([
    "01KDWPVNG00000000000000001",
    "01KDWPVNG00000000000000000",
  ]);
  expect(listReviewSessions(database)[1]).toEqual(session);
});

import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { Fault } from "../fault.ts";
import { noon } from "../../../test/kit/store.ts";
import { migrate } from "./migrate.ts";
import { migrations, type Migration } from "./migrations.ts";

const onePm = "2026-01-01T13:00:00.000Z";
const first: Migration = { name: "001-first", sql: "CREATE TABLE a (x)" };
const second: Migration = { name: "002-second", sql: "CREATE TABLE b (x)" };
const broken: Migration = {
  name: "003-broken",
  sql: "CREATE TABLE c (x); INSERT INTO nowhere VALUES (1)",
};

function names(database: DatabaseSync, sql: string): readonly string[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => String(row["name"]));
}

test("each step is taken once and recorded with its time", () => {
  const database = new DatabaseSync(":memory:");
  migrate(database, noon, [first]);
  migrate(database, onePm, [first, second]);
  expect(database.prepare("SELECT * FROM migrations").all()).toEqual([
    { name: "001-first", applied_at: noon },
    { name: "002-second", applied_at: onePm },
  ]);
});

test("a step that fails half-way leaves nothing of itself, and the steps before stay", () => {
  const database = new DatabaseSync(":memory:");
  expect(() => migrate(database, noon, [first, broken])).toThrow("nowhere");
  expect(names(database, "SELECT name FROM sqlite_schema WHERE type = 'table'").toSorted()).toEqual(
    ["a", "migrations"],
  );
  expect(names(database, "SELECT name FROM migrations")).toEqual(["001-first"]);
});

test("a database from the future is refused, and the fault says what to do", () => {
  const database = new DatabaseSync(":memory:");
  migrate(database, noon, [first, second]);
  const attempt = () => migrate(database, onePm, [first]);
  expect(attempt).toThrow(Fault);
  expect(attempt).toThrow(/written by a newer version.*002-second/);
});

test("the names of the real steps are unique and in order", () => {
  const real = migrations.map(({ name }) => name);
  expect(real).toEqual([...new Set(real)].toSorted());
});

test("a table that others refer to is made anew, and references are looked at before and after", () => {
  const database = new DatabaseSync(":memory:");
  const tables: Migration = {
    name: "001-tables",
    sql: `CREATE TABLE a (x INTEGER PRIMARY KEY); CREATE TABLE b (a INTEGER REFERENCES a(x));
      INSERT INTO a VALUES (1), (2); INSERT INTO b VALUES (1), (2)`,
  };
  const rebuilt = (where: string): Migration => ({
    name: "002-rebuilt",
    rebuilds: true,
    sql: `CREATE TABLE a_new (x INTEGER PRIMARY KEY, y TEXT); INSERT INTO a_new(x) SELECT x FROM a WHERE ${where};
      DROP TABLE a; ALTER TABLE a_new RENAME TO a`,
  });
  expect(() => migrate(database, noon, [tables, rebuilt("x = 1")])).toThrow("a reference of b");
  expect(names(database, "SELECT name FROM pragma_table_info('a')")).toEqual(["x"]);
  expect(() => database.exec("INSERT INTO b VALUES (3)")).toThrow("FOREIGN KEY");
  migrate(database, noon, [tables, rebuilt("TRUE")]);
  expect(names(database, "SELECT name FROM pragma_table_info('a')")).toEqual(["x", "y"]);
  expect(() => database.exec("DELETE FROM a")).toThrow("FOREIGN KEY");
});

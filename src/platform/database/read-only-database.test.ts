import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { freshFolder } from "../../../test/kit/store.ts";
import { openReadOnlyDatabase } from "./read-only-database.ts";

/** A note that is in the database, and a newer one that is only in its write-ahead log. */
function notebook(): {
  readonly folder: string;
  readonly file: string;
  readonly owner: DatabaseSync;
} {
  const folder = freshFolder();
  const file = join(folder, "notes #1?.db");
  const owner = new DatabaseSync(file);
  owner.exec("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT, size INTEGER)");
  owner.exec("INSERT INTO notes VALUES ('old', 1); PRAGMA wal_checkpoint(TRUNCATE)");
  owner.exec("INSERT INTO notes VALUES ('new', 2)");
  return { folder, file, owner };
}

const both = [
  { text: "old", size: 1 },
  { text: "new", size: 2 },
];

function allNotes(file: string): readonly Record<string, unknown>[] {
  const database = openReadOnlyDatabase(file);
  try {
    return database.all("SELECT text, size FROM notes ORDER BY size");
  } finally {
    database.close();
  }
}

/** Names, times and bytes of all that lies in a folder. */
function everythingIn(folder: string): unknown {
  return readdirSync(folder).map((name) => ({
    name,
    changed: statSync(join(folder, name)).mtimeMs,
    bytes: createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex"),
  }));
}

test("the newest rows are read while their owner has the database open", () => {
  const { folder, file, owner } = notebook();
  const changed = () =>
    readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtimeMs]);
  const before = changed();
  expect(allNotes(file)).toEqual(both);
  expect(changed()).toEqual(before);
  owner.close();
});

test("what the owner writes later is seen by the same reader", () => {
  const { file, owner } = notebook();
  const database = openReadOnlyDatabase(file);
  owner.exec("INSERT INTO notes VALUES ('newest', 3)");
  expect(database.all("SELECT text FROM notes WHERE size > ?", 2)).toEqual([{ text: "newest" }]);
  database.close();
  owner.close();
});

test.each([
  ["its log and the index of the log", ["", "-wal", "-shm"], both],
  ["its log", ["", "-wal"], both],
  ["nothing", [""], both.slice(0, 1)],
])("a copy with %s beside it is read, and nothing is left beside it", (_, endings, notes) => {
  const { file, owner } = notebook();
  const folder = freshFolder();
  const copy = join(folder, "copy.db");
  for (const ending of endings) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
  owner.close();
  const before = everythingIn(folder);
  expect(allNotes(copy)).toEqual(notes);
  expect(everythingIn(folder)).toEqual(before);
});

test("a folder that nobody may write to is no obstacle", () => {
  const { file, owner } = notebook();
  const folder = freshFolder();
  const copy = join(folder, "copy.db");
  for (const ending of ["", "-wal"]) {
    copyFileSync(`${file}${ending}`, `${copy}${ending}`);
    chmodSync(`${copy}${ending}`, 0o400);
  }
  owner.close();
  chmodSync(folder, 0o500);
  expect(allNotes(copy)).toEqual(both);
  expect(readdirSync(folder)).toEqual(["copy.db", "copy.db-wal"]);
  chmodSync(folder, 0o700);
});

test("a database without a write-ahead log is read", () => {
  const file = join(freshFolder(), "plain.db");
  const owner = new DatabaseSync(file);
  owner.exec("CREATE TABLE notes (text TEXT, size INTEGER); INSERT INTO notes VALUES ('old', 1)");
  expect(allNotes(file)).toEqual(both.slice(0, 1));
  owner.close();
});

test("a number beyond what JavaScript counts does not hide the other rows", () => {
  const { file, owner } = notebook();
  owner.exec("INSERT INTO notes VALUES ('huge', 9007199254740993)");
  expect(allNotes(file).map((row) => row["text"])).toEqual(["old", "new", "huge"]);
  owner.close();
});

test("writing is refused", () => {
  const { file, owner } = notebook();
  const database = openReadOnlyDatabase(file);
  expect(() => database.all("DELETE FROM notes")).toThrow(
    expect.objectContaining({ name: "Fault", code: "file-unreadable" }),
  );
  database.close();
  owner.close();
});

test("a file that is no database is said, with the next step", () => {
  const file = join(freshFolder(), "notes.db");
  writeFileSync(file, "These are notes, but nobody wrote them with SQLite.\n".repeat(20));
  expect(() => openReadOnlyDatabase(file)).toThrow(
    expect.objectContaining({
      code: "file-unreadable",
      message: `cannot read ${file}: it is damaged or not an SQLite database`,
      hint: "check it with its own program; lessons still reads the other logs",
    }),
  );
});

test("a file that is not there is said and not made", () => {
  const folder = freshFolder();
  expect(() => openReadOnlyDatabase(join(folder, "none.db"))).toThrow(
    expect.objectContaining({ code: "file-unreadable", hint: "check the path" }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test("an empty file is a database without tables", () => {
  const file = join(freshFolder(), "empty.db");
  writeFileSync(file, "");
  const database = openReadOnlyDatabase(file);
  expect(database.all("SELECT name FROM sqlite_schema")).toEqual([]);
  database.close();
});

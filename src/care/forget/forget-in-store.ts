import { contentText } from "../../lesson/record/body.ts";
import { lessonFromRow, type LessonRow } from "../../lesson/table/lessons.ts";
import {
  inTransaction,
  prepared,
  queryAll,
  type Database,
  type SqlOutput,
} from "../../platform/database/database.ts";
import { forgottenText } from "../../platform/forgotten.ts";
import { sha256 } from "../../platform/hash.ts";
import { foundIn, isIn, type Sought } from "./sought.ts";

/** How often a table has it, by rows. */
export interface FoundInTable {
  readonly table: string;
  readonly rows: number;
}

/** Where the store has it. Reads only. */
export function findInStore(
  database: Database,
  sought: Sought,
): { readonly tables: readonly FoundInTable[]; readonly texts: readonly string[] } {
  const texts = new Set<string>();
  const tables = tablesOf(database).flatMap((table) => {
    let rows = 0;
    for (const row of database.prepare(`SELECT * FROM "${table.name}"`).iterate()) {
      const found = table.texts.flatMap((name) => foundIn(textOf(row[name]), sought));
      if (found.length > 0) rows += 1;
      for (const text of found) texts.add(text);
    }
    return rows === 0 ? [] : [{ table: table.name, rows }];
  });
  return { tables, texts: [...texts] };
}

/**
 * Takes it out of every row, its history included, in one transaction, and leaves how often it was there and what it takes to know it
 * again. The triggers that keep history as it was know this one door: a row of `forgetting_now`, which no other
 * connection ever sees.
 */
export function forgetInStore(
  database: Database,
  sought: Sought,
  tombstone: { readonly at: string; readonly files: number; readonly texts: readonly string[] },
): number {
  // What is overwritten in a page is gone from it, too.
  database.exec("PRAGMA secure_delete = ON");
  const changed = inTransaction(database, () => {
    database.exec("PRAGMA defer_foreign_keys = ON");
    database.exec("INSERT INTO forgetting_now(is_open) VALUES (1)");
    const rows = tablesOf(database).reduce(
      (sum, table) => sum + forgetInTable(database, table, sought),
      0,
    );
    rehashLessons(database);
    database.exec("INSERT INTO lessons_fts(lessons_fts) VALUES ('rebuild')");
    database.exec("DELETE FROM forgetting_now");
    bury(database, { ...tombstone, rows });
    return rows;
  });
  // Deleted pages and the write-ahead log still have it until they are written anew.
  database.exec("VACUUM");
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  return changed;
}

interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly texts: readonly string[];
}

/** Ours, but for the index of the search, which is made anew. */
function tablesOf(database: Database): readonly Table[] {
  return queryAll<{ name: string }>(
    database,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\\_fts%' ESCAPE '\\'",
  ).map(({ name }) => {
    const columns = queryAll<{ name: string; type: string; pk: number }>(
      database,
      "SELECT name, type, pk FROM pragma_table_info(?)",
      name,
    );
    return {
      name,
      key: columns.filter(({ pk }) => pk > 0).map((column) => column.name),
      texts: columns.filter(({ type }) => type === "TEXT").map((column) => column.name),
    };
  });
}

function forgetInTable(database: Database, table: Table, sought: Sought): number {
  const rows = queryAll<Readonly<Record<string, SqlOutput>>>(
    database,
    `SELECT * FROM "${table.name}"`,
  );
  let changed = 0;
  for (const row of rows) {
    const names = table.texts.filter((name) => isIn(textOf(row[name]), sought));
    if (names.length === 0) continue;
    changed += 1;
    // A name that is unique must stay so.
    for (let attempt = 0; ; attempt += 1) {
      const values = names.map((name) => without(name, textOf(row[name]), sought, attempt));
      if (update(database, table, row, names, values) || attempt >= mostAttempts) break;
    }
  }
  return changed;
}

const mostAttempts = 1000;

function update(
  database: Database,
  { name, key }: Table,
  row: Readonly<Record<string, SqlOutput>>,
  columns: readonly string[],
  values: readonly (string | null)[],
): boolean {
  const sets = columns.map((column) => `"${column}" = ?`).join(", ");
  const where = key.map((column) => `"${column}" IS ?`).join(" AND ");
  const keys = key.map((column) => row[column] ?? null);
  try {
    prepared(database, `UPDATE "${name}" SET ${sets} WHERE ${where}`).run(...values, ...keys);
    return true;
  } catch (error) {
    if (error instanceof Error && /UNIQUE/u.test(error.message)) return false;
    throw error;
  }
}

function textOf(value: SqlOutput | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The value of a column without it. */
function without(column: string, text: string, sought: Sought, attempt: number): string | null {
  // What was seen to work is typed again to the letter, so a part of it is worth nothing.
  if (column === "fix") return null;
  const number = attempt === 0 ? "" : `-${attempt + 1}`;
  if (column === "slug") return text.replace(sought.expression, `forgotten${number}`).slice(0, 100);
  const value = parsed(text);
  if (value !== undefined) return JSON.stringify(withoutDeep(value, sought));
  const rest = text.replace(sought.expression, `[forgotten${number}]`);
  return column === "summary" ? Array.from(rest).slice(0, 80).join("") : rest;
}

function parsed(text: string): unknown {
  if (!/^[[{]/u.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Brackets would mean something in a pattern or a tag: an entry of such a list goes whole. */
function withoutDeep(value: unknown, sought: Sought, isList = false): unknown {
  if (typeof value === "string") return value.replace(sought.expression, "[forgotten]");
  if (Array.isArray(value)) {
    const kept = isList
      ? value.filter((item) => typeof item !== "string" || !isIn(item, sought))
      : value;
    return kept.map((item: unknown) => withoutDeep(item, sought));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replace(sought.expression, "[forgotten]"),
      withoutDeep(item, sought, /(?:Patterns|Names|Keywords|tags)$/u.test(name)),
    ]),
  );
}

/** A hash of the old words would still prove that they were there. */
function rehashLessons(database: Database): void {
  for (const row of queryAll<LessonRow>(
    database,
    "SELECT * FROM lessons WHERE body LIKE '%[forgotten]%' OR triggers LIKE '%[forgotten]%'",
  )) {
    const { kind, body, triggers } = lessonFromRow(row);
    const hash = sha256(contentText(kind, body, triggers));
    prepared(database, "UPDATE lessons SET content_hash = ? WHERE number = ?").run(
      hash,
      row.number,
    );
  }
}

interface Tombstone {
  readonly at: string;
  readonly rows: number;
  readonly files: number;
  readonly texts: readonly string[];
}

/** That something was forgotten, when and in how many places; never what. */
function bury(database: Database, { at, rows, files, texts }: Tombstone): void {
  const { lastInsertRowid } = prepared(
    database,
    "INSERT INTO forgettings(at, rows, files) VALUES (?, ?, ?)",
  ).run(at, rows, files);
  const insert = prepared(
    database,
    "INSERT INTO forgotten_texts(forgetting, salt, length, mark, digest) VALUES (?, ?, ?, ?, ?)",
  );
  const known = [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()];
  for (const text of known.slice(0, mostTexts)) {
    const { salt, length, mark, digest } = forgottenText(text);
    insert.run(lastInsertRowid, salt, length, mark, digest);
  }
}

/** Each is looked for in every text of a scan. */
const mostTexts = 50;

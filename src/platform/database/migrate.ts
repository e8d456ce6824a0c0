import type { DatabaseSync } from "node:sqlite";
import type { Instant } from "../../lesson/record/lesson.ts";
import { Fault } from "../fault.ts";
import type { Migration } from "./migrations.ts";

/**
 * Takes the steps that this database has not taken yet, each in a transaction with its record. Two
 * programs that start at once do not take a step twice: the second sees the record of the first.
 */
export function migrate(database: DatabaseSync, now: Instant, steps: readonly Migration[]): void {
  if (missingSteps(database, steps).length === 0) return;
  for (const step of steps) {
    const isGuarded = step.rebuilds === true && guardsReferences(database);
    // Within a transaction it cannot be switched.
    if (isGuarded) database.exec("PRAGMA foreign_keys = OFF");
    database.exec("BEGIN IMMEDIATE");
    try {
      database.exec(recordTable);
      if (!appliedNames(database).includes(step.name)) {
        database.exec(step.sql);
        if (step.rebuilds === true) requireReferences(database, step);
        database
          .prepare("INSERT INTO migrations(name, applied_at) VALUES (?, ?)")
          .run(step.name, now);
      }
      database.exec("COMMIT");
    } catch (error) {
      // On a full disk SQLite has done it already.
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    } finally {
      if (isGuarded) database.exec("PRAGMA foreign_keys = ON");
    }
  }
}

function guardsReferences(database: DatabaseSync): boolean {
  return database.prepare("PRAGMA foreign_keys").get()?.["foreign_keys"] === 1;
}

function requireReferences(database: DatabaseSync, { name }: Migration): void {
  const broken = database.prepare("PRAGMA foreign_key_check").get();
  if (broken !== undefined)
    throw new Error(`step ${name} broke a reference of ${String(broken["table"])}`);
}

/** Refuses what another program made: our tables do not belong in it, and what is in it is none of our business. */
export function requireOurs(database: DatabaseSync, steps: readonly Migration[]): void {
  if (!isForeign(database, steps)) return;
  const file = database.location() ?? "the database";
  throw new Fault("store-foreign", `${file} belongs to another program`, {
    hint: "move the file, or set LESSONS_HOME to another folder; nothing was changed",
  });
}

/** There is something in it, and not even our first step. */
export function isForeign(database: DatabaseSync, steps: readonly Migration[]): boolean {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  if (tables.length === 0) return false;
  const columns = database.prepare("SELECT name FROM pragma_table_info('migrations')").all();
  if (!columns.some(({ name }) => name === "name")) return true;
  return !appliedNames(database).includes(steps[0]?.name ?? "");
}

/** The steps still to take. A step that we do not know means that a newer version wrote this database. */
export function missingSteps(
  database: DatabaseSync,
  steps: readonly Migration[],
): readonly Migration[] {
  const applied = appliedNames(database);
  const unknown = applied.find((name) => !steps.some((step) => step.name === name));
  if (unknown === undefined) return steps.filter((step) => !applied.includes(step.name));
  const file = database.location() ?? "the database";
  const problem = `${file} was written by a newer version of lessons (it has the step "${unknown}")`;
  throw new Fault("store-from-the-future", problem, {
    hint: "update lessons (npm install -g lessons@latest), or set LESSONS_HOME to another folder",
  });
}

const recordTable = `
CREATE TABLE IF NOT EXISTS migrations (
  name       TEXT PRIMARY KEY,
  applied_at TEXT NOT NULL
) STRICT, WITHOUT ROWID`;

function appliedNames(database: DatabaseSync): readonly string[] {
  const exists = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'")
    .get();
  if (exists === undefined) return [];
  return database
    .prepare("SELECT name FROM migrations")
    .all()
    .map((row) => String(row["name"]));
}

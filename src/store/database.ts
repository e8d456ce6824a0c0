import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { Instant } from "../core/lesson.ts";
import { fileFault } from "../system/file-fault.ts";
import { ensurePrivateDirectory } from "../system/paths.ts";
import { migrate } from "./migrate.ts";
import { migrations, type Migration } from "./migrations.ts";
import { storeFault } from "./store-fault.ts";

/** An open database in its newest form. */
export type Database = DatabaseSync;

/**
 * Opens the database, makes it where there is none, and brings it to the newest form. A damaged file
 * or one from a newer version is left as it is, and the fault says what to do. `inspect` looks at it before anything
 * in it is used.
 */
export function openDatabase(
  file: string,
  now: Instant,
  steps: readonly Migration[] = migrations,
  inspect: (database: Database) => void = () => {},
): Database {
  createPrivateFile(file);
  let database: Database | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
    useWriteAheadLog(database);
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec("PRAGMA foreign_keys = ON");
    inspect(database);
    migrate(database, now, steps);
    return database;
  } catch (error) {
    database?.close();
    throw storeFault(error, file);
  }
}

/** All of it or nothing of it. The write lock is taken at once, so that two writers wait instead of failing half-way. */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
  try {
    database.exec("BEGIN IMMEDIATE");
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw storeFault(error, database.location() ?? "");
  }
}

/** Does the work for its result, and leaves nothing of it: a dry run that cannot differ from the real one. */
export function inRehearsal<Result>(database: Database, work: () => Result): Result {
  try {
    database.exec("BEGIN IMMEDIATE");
    return work();
  } catch (error) {
    throw storeFault(error, database.location() ?? "");
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

/**
 * The rows of a query, as plain objects: SQLite's own have no prototype and equal nothing else. The
 * one place where a row gets its type, because SQL cannot tell it to TypeScript.
 */
export function queryAll<Row>(
  database: Database,
  sql: string,
  ...values: readonly SQLInputValue[]
): readonly Row[] {
  return prepared(database, sql)
    .all(...values)
    .map((row) => ({ ...row }) as Row);
}

export function queryOne<Row>(
  database: Database,
  sql: string,
  ...values: readonly SQLInputValue[]
): Row | undefined {
  return prepared(database, sql).get(...values) as unknown as Row | undefined;
}

/** A statement that is prepared once: for most of ours that takes longer than running it. Not for `iterate`, which holds it. */
export function prepared(database: Database, sql: string): StatementSync {
  const known = statements.get(database) ?? new Map<string, StatementSync>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/** How many rows this connection has written so far. */
export function countChanges(database: Database): number {
  return Number(prepared(database, "SELECT total_changes() AS count").get()?.["count"]);
}

const statements = new WeakMap<Database, Map<string, StatementSync>>();

/** How long a writer waits for another one. A first scan holds the lock for some seconds at a time. */
const patienceMs = 5000;

/** A scan can wait for another scan: nobody sits before it, and what it has read must not be lost. */
export function waitLonger(database: Database): void {
  database.exec("PRAGMA busy_timeout = 120000");
}

/**
 * The one statement that does not wait for others: when two programs make the store at the same moment,
 * the second is told at once that it is busy.
 */
function useWriteAheadLog(database: Database): void {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

/** SQLite would make it readable for everybody; its journal files take over the mode of this one. */
function createPrivateFile(file: string): void {
  ensurePrivateDirectory(dirname(file));
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    throw fileFault(error, "open", file);
  }
}

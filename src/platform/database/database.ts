import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from "node:sqlite";
import type { Instant } from "../../lesson/record/lesson.ts";
import { ensurePrivateFile } from "../paths.ts";
import { migrate } from "./migrate.ts";
import { migrations, type Migration } from "./migrations.ts";
import { storeFault } from "./store-fault.ts";
import { patienceMs, retryWhileBusy, type Waiting } from "./wait-for-turn.ts";

/** An open database in its newest form. */
export type Database = DatabaseSync;

/** A value as it goes into a statement, and as it comes out of a row. */
export type SqlInput = SQLInputValue;
export type SqlOutput = SQLOutputValue;

/** In memory only, for looking where nothing is kept: nothing is made on disk. */
export function memoryDatabase(): Database {
  return new DatabaseSync(":memory:");
}

/**
 * Opens the database, makes it where there is none, and brings it to the newest form. A damaged file
 * or one from a newer version is left as it is, and the fault says what to do.
 */
export function openDatabase(
  file: string,
  now: Instant,
  { steps = migrations, inspect, ...waiting }: OpenOptions = {},
): Database {
  // Its journal files take over the mode of this one.
  ensurePrivateFile(file, "open");
  let database: Database | undefined;
  try {
    const opened = new DatabaseSync(file);
    database = opened;
    waitings.set(opened, waiting);
    // All of it may be done again: when two programs make the store at once, one of them waits at any of these.
    inTurn(opened, () => {
      opened.exec("PRAGMA journal_mode = WAL");
      opened.exec("PRAGMA synchronous = NORMAL");
      opened.exec("PRAGMA foreign_keys = ON");
      inspect?.(opened);
      migrate(opened, now, steps);
    });
    return opened;
  } catch (error) {
    database?.close();
    throw storeFault(error, file);
  }
}

interface OpenOptions extends Waiting {
  readonly steps?: readonly Migration[] | undefined;
  /** Looks at it before anything in it is used. */
  readonly inspect?: ((database: Database) => void) | undefined;
}

/** All of it or nothing of it. The write lock is taken at once, so that two writers wait instead of failing half-way. */
export function inTransaction<Result>(database: Database, work: () => Result): Result {
  try {
    beginWriting(database);
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw storeFault(error, database.location() ?? "");
  }
}

/** Takes the write lock when it is our turn, for those who end the transaction themselves. */
export function beginWriting(database: Database): void {
  inTurn(database, () => database.exec("BEGIN IMMEDIATE"));
}

/** Does the work for its result, and leaves nothing of it: a dry run that cannot differ from the real one. */
export function inRehearsal<Result>(database: Database, work: () => Result): Result {
  try {
    beginWriting(database);
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

const waitings = new WeakMap<Database, Waiting>();

/**
 * SQLite's own waiting says nothing meanwhile, so it is off while we wait. Otherwise it is on: a lone statement
 * that writes has nobody else to wait for it.
 */
function inTurn(database: Database, attempt: () => void): void {
  const waiting = waitings.get(database) ?? {};
  database.exec("PRAGMA busy_timeout = 0");
  try {
    retryWhileBusy(attempt, waiting);
  } finally {
    database.exec(`PRAGMA busy_timeout = ${waiting.patienceMs ?? patienceMs}`);
  }
}

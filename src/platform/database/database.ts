import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from "node:sqlite";
import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Instant } from "../../lesson/record/lesson.ts";
import { Fault } from "../fault.ts";
import { errorCode, withFileFault } from "../files/file-fault.ts";
import { ensurePrivateDirectory, ensurePrivateFile } from "../paths.ts";
import { migrate, requireOurs } from "./migrate.ts";
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
  requireContent(file);
  if (!existsSync(file)) makeWhole(file, (fresh) => migrate(fresh, now, steps));
  // Its journal files take over the mode of this one.
  ensurePrivateFile(file, "open");
  let database: Database | undefined;
  try {
    const opened = new DatabaseSync(file);
    database = opened;
    waitings.set(opened, waiting);
    // All of it may be done again: when two programs make the store at once, one of them waits at any of these.
    inTurn(opened, () => {
      // Before anything in it is changed: not even the kind of its journal is ours to choose otherwise.
      (inspect ?? requireOurs)(opened, steps);
      opened.exec("PRAGMA journal_mode = WAL");
      opened.exec(`PRAGMA synchronous = ${synchronous}`);
      opened.exec("PRAGMA foreign_keys = ON");
      migrate(opened, now, steps);
    });
    return opened;
  } catch (error) {
    database?.close();
    throw storeFault(error, file);
  }
}

/** What was confirmed outlasts the power: see docs/adr/023-power-loss.md. */
const synchronous = "FULL";

/**
 * A new database appears whole or not at all: made beside its place, and linked into it. On a full disk nothing of it stays, and
 * of two programs that make it at once one is the first.
 */
function makeWhole(file: string, fill: (fresh: Database) => void): void {
  ensurePrivateDirectory(dirname(file));
  const unfinished = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    withFileFault("open", file, () => closeSync(openSync(unfinished, "wx", 0o600)));
    const fresh = new DatabaseSync(unfinished);
    try {
      // Nobody else knows it, and a crash leaves a file that nobody looks at.
      fresh.exec(
        "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON",
      );
      fill(fresh);
    } finally {
      fresh.close();
    }
    withFileFault("write", file, () => publish(unfinished, file));
  } catch (error) {
    throw storeFault(error, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function publish(unfinished: string, file: string): void {
  const descriptor = openSync(unfinished, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return;
    // Some file systems have no links.
    renameSync(unfinished, file);
  }
}

/** A file of no length held something once, or nobody would have made it: SQLite would take it for a new one. */
function requireContent(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size > 0) return;
  throw new Fault("store-damaged", `${file} is empty (0 bytes): its lessons are lost`, {
    hint: "to use the newest backup: lessons backup --restore; to start over, delete the file",
  });
}

interface OpenOptions extends Waiting {
  readonly steps?: readonly Migration[] | undefined;
  /** Looks at it before anything in it is used or changed, more closely than whether it is ours. */
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

/** Differs from what it was when this connection or another one has written since. */
export function stateOf(database: Database): string {
  const version = prepared(database, "PRAGMA data_version").get()?.["data_version"];
  return `${String(version)} ${countChanges(database)}`;
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

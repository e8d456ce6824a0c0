import { backup, DatabaseSync } from "node:sqlite";
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { randomBytes } from "node:crypto";
import { Fault } from "../fault.ts";
import { ensurePrivateDirectory, ensurePrivateFile } from "../paths.ts";
import { queryOne, type Database } from "./database.ts";
import { isForeign, missingSteps } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { storeFault } from "./store-fault.ts";
import { patienceMs } from "./wait-for-turn.ts";

export type CopyProgress = (copiedPages: number, totalPages: number) => void;

/**
 * A copy of the database as it is at this moment, taken while others read and write. The file appears
 * whole or not at all, and only when the copy is sound.
 */
export async function backUp(
  database: Database,
  target: string,
  onProgress?: CopyProgress,
): Promise<void> {
  if (existsSync(target)) {
    throw new Fault("already-there", `${target} already exists`, {
      hint: "choose another file; nothing was written",
    });
  }
  ensurePrivateDirectory(dirname(target));
  const unfinished = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await copyInto(database, unfinished, onProgress);
    const copy = examine(unfinished);
    if (copy.state === "damaged") {
      const problem = `${database.location() ?? "the store"} is damaged: ${copy.problem}`;
      const hint =
        "to use the newest good backup: lessons backup --restore (it keeps the damaged file)";
      throw new Fault("store-damaged", problem, { hint });
    }
    renameSync(unfinished, target);
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
  }
}

/**
 * Puts the content of one database file into another. SQLite does it page by page under its own
 * locks, so that a program that has either of them open never sees a mixture.
 */
export async function copyDatabase(
  from: string,
  target: string,
  onProgress?: CopyProgress,
): Promise<void> {
  const source = openReadOnly(from);
  try {
    await copyInto(source, target, onProgress);
  } finally {
    source.close();
  }
}

/** What is in a database file, without changing it. */
export type FileState =
  | { readonly state: "absent" }
  /** Nothing in it: no tables, or not a byte where a store was once. */
  | { readonly state: "empty"; readonly isHollow: boolean }
  /** SQLite, with tables that are not ours. */
  | { readonly state: "foreign" }
  | { readonly state: "healthy"; readonly lessons: number }
  | { readonly state: "damaged"; readonly problem: string };

export function examine(file: string): FileState {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return { state: "absent" };
  if (found.isFile() && found.size === 0) return { state: "empty", isHollow: true };
  let database: DatabaseSync | undefined;
  try {
    database = openReadOnly(file);
    const problem = firstProblem(database);
    if (problem !== undefined) return { state: "damaged", problem };
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    if (tables.length === 0) return { state: "empty", isHollow: false };
    const names = new Set(tables.map(({ name }) => name));
    const isOurs = ownTables.every((name) => names.has(name)) && !isForeign(database, migrations);
    if (!isOurs) return { state: "foreign" };
    missingSteps(database, migrations);
    const counted = queryOne<{ lessons: number }>(
      database,
      "SELECT count(*) AS lessons FROM lessons",
    );
    return { state: "healthy", lessons: counted?.lessons ?? 0 };
  } catch (error) {
    const fault = storeFault(error, file);
    if (fault instanceof Fault && fault.code === "store-damaged")
      return { state: "damaged", problem: fault.message };
    throw fault;
  } finally {
    database?.close();
  }
}

const ownTables = ["migrations", "lessons", "transitions", "evidence"];

function firstProblem(database: DatabaseSync): string | undefined {
  const answer = String(
    Object.values(database.prepare("PRAGMA integrity_check(1)").get() ?? {})[0] ?? "",
  );
  return answer === "ok" ? undefined : answer;
}

function openReadOnly(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true, timeout: patienceMs });
  } catch (error) {
    throw storeFault(error, file);
  }
}

async function copyInto(
  source: DatabaseSync,
  target: string,
  onProgress?: CopyProgress,
): Promise<void> {
  ensurePrivateFile(target, "write");
  try {
    await backup(source, target, {
      rate: 1000,
      progress: ({ totalPages, remainingPages }) =>
        onProgress?.(totalPages - remainingPages, totalPages),
    });
  } catch (error) {
    throw storeFault(error, target);
  }
}

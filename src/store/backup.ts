import { backup, DatabaseSync } from "node:sqlite";
import { closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { Fault } from "../system/fault.ts";
import { fileFault } from "../system/file-fault.ts";
import { ensurePrivateDirectory } from "../system/paths.ts";
import type { Database } from "./database.ts";
import { missingSteps } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { storeFault } from "./store-fault.ts";

export type CopyProgress = (copiedPages: number, totalPages: number) => void;

/** A copy of the database as it is at this moment, taken while others read and write. The file appears whole or not at all. */
export async function backUp(
  database: Database,
  target: string,
  onProgress?: CopyProgress,
): Promise<void> {
  if (existsSync(target)) {
    throw new Fault("already-there", `${target} is there already`, {
      hint: "name another file; nothing was written",
    });
  }
  ensurePrivateDirectory(dirname(target));
  const unfinished = `${target}.tmp`;
  try {
    await copyInto(database, unfinished, onProgress);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
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
  ensurePrivateDirectory(dirname(target));
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
  | { readonly state: "empty" }
  | { readonly state: "healthy"; readonly lessons: number }
  | { readonly state: "damaged"; readonly problem: string };

export function examine(file: string): FileState {
  if (!existsSync(file)) return { state: "absent" };
  let database: DatabaseSync | undefined;
  try {
    database = openReadOnly(file);
    const problem = firstProblem(database);
    if (problem !== undefined) return { state: "damaged", problem };
    const applied = missingSteps(database, migrations).length < migrations.length;
    if (!applied) return { state: "empty" };
    return {
      state: "healthy",
      lessons: Number(database.prepare("SELECT count(*) AS n FROM lessons").get()?.["n"] ?? 0),
    };
  } catch (error) {
    const fault = storeFault(error, file);
    if (fault instanceof Fault && fault.code === "store-damaged")
      return { state: "damaged", problem: fault.message };
    throw fault;
  } finally {
    database?.close();
  }
}

function firstProblem(database: DatabaseSync): string | undefined {
  const answer = String(
    Object.values(database.prepare("PRAGMA integrity_check(1)").get() ?? {})[0] ?? "",
  );
  return answer === "ok" ? undefined : answer;
}

function openReadOnly(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true });
  } catch (error) {
    throw storeFault(error, file);
  }
}

async function copyInto(
  source: DatabaseSync,
  target: string,
  onProgress?: CopyProgress,
): Promise<void> {
  try {
    // SQLite would make it readable for everybody.
    closeSync(openSync(target, "a", 0o600));
  } catch (error) {
    throw fileFault(error, "write", target);
  }
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

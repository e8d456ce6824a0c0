import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Fault } from "../fault.ts";
import { fileFault } from "../files/file-fault.ts";
import { ensurePrivateDirectory } from "../paths.ts";
import { retryWhileBusy, type Waiting } from "./wait-for-turn.ts";

/**
 * Does something alone. A file that SQLite locks, because such a lock is gone with its process, however that
 * ended; what we would write ourselves would have to be found out to be stale.
 */
export function withFileLock<Result>(
  file: string,
  options: LockOptions,
  work: () => Result,
): Result {
  const database = openLock(file);
  try {
    takeLock(database, options);
    return work();
  } finally {
    database.close();
  }
}

export interface LockOptions extends Waiting {
  /** What another program does meanwhile, for the message when it takes too long. */
  readonly inTheWay: string;
}

function openLock(file: string): DatabaseSync {
  ensurePrivateDirectory(dirname(file));
  try {
    // SQLite would make it readable for everybody.
    closeSync(openSync(file, "a", 0o600));
    return new DatabaseSync(file);
  } catch (error) {
    throw fileFault(error, "write", file);
  }
}

function takeLock(database: DatabaseSync, { inTheWay, ...waiting }: LockOptions): void {
  try {
    retryWhileBusy(() => database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"), waiting);
  } catch (error) {
    throw new Fault("store-locked", `${inTheWay} is under way`, {
      hint: "wait a moment, and run the command again",
      cause: error,
    });
  }
}

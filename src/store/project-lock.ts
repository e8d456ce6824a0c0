import { chmodSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Fault } from "../system/fault.ts";

/**
 * Does something alone. A file that SQLite locks, because such a lock is gone with its process, however that
 * ended; what we would write ourselves would have to be found out to be stale.
 */
export function withProjectLock<Result>(file: string, work: () => Result): Result {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file);
  try {
    chmodSync(file, 0o600);
    takeLock(database);
    return work();
  } finally {
    database.close();
  }
}

function takeLock(database: DatabaseSync): void {
  try {
    database.exec("PRAGMA busy_timeout = 15000; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    throw new Fault("store-locked", "another render of this project is under way", {
      hint: "wait a moment, and run the command again",
      cause: error,
    });
  }
}

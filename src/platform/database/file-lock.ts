import { DatabaseSync } from "node:sqlite";
import { Fault } from "../fault.ts";
import { withFileFault } from "../files/file-fault.ts";
import { ensurePrivateFile } from "../paths.ts";
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
  const release = holdFileLock(file, options);
  try {
    return work();
  } finally {
    release();
  }
}

/** The same for work that takes its time: the lock is held until it is released, or until the process ends. */
export function holdFileLock(file: string, options: LockOptions): () => void {
  ensurePrivateFile(file, "write");
  const database = withFileFault("write", file, () => new DatabaseSync(file));
  try {
    takeLock(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
  return () => database.close();
}

interface LockOptions extends Waiting {
  /** What another program does meanwhile, for the message when it takes too long. */
  readonly inTheWay: string;
}

function takeLock(database: DatabaseSync, { inTheWay, ...waiting }: LockOptions): void {
  try {
    retryWhileBusy(() => database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"), waiting);
  } catch (error) {
    throw new Fault("store-locked", `${inTheWay} is running`, {
      hint: "wait a moment, then run the command again",
      cause: error,
    });
  }
}

import { Fault } from "../fault.ts";

/** An error of SQLite as something the user can act on. What is not of that kind is passed on as it is. */
export function storeFault(error: unknown, file: string): unknown {
  if (!isSqliteError(error)) return error;
  switch (sqliteClass(error)) {
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
    case 15: // SQLITE_PROTOCOL: others were faster a hundred times in a row
      return new Fault("store-locked", `another lessons command is writing to ${file}`, {
        hint: "wait until it is done, then run this again; nothing was changed",
        cause: error,
      });
    case 8: // SQLITE_READONLY
    case 14: // SQLITE_CANTOPEN
      return new Fault("store-unwritable", `cannot write ${file}: ${error.message}`, {
        hint: "check its owner, or set LESSONS_HOME to a folder that you can write to",
        cause: error,
      });
    case 10: // SQLITE_IOERR
      return new Fault("store-unwritable", `cannot read or write ${file}: ${error.message}`, {
        hint: "check the disk and its free space; your earlier data is still there",
        cause: error,
      });
    case 13: // SQLITE_FULL
      return new Fault("disk-full", `cannot write ${file}: ${error.message}`, {
        hint: "free some space and run the command again; nothing was changed",
        cause: error,
      });
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
      return new Fault("store-damaged", `${file} is damaged: ${error.message}`, {
        hint: "to use the newest backup: lessons backup --restore (it keeps the damaged file)",
        cause: error,
      });
    default:
      return error;
  }
}

export interface SqliteError extends Error {
  readonly errcode: number;
}

export function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && "errcode" in error;
}

/** The low byte of its number; the rest says more than a user can use. */
export function sqliteClass({ errcode }: SqliteError): number {
  return errcode & 0xff;
}

import {
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { withFileFault } from "../files/file-fault.ts";
import { Fault } from "../fault.ts";
import { prepared } from "./database.ts";
import { isSqliteError, sqliteClass } from "./store-fault.ts";

/** Another program's database, open for looking only. */
export interface ReadOnlyDatabase {
  readonly all: (
    sql: string,
    ...values: readonly (string | number)[]
  ) => readonly Record<string, unknown>[];
}

/**
 * Opens another program's database, with what its write-ahead log holds. Nothing beside the file is made
 * or changed, whether or not that program is running: SQLite on its own would leave files there even when
 * it only reads.
 */
export function openReadOnlyDatabase(
  file: string,
): ReadOnlyDatabase & { readonly close: () => void } {
  const { database, forget } = guarded(file, () => open(file));
  return {
    all: (sql, ...values) =>
      guarded(file, () => {
        const statement = prepared(database, sql);
        // A number that is too large for JavaScript would otherwise throw, for all rows.
        statement.setReadBigInts(true);
        return statement.all(...values).map(plainRow);
      }),
    close: () => {
      database.close();
      forget();
    },
  };
}

interface Opened {
  readonly database: DatabaseSync;
  /** Takes away what opening it needed. */
  readonly forget: () => void;
}

function open(file: string): Opened {
  // Without a write-ahead log SQLite makes no files for reading.
  if (!isWriteAhead(file)) return connect(file, "");
  // Nobody has it open, so it is whole as it lies there.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0) return connect(file, "?immutable=1");
  try {
    return connect(file, "?readonly_shm=1");
  } catch {
    // The index of the write-ahead log is missing or cannot be used without writing to it.
    return openCopy(file);
  }
}

function openCopy(file: string): Opened {
  const folder = mkdtempSync(join(tmpdir(), "lessons-read-"));
  const forget = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, basename(file));
    for (const ending of ["", "-wal"]) {
      copyFileSync(`${file}${ending}`, `${copy}${ending}`, constants.COPYFILE_FICLONE);
    }
    return { database: connect(copy, "").database, forget };
  } catch (error) {
    forget();
    throw error;
  }
}

/** Opened and looked at once: SQLite finds out only at the first look what it was given. */
function connect(file: string, options: string): Opened {
  const url = pathToFileURL(file);
  url.search = options;
  const database = new DatabaseSync(url, { readOnly: true, timeout: patienceMs });
  try {
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    return { database, forget: () => {} };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** How long we wait while its owner writes. */
const patienceMs = 5000;

/** As the header of the file says. The file system also knows better than SQLite why a file cannot be opened. */
function isWriteAhead(file: string): boolean {
  return withFileFault("read", file, () => {
    const header = Buffer.alloc(readVersionAt + 1);
    const descriptor = openSync(file, "r");
    try {
      readSync(descriptor, header, 0, header.length, 0);
    } finally {
      closeSync(descriptor);
    }
    return header[readVersionAt] === 2;
  });
}

const readVersionAt = 19;

function guarded<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw readOnlyFault(error, file);
  }
}

/** SQLite's own rows have no prototype and equal nothing else. */
function plainRow(row: Record<string, unknown>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const name of Object.keys(row)) {
    const value = row[name];
    plain[name] = typeof value === "bigint" ? Number(value) : value;
  }
  return plain;
}

/** An error of SQLite in another program's database: it is theirs, so nothing is mended, only said. */
function readOnlyFault(error: unknown, file: string): unknown {
  if (!isSqliteError(error)) return error;
  const [reason, hint] = explanations[sqliteClass(error)] ?? [
    error.message,
    "run again with --debug for the details",
  ];
  return new Fault("file-unreadable", `cannot read ${file}: ${reason}`, { hint, cause: error });
}

const whileItIsBusy: readonly [string, string] = [
  "its own program is writing to it",
  "run this again when that program is done; nothing was changed",
];

const isDamaged: readonly [string, string] = [
  "it is damaged or not an SQLite database",
  "check it with its own program; lessons still reads the other logs",
];

const mayNotRead: readonly [string, string] = [
  "it could not be opened",
  "check its owner and its folder; nothing was changed",
];

const explanations: Readonly<Record<number, readonly [string, string]>> = {
  5: whileItIsBusy, // SQLITE_BUSY
  6: whileItIsBusy, // SQLITE_LOCKED
  8: mayNotRead, // SQLITE_READONLY
  10: ["the disk did not answer", "check the disk; nothing was changed"], // SQLITE_IOERR
  11: isDamaged, // SQLITE_CORRUPT
  14: mayNotRead, // SQLITE_CANTOPEN
  26: isDamaged, // SQLITE_NOTADB
};

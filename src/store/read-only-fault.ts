import { Fault } from "../system/fault.ts";

/** An error of SQLite in another program's database: it is theirs, so nothing is mended, only said. */
export function readOnlyFault(error: unknown, file: string): unknown {
  if (error instanceof Fault || !(error instanceof Error) || !("errcode" in error)) return error;
  // The low byte is the class; the rest says more than a user can use.
  const [reason, hint] = explanations[Number(error.errcode) & 0xff] ?? [
    error.message,
    "run again with --debug for the details",
  ];
  return new Fault("file-unreadable", `cannot read ${file}: ${reason}`, { hint, cause: error });
}

const whileItIsBusy: readonly [string, string] = [
  "the program that it belongs to is writing to it",
  "run this again when that program is done; nothing was changed",
];

const isDamaged: readonly [string, string] = [
  "it is damaged or no SQLite database",
  "check it with the program that it belongs to; the other logs are read without it",
];

const mayNotRead: readonly [string, string] = [
  "it could not be opened",
  "check who owns it and its folder; nothing was changed",
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

import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type Database, prepared, queryAll } from "../../platform/database/database.ts";

/** A file of the spool as it is now. */
export interface SpoolFile {
  readonly path: string;
  /**
   * Which file it is, under whatever name. How it begins is a part of it, because a number on the disk is
   * given to the next file as soon as one is gone; lines are only ever added, so the first one stays.
   */
  readonly identity: string;
  readonly size: number;
}

/** Undefined when there is none, when it cannot be read, and as long as there is no line in it. */
export function spoolFile(path: string): SpoolFile | undefined {
  let descriptor: number;
  try {
    // Opening a pipe would wait for whoever writes to it.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(descriptor, { bigint: true });
    const first = stat.isFile() ? firstLine(descriptor) : undefined;
    if (first === undefined) return undefined;
    const begins = createHash("sha256").update(first).digest("hex").slice(0, 16);
    return { path, identity: `${stat.dev}:${stat.ino}:${begins}`, size: Number(stat.size) };
  } finally {
    closeSync(descriptor);
  }
}

function firstLine(descriptor: number): Buffer | undefined {
  const bytes = Buffer.alloc(lookBytes);
  const read = readSync(descriptor, bytes, 0, lookBytes, 0);
  const end = bytes.subarray(0, read).indexOf(0x0a);
  if (end >= 0) return bytes.subarray(0, end);
  return read === lookBytes ? bytes : undefined;
}

/** Longer than any note. */
const lookBytes = 65_536;

/** How far each file of the spool has been taken over, by what the file is. */
export function spoolCursors(database: Database): ReadonlyMap<string, number> {
  const rows = queryAll<{ identity: string; byte: number }>(
    database,
    "SELECT identity, byte FROM spool_cursors",
  );
  return new Map(rows.map(({ identity, byte }) => [identity, byte]));
}

export function putSpoolCursor(database: Database, identity: string, byte: number): void {
  prepared(
    database,
    `INSERT INTO spool_cursors(identity, byte) VALUES (?, ?)
     ON CONFLICT(identity) DO UPDATE SET byte = excluded.byte`,
  ).run(identity, byte);
}

export function dropSpoolCursor(database: Database, identity: string): void {
  prepared(database, "DELETE FROM spool_cursors WHERE identity = ?").run(identity);
}

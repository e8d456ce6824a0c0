import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join, sep } from "node:path";
import { openDatabase } from "../../platform/database/database.ts";
import { walkFiles } from "../../platform/files/walk-files.ts";
import { findInStore, forgetInStore } from "./forget-in-store.ts";
import { foundIn, isIn, type Sought } from "./sought.ts";

/** The files of our home that have it, but for the store itself. */
export function findInFiles(home: string, sought: Sought): FoundFiles {
  const texts = new Set<string>();
  const files = otherFiles(home).filter((name) => {
    const found = textsIn(join(home, name), sought);
    for (const text of found) texts.add(text);
    return found.length > 0 || isIn(name, sought);
  });
  return { files, texts: [...texts] };
}

export interface FoundFiles {
  /** Relative to our home. */
  readonly files: readonly string[];
  readonly texts: readonly string[];
}

/**
 * Erases it from these files. What was compiled from the store and is not in use goes as a whole: what is in use was made anew from
 * a store without it, so that a word in it is ours. Other files are overwritten, byte by byte, with as many asterisks: what counts places in
 * them, such as how far a spool was read, stays true, and the old bytes are gone from the disk's own view of the file. A copy of the
 * store is rewritten like the store.
 */
export function forgetInFiles(
  home: string,
  names: readonly string[],
  sought: Sought,
  at: string,
): void {
  const inUse = join(realPath(join(home, "cache/current")), sep);
  for (const name of names) {
    const file = join(home, name);
    if (name.startsWith(join("cache", sep))) {
      if (!join(realPath(home), name).startsWith(inUse)) rmSync(file, { force: true });
    } else if (!isDatabase(file) || !forgetInCopy(file, sought, at)) overwrite(file, sought);
  }
}

/** Files that still have it, the store among them. */
export function leftInFiles(home: string, sought: Sought): readonly string[] {
  return ownFiles(home).filter(
    (name) => isIn(name, sought) || rawTexts(readFileSync(join(home, name)), sought).length > 0,
  );
}

function otherFiles(home: string): readonly string[] {
  return ownFiles(home).filter((name) => !/^lessons\.db(?:-wal|-shm)?$/u.test(name));
}

/** Without the program's: a word in them is ours, and whoever overwrites it there breaks the program. */
function ownFiles(home: string): readonly string[] {
  return walkFiles(home).files.filter((name) => !ofProgram.test(name));
}

const ofProgram = /^(?:hook|schemas|cache[\\/](?:code|compiled))[\\/]/u;

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function textsIn(file: string, sought: Sought): readonly string[] {
  return rawTexts(readFileSync(file), sought);
}

/** Also in a database, whose pages have most texts in one piece. */
function rawTexts(bytes: Buffer, sought: Sought): readonly string[] {
  const text = bytes.toString("utf8");
  const inJson = text.match(sought.inJson) ?? [];
  return [...new Set([...foundIn(text, sought), ...inJson])].filter((found) => found !== "");
}

function isDatabase(file: string): boolean {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(16);
    readSync(handle, bytes, 0, 16, 0);
    return bytes.toString("latin1") === "SQLite format 3\0";
  } finally {
    closeSync(handle);
  }
}

/** A backup, or a store that was put aside. One that cannot be opened is overwritten like any file. */
function forgetInCopy(file: string, sought: Sought, at: string): boolean {
  try {
    const database = openDatabase(file, at);
    try {
      const { texts } = findInStore(database, sought);
      forgetInStore(database, sought, { at, files: 0, texts });
      return rawTexts(readFileSync(file), sought).length === 0;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function overwrite(file: string, sought: Sought): void {
  const bytes = readFileSync(file);
  const places = rawTexts(bytes, sought)
    .flatMap((text) => placesOf(bytes, Buffer.from(text)))
    .filter((place) => !isInKey(bytes, place));
  const handle = openSync(file, "r+");
  try {
    for (const { start, length } of places)
      writeSync(handle, Buffer.alloc(length, "*"), 0, length, start);
  } finally {
    closeSync(handle);
  }
}

interface Place {
  readonly start: number;
  readonly length: number;
}

/** Whether it is in the name of a field, which is a plain word: without it, nobody could read the rest. */
function isInKey(bytes: Buffer, { start, length }: Place): boolean {
  const around = bytes.toString(
    "latin1",
    Math.max(0, start - longestKey),
    start + length + longestKey,
  );
  const before = Math.min(start, longestKey);
  const opened = /[{,]\s*"[A-Za-z]*$/u.test(around.slice(0, before));
  return opened && /^[A-Za-z]*"\s*:/u.test(around.slice(before));
}

const longestKey = 60;

function placesOf(bytes: Buffer, text: Buffer): readonly Place[] {
  const places: Place[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length))
    places.push({ start: at, length: text.length });
  return places;
}

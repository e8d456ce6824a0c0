import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Instant } from "../core/lesson.ts";
import type { FullRecord } from "../core/lesson-record.ts";
import { readDevflowLog } from "../ingest/imports/devflow.ts";
import type { ForeignEntry } from "../ingest/imports/foreign-entry.ts";
import { readLessonsLearned } from "../ingest/imports/lessons-learned.ts";
import { readOwnExport } from "../ingest/imports/own-export.ts";
import { readTriads } from "../ingest/imports/triads.ts";
import { fileFault } from "../system/file-fault.ts";
import { readTextFile } from "../system/read-text-file.ts";

export type ImportSystem = "lessons" | "lessons-learned" | "triads" | "devflow";

/** A file that holds lessons, in whichever form. */
export interface ImportFile {
  readonly file: string;
  readonly system: ImportSystem;
  readonly found: number;
  readonly entries: readonly ImportEntry[];
  readonly problems: readonly { readonly place: string; readonly problem: string }[];
  readonly isReplaced: boolean;
}

export type ImportEntry =
  | { readonly is: "own"; readonly place: string; readonly record: FullRecord }
  | ({ readonly is: "foreign" } & ForeignEntry);

/** The files to look at: the one that was named, or those in a folder (and below) that could hold lessons. */
export function findImportFiles(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.jsonl?$/.test(name) && !name.split(/[\\/]/).includes("node_modules"))
      .toSorted()
      .map((name) => join(path, name));
  } catch (error) {
    throw fileFault(error, "read", path);
  }
}

/** What a file holds, or undefined when it is none of the forms we know (or not the one that was asked for). */
export function readImportFile(
  file: string,
  from: ImportSystem | "auto",
  now: Instant,
): ImportFile | undefined {
  return readImportText(readTextFile(file), file, from, now);
}

export function readImportText(
  text: string,
  file: string,
  from: ImportSystem | "auto",
  now: Instant,
): ImportFile | undefined {
  const name = basename(file);
  const wants = (system: ImportSystem) => from === "auto" || from === system;

  const own = wants("lessons") ? readOwnExport(text, name) : undefined;
  if (own !== undefined) {
    const entries = own.entries.map((entry): ImportEntry => ({ is: "own", ...entry }));
    return { ...own, file, system: "lessons", entries, isReplaced: false };
  }
  const document = parse(text);
  const reading =
    (wants("lessons-learned") && document !== undefined
      ? readLessonsLearned(document, name, now)
      : undefined) ??
    (wants("triads") && document !== undefined ? readTriads(document, name, now) : undefined) ??
    (wants("devflow") ? readDevflowLog(text, name, now) : undefined);
  if (reading === undefined) return undefined;
  return {
    ...reading,
    file,
    entries: reading.entries.map((entry): ImportEntry => ({ is: "foreign", ...entry })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON Lines is not one document; the readers of lines look at the text.
    return undefined;
  }
}

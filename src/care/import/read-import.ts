import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isRecord } from "../../platform/json/fields.ts";
import { parseJson, parseJsonLine } from "../../platform/json/parse.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { FullRecord } from "../../lesson/record/record.ts";
import { readDevflowLog } from "./devflow.ts";
import type { ForeignEntry, ForeignProblem, ForeignReading } from "../../lesson/outside/entry.ts";
import { readLessonsLearned } from "./lessons-learned.ts";
import { readTriads } from "./triads.ts";
import { Fault } from "../../platform/fault.ts";
import { withFileFault } from "../../platform/files/file-fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { walkFiles } from "../../platform/files/walk-files.ts";
import { describeIssues } from "../../platform/describe-issues.ts";
import { lessonRecordSchema } from "../../lesson/schema.ts";

export type ImportSystem = "lessons" | ForeignReading["system"];

/** A file that holds lessons, in whichever form. */
export interface ImportFile extends Pick<ForeignReading, "problems" | "isReplaced"> {
  readonly file: string;
  readonly system: ImportSystem;
  readonly entries: readonly (OwnEntry | ForeignEntry)[];
}

export interface OwnEntry {
  readonly place: string;
  readonly record: FullRecord;
}

/**
 * The files to look at: the one that was named, or those in a folder (and below) that could hold lessons; and the folders that
 * cannot be looked into.
 */
export function findImportFiles(
  path: string,
  folder = "",
): { readonly files: readonly string[]; readonly unreadable: readonly string[] } {
  const place = resolve(folder, path);
  if (!withFileFault("read", path, () => statSync(place)).isDirectory())
    return { files: [path], unreadable: [] };
  const { files, unreadable } = walkFiles(
    place,
    (name) => name === "node_modules" || name === ".git",
  );
  return {
    files: files.filter((name) => /\.jsonl?$/.test(name)).map((name) => join(path, name)),
    unreadable,
  };
}

/** What a file holds, or undefined when it is none of the forms we know (or not the one that was asked for). */
export function readImportFile(
  file: string,
  { from, folder, isFolder }: ReadOptions,
  now: Instant,
): ImportFile | undefined {
  const text = readTextFile(file, folder);
  const reading = readImportText(text, file, from, now);
  if (reading === undefined && (isFolder || isTheirStore(file))) refuseBroken(text, file);
  // A file that only looks like one of theirs keeps its name.
  return reading && { ...reading, isReplaced: reading.isReplaced && isTheirStore(file) };
}

interface ReadOptions {
  readonly from: ImportSystem | "auto";
  readonly folder?: string | undefined;
  /** Whether it was found in a folder, and not named. */
  readonly isFolder: boolean;
}

/** A file that should be JSON and is not may have been meant: of those in a folder nobody would hear otherwise. */
function refuseBroken(text: string, file: string): void {
  const [first = ""] = file.endsWith(".jsonl") ? text.trimStart().split("\n") : [text];
  const parsed = parseJson(first.replace(/^\uFEFF/u, ""));
  if (text.trim() === "" || "value" in parsed) return;
  throw new Fault("bad-input", `${file} is not JSON: ${parsed.problem}`, {
    hint: "fix the file, or leave it out",
  });
}

/** The names that lessons-learned gives to the files that we replace. */
function isTheirStore(file: string): boolean {
  return /^(?:lessons|filtered-candidates|cross-project-candidates)\.json$/.test(basename(file));
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
  if (own !== undefined) return { ...own, file, system: "lessons", isReplaced: false };
  // JSON Lines is not one document; the readers of lines look at the text.
  const document = parseJsonLine(text);
  const reading =
    (wants("lessons-learned") ? readLessonsLearned(document, name, now) : undefined) ??
    (wants("triads") ? readTriads(document, name, now) : undefined) ??
    (wants("devflow") ? readDevflowLog(text, name, now) : undefined);
  return reading && { ...reading, file };
}

/** The lines of an export of ours: records with their history, and the lines that are none. Undefined when no line is ours. */
function readOwnExport(
  text: string,
  fileName: string,
): Pick<ImportFile, "entries" | "problems"> | undefined {
  const lines = text
    .split("\n")
    .map((line, index) => ({ line, place: `${fileName}:${index + 1}` }))
    .filter(({ line }) => line.trim() !== "");
  const values = lines.map(({ line, place }) => ({ value: parseJsonLine(line), place }));
  if (!values.some(({ value }) => isOurs(value))) return undefined;

  const entries: OwnEntry[] = [];
  const problems: ForeignProblem[] = [];
  for (const { value, place } of values) {
    const checked = lessonRecordSchema.safeParse(value);
    if (checked.success) entries.push({ place, record: checked.data });
    else {
      const issues = describeIssues(checked.error).join("; ");
      problems.push({ place, problem: value === undefined ? "is not JSON" : issues });
    }
  }
  return { entries, problems };
}

function isOurs(value: unknown): boolean {
  return isRecord(value) && value["type"] === "lesson" && "version" in value;
}

import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseJson, parseJsonLine } from "../../platform/json/parse.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { FullRecord } from "../../lesson/record/record.ts";
import { readDevflowLog } from "./devflow.ts";
import type { ForeignEntry } from "../../lesson/outside/entry.ts";
import { readLessonsLearned } from "./lessons-learned.ts";
import { readTriads } from "./triads.ts";
import { Fault } from "../../platform/fault.ts";
import { fileFault } from "../../platform/files/file-fault.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { walkFiles } from "../../platform/files/walk-files.ts";
import { describeIssues } from "../../platform/describe-issues.ts";
import { lessonRecordSchema } from "../../lesson/schema.ts";

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
export function findImportFiles(path: string, folder = ""): readonly string[] {
  const place = resolve(folder, path);
  try {
    if (!statSync(place).isDirectory()) return [path];
  } catch (error) {
    throw fileFault(error, "read", path);
  }
  const { files } = walkFiles(place, (name) => name === "node_modules" || name === ".git");
  return files.filter((name) => /\.jsonl?$/.test(name)).map((name) => join(path, name));
}

/** What a file holds, or undefined when it is none of the forms we know (or not the one that was asked for). */
export function readImportFile(
  file: string,
  { from, folder }: { readonly from: ImportSystem | "auto"; readonly folder?: string | undefined },
  now: Instant,
): ImportFile | undefined {
  const text = readTextFile(file, folder);
  const reading = readImportText(text, file, from, now);
  if (reading === undefined) refuseBrokenStore(text, file);
  // A file that only looks like one of theirs keeps its name.
  return reading && { ...reading, isReplaced: reading.isReplaced && isTheirStore(file) };
}

/** A file that has the name of a store and is not even JSON is worth a word. */
function refuseBrokenStore(text: string, file: string): void {
  if (!isTheirStore(file)) return;
  const parsed = parseJson(text);
  if ("value" in parsed) return;
  throw new Fault("bad-input", `${file} is not JSON: ${parsed.problem}`, {
    hint: "mend it, or leave it out",
  });
}

/** The names that lessons-learned gives to the files that we replace. */
function isTheirStore(file: string): boolean {
  return ["lessons.json", "filtered-candidates.json", "cross-project-candidates.json"].includes(
    basename(file),
  );
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
  // JSON Lines is not one document; the readers of lines look at the text.
  const parsed = parseJson(text);
  const document = "value" in parsed ? parsed.value : undefined;
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

/** The lines of an export of ours: records with their history, and the lines that are none. */
interface OwnReading {
  readonly found: number;
  readonly entries: readonly { readonly place: string; readonly record: FullRecord }[];
  readonly problems: readonly { readonly place: string; readonly problem: string }[];
}

/** Undefined when no line is a lesson of ours. */
function readOwnExport(text: string, fileName: string): OwnReading | undefined {
  const lines = text
    .split("\n")
    .map((line, index) => ({ line, place: `${fileName}:${index + 1}` }))
    .filter(({ line }) => line.trim() !== "");
  const values = lines.map(({ line, place }) => ({ value: parseJsonLine(line), place }));
  if (!values.some(({ value }) => isOurs(value))) return undefined;

  const entries: { place: string; record: FullRecord }[] = [];
  const problems: { place: string; problem: string }[] = [];
  for (const { value, place } of values) {
    const checked = lessonRecordSchema.safeParse(value);
    if (checked.success) entries.push({ place, record: checked.data });
    else
      problems.push({
        place,
        problem: value === undefined ? "is not JSON" : describeIssues(checked.error).join("; "),
      });
  }
  return { found: values.length, entries, problems };
}

function isOurs(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    value.type === "lesson" &&
    "version" in value
  );
}

import { existsSync, renameSync } from "node:fs";
import { resolve } from "node:path";
import { fileFault } from "../../platform/files/file-fault.ts";
import { Fault } from "../../platform/fault.ts";
import { type PreparedEntry, type Remark, prepareEntries } from "./prepare-import.ts";
import {
  type ImportFile,
  type ImportSystem,
  findImportFiles,
  readImportFile,
  readImportText,
} from "./read-import.ts";
import type { Scope } from "../../lesson/record/lesson.ts";
import type { Context } from "../../platform/context.ts";
import { requirePerson, whoIn } from "../../platform/person/who.ts";
import { storeImports } from "./store-import.ts";

export interface ImportOptions {
  readonly from: ImportSystem | "auto";
  readonly isDryRun: boolean;
  /** Takes them in as they are, the active ones and those that hold among them. Only a person may. */
  readonly areStatesKept?: boolean | undefined;
  /** Where lessons hold that do not say it themselves. */
  readonly scope?: Scope | undefined;
  /** From where a path is seen that is not absolute. */
  readonly folder?: string | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly step: "checking" | "storing";
  readonly done: number;
  readonly total: number;
  readonly file: string;
}

/** What became of one file. `found` is always the sum of the rest. */
export interface ImportReport {
  readonly file: string;
  readonly system: ImportSystem | "starter" | "unknown";
  readonly found: number;
  readonly added: readonly string[];
  readonly already: number;
  /** Starter lessons that none of this person's calls is about. Only where it was asked which are of use. */
  readonly unconcerned?: number;
  /** Of the added ones: what their file calls active, and how many of these hold or correct calls. */
  readonly wishes: { readonly active: number; readonly hold: number };
  /** Whether they are that here, too. Otherwise they are candidates. */
  readonly areStatesKept: boolean;
  readonly bad: readonly Remark[];
  /** What was taken in, but not as it was. */
  readonly remarks: readonly Remark[];
  readonly renamedTo: string | null;
  /** Where the new ones hold that did not say it; null when all did. */
  readonly openScope: Scope | null;
}

/**
 * Brings lessons in from our own exports and from older systems. Each file goes in whole: every entry
 * is added, known already, or reported with its place. A second import of the same file adds nothing.
 */
export async function importLessons(
  context: Context,
  path: string,
  options: ImportOptions,
): Promise<readonly ImportReport[]> {
  const { files, unreadable: closed } = findImportFiles(path, options.folder);
  const isFolder = files.length !== 1 || files[0] !== path;
  const readings: ImportFile[] = [];
  const unreadable = closed.map((place) => unreadableFile(place, "cannot read this folder"));
  for (const file of files) {
    try {
      const reading = readImportFile(file, { ...options, isFolder }, context.system.now());
      if (reading !== undefined) readings.push(reading);
    } catch (error) {
      // One file that cannot be read does not keep the others out.
      if (!isFolder || !(error instanceof Fault)) throw error;
      unreadable.push(unreadableFile(file, error.message));
    }
  }
  if (readings.length + unreadable.length === 0) throw nothingToImport(path, options.from);
  const reports: ImportReport[] = [];
  // A manifest is made from a store and knows less: what the store says must be there first.
  for (const reading of readings.toSorted((a, b) => Number(b.isReplaced) - Number(a.isReplaced))) {
    reports.push(await importFile(context, reading, options));
  }
  return [...reports, ...unreadable];
}

/** The same for a text that came through a pipe: there is no file to set aside. */
export async function importText(
  context: Context,
  text: string,
  options: ImportOptions,
): Promise<readonly ImportReport[]> {
  const name = "standard input";
  const reading = readImportText(text, name, options.from, context.system.now());
  if (reading === undefined) throw nothingToImport(name, options.from);
  return [await importFile(context, { ...reading, isReplaced: false }, options)];
}

async function importFile(
  context: Context,
  reading: ImportFile,
  options: ImportOptions,
): Promise<ImportReport> {
  const { file, system, problems, isReplaced } = reading;
  const { isDryRun, areStatesKept = false } = options;
  if (areStatesKept && !isDryRun) {
    const type = `lessons import ${file} --keep-states`;
    requirePerson(whoIn(context), { what: "import lessons as active", type });
  }
  const progress = (step: ImportProgress["step"]) => (done: number, total: number) =>
    options.onProgress?.({ step, done, total, file });
  const { scope } = options;
  const prepared = await prepareEntries(
    { ...reading, scope, areStatesKept },
    context.system,
    progress("checking"),
  );
  const onProgress = progress("storing");
  const stored = storeImports(context, system, prepared.entries, { isDryRun, onProgress });
  const bad = [...problems, ...prepared.bad];
  const isSetAside = isReplaced && bad.length === 0 && !isDryRun;
  const aside = isSetAside ? setAside(file, options.folder) : { renamedTo: null, remarks: [] };
  return {
    file,
    system,
    found: reading.entries.length + problems.length,
    added: stored.added,
    already: stored.already,
    wishes: stored.wishes,
    areStatesKept,
    bad,
    remarks: [...remarksOf(prepared.entries), ...stored.remarks, ...aside.remarks],
    renamedTo: aside.renamedTo,
    openScope: isOpen(reading) && stored.added.length > 0 ? (scope ?? "global") : null,
  };
}

function isOpen({ entries }: ImportFile): boolean {
  return entries.some((entry) => "draft" in entry && entry.draft.scope === undefined);
}

function unreadableFile(file: string, problem: string): ImportReport {
  const nothing = {
    found: 1,
    added: [],
    already: 0,
    wishes: { active: 0, hold: 0 },
    areStatesKept: false,
    remarks: [],
    renamedTo: null,
    openScope: null,
  };
  return { file, system: "unknown", ...nothing, bad: [{ place: file, problem }] };
}

function remarksOf(entries: readonly PreparedEntry[]): readonly Remark[] {
  return entries.flatMap(({ place, remarks }) => remarks.map((problem) => ({ place, problem })));
}

/** The original stays, under a name that nobody reads any more. A `.bak` of an earlier time stays too. */
function setAside(file: string, folder = ""): Pick<ImportReport, "renamedTo" | "remarks"> {
  let target = `${file}.bak`;
  for (let attempt = 1; existsSync(resolve(folder, target)); attempt++)
    target = `${file}.${attempt}.bak`;
  try {
    renameSync(resolve(folder, file), resolve(folder, target));
    return { renamedTo: target, remarks: [] };
  } catch (error) {
    // The lessons are in; that the file keeps its name is no reason to say otherwise.
    const problem = fileFault(error, "rename", file).message;
    return { renamedTo: null, remarks: [{ place: file, problem }] };
  }
}

function nothingToImport(path: string, from: ImportOptions["from"]): Fault {
  const form = from === "auto" ? "" : ` as ${from}`;
  return new Fault("bad-input", `no readable lessons in ${path}${form}`, {
    hint: "try --from auto; docs/import.md lists the supported files",
  });
}

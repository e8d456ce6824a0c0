import { join } from "node:path";
import type { Owner } from "../../redact/owner.ts";
import { inTransaction, type Database } from "../../platform/database/database.ts";
import { dropSpoolCursor, spoolCursors, spoolFile, type SpoolFile } from "./spool-file.ts";

export interface Spool {
  /** Where hooks put their notes. */
  readonly folder: string;
  readonly owner: Owner;
}

/** How many notes came in. Skipped ones are broken, of another version, or about a lesson that is not in the store. */
export interface SpoolTaken {
  readonly deliveries: number;
  readonly starts: number;
  readonly skipped: number;
}

/**
 * Takes what hooks have noted since the last time over into the store. The files stay as they are, because
 * others read them too: how far each was read is written together with what was found in it.
 */
export async function takeSpool(database: Database, spool: Spool): Promise<SpoolTaken> {
  const taken = { deliveries: 0, starts: 0, skipped: 0 };
  const files = filesIn(spool);
  if (!hasNews(files, spoolCursors(database))) return taken;
  const { makeKeepers, takePortion } = await import("./take-portion.ts");
  const keepers = makeKeepers(database, spool.owner);
  for (const file of files) {
    const portion = {
      keep: keepers[file.holds],
      onFate: (fate: "new" | "known" | "skipped") => {
        if (fate === "new" && isCounted(file.holds)) taken[file.holds] += 1;
        if (fate === "skipped") taken.skipped += 1;
      },
    };
    while (takePortion(database, file, portion));
  }
  dropGone(database, files);
  return taken;
}

function isCounted(holds: NoteFile["holds"]): holds is "deliveries" | "starts" {
  return holds === "deliveries" || holds === "starts";
}

interface NoteFile extends SpoolFile {
  readonly holds: "deliveries" | "starts" | "results" | "trials";
}

/** The older part of each first. One that is found under both names was given the other just now. */
function filesIn({ folder }: Spool): readonly NoteFile[] {
  const files = names.flatMap(([name, holds]) => {
    const file = spoolFile(join(folder, name));
    return file === undefined ? [] : [{ ...file, holds }];
  });
  return [...new Map(files.map((file) => [file.identity, file])).values()];
}

const names = [
  ["deliveries.jsonl.1", "deliveries"],
  ["deliveries.jsonl", "deliveries"],
  ["sessions.jsonl.1", "starts"],
  ["sessions.jsonl", "starts"],
  ["results.jsonl.1", "results"],
  ["results.jsonl", "results"],
  ["trial.jsonl.1", "trials"],
  ["trial.jsonl", "trials"],
] as const;

/** Mostly there is none, and finding that out must not cost a scan anything. */
function hasNews(files: readonly NoteFile[], cursors: ReadonlyMap<string, number>): boolean {
  return (
    files.length !== cursors.size ||
    files.some(({ identity, size }) => cursors.get(identity) !== size)
  );
}

/** A file that is only between two names now is read again under its new one, and gives nothing twice. */
function dropGone(database: Database, files: readonly NoteFile[]): void {
  const present = new Set(files.map(({ identity }) => identity));
  const gone = [...spoolCursors(database).keys()].filter((identity) => !present.has(identity));
  if (gone.length === 0) return;
  inTransaction(database, () => {
    for (const identity of gone) dropSpoolCursor(database, identity);
  });
}

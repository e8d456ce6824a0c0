import { existsSync } from "node:fs";
import { join } from "node:path";
import { recordsAt, isRecord, textAt, type JsonRecord } from "../core/json-fields.ts";
import { parseJson } from "../core/parse-json.ts";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { readTextFile } from "../system/read-text-file.ts";

/** What `init` did outside of our home, so that `uninstall` can undo exactly that. */
export interface InstalledRecord {
  readonly settings: readonly SettingsRecord[];
  readonly hasPlugin: boolean;
}

export interface SettingsRecord {
  readonly file: string;
  /** The text as it was without us; null when there was no file. */
  readonly original: string | null;
  /** Of the text that we wrote. As long as it is that, the original can be put back. */
  readonly installedHash: string;
  /** Lists and objects for hooks that were there, and empty. */
  readonly emptyBefore: readonly string[];
}

/** Without a record, or with one that cannot be read, our entries are still found by their path. */
export function readInstalledRecord(folder: string): InstalledRecord {
  const file = join(folder, recordName);
  const parsed = existsSync(file) ? parseJson(readTextFile(file)) : undefined;
  const record =
    parsed !== undefined && "value" in parsed && isRecord(parsed.value) ? parsed.value : undefined;
  return {
    settings: recordsAt(record, "settings").flatMap(readSettingsRecord),
    hasPlugin: record?.["hasPlugin"] === true,
  };
}

/** Private like everything in our home: settings may hold keys. */
export function writeInstalledRecord(folder: string, record: InstalledRecord): void {
  const content = { type: "lessons-installed", version: 1, ...record };
  writeFileAtomically(join(folder, recordName), `${JSON.stringify(content, null, 2)}\n`);
}

const recordName = "installed.json";

function readSettingsRecord(record: JsonRecord): readonly SettingsRecord[] {
  const file = textAt(record, "file");
  const original = record["original"];
  const installedHash = textAt(record, "installedHash");
  const emptyBefore = record["emptyBefore"];
  const isComplete = typeof original === "string" || original === null;
  if (file === undefined || installedHash === undefined || !isComplete) return [];
  const names: readonly unknown[] = Array.isArray(emptyBefore) ? emptyBefore : [];
  return [
    {
      file,
      original,
      installedHash,
      emptyBefore: names.filter((name) => typeof name === "string"),
    },
  ];
}

import { existsSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { readTextFile } from "../../platform/files/read-text-file.ts";
import { isRecord, type JsonRecord, recordsAt, textAt } from "../../platform/json/fields.ts";
import { parseJson } from "../../platform/json/parse.ts";

/** What `init` did outside of our home, so that `uninstall` can undo exactly that. */
export interface InstalledRecord {
  readonly settings: readonly SettingsRecord[];
  readonly hasPlugin: boolean;
  /** Where agents look for skills, and links to ours were asked for. */
  readonly skillFolders: readonly string[];
  readonly slashCommands: readonly OwnFileRecord[];
  /** Files of ours in the folders of agents that are connected by files alone. */
  readonly agentFiles: readonly AgentFileRecord[];
  /** Folders that were not there before, the innermost first. */
  readonly createdFolders: readonly string[];
}

export interface SettingsRecord {
  readonly file: string;
  /** The text as it was without us; null when there was no file. */
  readonly original: string | null;
  /** Of the text that we wrote. As long as it is that, the original can be put back. */
  readonly installedHash: string;
  /** Lists and objects for hooks that were there, and empty. */
  readonly emptyBefore: readonly string[];
  /** Rules that we added for running commands. The same rule may be the user's own: only these go again. */
  readonly grants: readonly string[];
}

/** A file that we wrote. It is ours as long as its content is. */
export interface OwnFileRecord {
  readonly path: string;
  readonly hash: string;
}

interface AgentFileRecord extends OwnFileRecord {
  readonly agent: string;
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
    skillFolders: textsAt(record, "skillFolders"),
    slashCommands: recordsAt(record, "slashCommands").flatMap(readFileRecord),
    agentFiles: recordsAt(record, "agentFiles").flatMap((entry) => {
      const agent = textAt(entry, "agent");
      return agent === undefined ? [] : readFileRecord(entry).map((own) => ({ ...own, agent }));
    }),
    createdFolders: textsAt(record, "createdFolders"),
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
  const isComplete = typeof original === "string" || original === null;
  if (file === undefined || installedHash === undefined || !isComplete) return [];
  const [emptyBefore, grants] = [textsAt(record, "emptyBefore"), textsAt(record, "grants")];
  return [{ file, original, installedHash, emptyBefore, grants }];
}

function readFileRecord(record: JsonRecord): readonly OwnFileRecord[] {
  const [path, hash] = [textAt(record, "path"), textAt(record, "hash")];
  return path === undefined || hash === undefined ? [] : [{ path, hash }];
}

function textsAt(record: JsonRecord | undefined, name: string): readonly string[] {
  const found: unknown = record?.[name];
  const values: readonly unknown[] = Array.isArray(found) ? found : [];
  return values.filter((value) => typeof value === "string");
}

/** The folders that would have to be made for this one to be there, the innermost first. */
export function missingFolders(path: string): readonly string[] {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? [] : [path, ...missingFolders(parent)];
}

/** Takes folders out again in which nobody has put anything. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toSorted((one, other) => other.length - one.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody uses it, or it is gone.
    }
  }
}

import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { HookTable } from "../../agents/delivery.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { sha256 } from "../../platform/hash.ts";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import { hookFolderIn } from "./hook-folder.ts";
import type { SettingsRecord } from "./installed-record.ts";
import { readSettingsFile, replaceSettings, type SettingsFile } from "./settings-file.ts";

const { settings, statusLine } = deliveryDoor;

/** What is to become of a settings file. */
export interface Registration {
  readonly before: SettingsFile;
  /** Undefined: there is to be no such file. The same as before: nothing is to be done. */
  readonly after: string | undefined;
  readonly added: HookTable;
  readonly removed: HookTable;
  /** What becomes of the rule that lets the agent read our folder of skills. */
  readonly reading?: "added" | "removed" | undefined;
  /** What to remember of it; undefined when there is nothing of ours in it. */
  readonly record: SettingsRecord | undefined;
}

interface RegistrationOptions {
  /** Hooks that run a file in here are ours. */
  readonly hookFolder: string;
  readonly known: SettingsRecord | undefined;
}

/** The file with exactly the hooks of `table` and the rule for reading, whatever we had written there before. */
export function planRegistration(
  path: string,
  table: HookTable,
  options: RegistrationOptions,
): Registration {
  const before = readSettingsFile(path);
  const { mark, body } = splitMark(before.text ?? "");
  const present = ours(body, path, options);
  const readable = readableBeside(options);
  // Even where the user has moved them about: they are there.
  if (before.text !== undefined && isDeepStrictEqual(present, table)) {
    return withRule(before, settings.withReadRule(body, readable, path), options);
  }
  const base = withoutOurs(before, options);
  const parts = splitMark(base ?? "");
  const hooked = isEmpty(table) ? parts.body : settings.withHooks(parts.body, table, path);
  const ruled = settings.withReadRule(hooked, readable, path);
  const after = (parts.mark || mark) + ruled;
  const isNew =
    !settings.hasReadRule(body, readable, path) && settings.hasReadRule(ruled, readable, path);
  return {
    before,
    after,
    added: table,
    removed: present,
    reading: isNew ? "added" : undefined,
    record: recordOf(path, base, after),
  };
}

/** The hooks are there already; the rule may be new. */
function withRule(
  before: SettingsFile,
  ruled: string,
  { known }: RegistrationOptions,
): Registration {
  const { path, text = "" } = before;
  const { mark, body } = splitMark(text);
  const nothing = { before, after: text, added: {}, removed: {}, record: known };
  if (ruled === body) return nothing;
  const after = mark + ruled;
  // What stood there before us is only brought back to where nothing else was changed since.
  const isOurs = known !== undefined && sha256(text) === known.installedHash;
  const record =
    known === undefined
      ? recordOf(path, text, after)
      : { ...known, ...(isOurs ? { installedHash: sha256(after) } : {}) };
  return { ...nothing, after, reading: "added", record };
}

function recordOf(path: string, base: string | undefined, after: string): SettingsRecord {
  const { body } = splitMark(base ?? "");
  return {
    file: path,
    original: base ?? null,
    installedHash: sha256(after),
    emptyBefore: [
      ...settings.emptyHookContainers(body, path),
      ...settings.emptyRuleContainers(body, path),
    ],
  };
}

/** What lessons point to lies beside the hook: the agent may read it without asking. */
function readableBeside({ hookFolder }: RegistrationOptions): string {
  return join(dirname(hookFolder), "skills");
}

function isEmpty(table: HookTable): boolean {
  return Object.keys(table).length === 0;
}

/** The file without anything of ours. */
export function planRemoval(path: string, options: RegistrationOptions): Registration {
  const before = readSettingsFile(path);
  const { body } = splitMark(before.text ?? "");
  const removed = ours(body, path, options);
  const mayRead = settings.hasReadRule(body, readableBeside(options), path);
  const after = isEmpty(removed) && !mayRead ? before.text : withoutOurs(before, options);
  const reading = mayRead ? "removed" : undefined;
  return { before, after, added: {}, removed, reading, record: undefined };
}

/** The very bytes from before when nobody has touched the file since; otherwise only our entries go. */
function withoutOurs(before: SettingsFile, options: RegistrationOptions): string | undefined {
  const { text, path } = before;
  if (text === undefined) return undefined;
  const { known } = options;
  if (known !== undefined && sha256(text) === known.installedHash)
    return known.original ?? undefined;
  const { mark, body } = splitMark(text);
  const emptyBefore = known?.emptyBefore ?? [];
  const where = { file: path, emptyBefore };
  const unhooked = settings.withoutHooks(body, isOursIn(options), where);
  const rest = settings.withoutReadRule(unhooked, readableBeside(options), where);
  const isFileOurs = known?.original === null && /^\s*\{\s*\}\s*$/.test(rest);
  return isFileOurs ? undefined : mark + rest;
}

function ours(body: string, path: string, options: RegistrationOptions): HookTable {
  return settings.hooksOfOurs(body, isOursIn(options), path);
}

function isOursIn({ hookFolder }: RegistrationOptions): (word: string) => boolean {
  return (word) => word.startsWith(hookFolder + sep);
}

/** The byte order mark that some editors put in front is no part of the JSON. */
function splitMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith("\uFEFF")
    ? { mark: "\uFEFF", body: text.slice(1) }
    : { mark: "", body: text };
}

/** Writes a settings file when it is to change. Returns where the old one was copied to. */
export function applyRegistration(
  registration: Registration | undefined,
  { backups }: Paths,
  system: System,
): string | undefined {
  if (registration === undefined) return undefined;
  const { before, after } = registration;
  if (after === before.text) return undefined;
  const time = system.now().replaceAll(/[-:.]/g, "");
  const copy = replaceSettings(before, after, { folder: backups, time });
  if (copy !== undefined) prune(backups, basename(before.path, ".json"));
  return copy;
}

/** Old copies go. The text that `uninstall` puts back is not one of them: it is in the record. */
function prune(folder: string, name: string): void {
  const isCopy = (file: string) =>
    file.startsWith(`${name}-`) && /^\d{8}T\d+Z\.json$/.test(file.slice(name.length + 1));
  const copies = readdirSync(folder).filter(isCopy).toSorted();
  for (const file of copies.slice(0, -mostCopies)) rmSync(join(folder, file), { force: true });
}

const mostCopies = 10;

/** Whose status line it is: nobody has one, ours is there, or the person's own, which is never touched. */
type StatusLineState = "none" | "ours" | "theirs";

export function statusLineState(file: string, paths: Paths): StatusLineState {
  const command = statusLine.commandIn(splitMark(readSettingsFile(file).text ?? "").body, file);
  if (command === undefined) return "none";
  return command === statusLine.ours(hookFolderIn(paths)) ? "ours" : "theirs";
}

/** Sets ours where there is none. Says where the file as it was has been kept. */
export function setStatusLine(file: string, paths: Paths, system: System): string | undefined {
  if (statusLineState(file, paths) !== "none") return undefined;
  const before = readSettingsFile(file);
  const { mark, body } = splitMark(before.text ?? "");
  const after = mark + statusLine.withCommand(body, statusLine.ours(hookFolderIn(paths)), file);
  const change = { before, after, added: {}, removed: {}, record: undefined };
  return applyRegistration(change, paths, system);
}

/** The text of a settings file without the status line that is ours; undefined when nothing is left of it. */
export function withoutOurStatusLine(
  text: string | undefined,
  { file, hookFolder, wasThere }: { file: string; hookFolder: string; wasThere: boolean },
): string | undefined {
  const { mark, body } = splitMark(text ?? "");
  if (statusLine.commandIn(body, file) !== statusLine.ours(hookFolder)) return text;
  const rest = statusLine.without(body, file);
  return !wasThere && /^\s*\{\s*\}\s*$/.test(rest) ? undefined : mark + rest;
}

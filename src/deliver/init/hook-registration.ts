import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { HooksFile, HookTable } from "../../agents/delivery.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { sha256 } from "../../platform/hash.ts";
import type { Paths } from "../../platform/paths.ts";
import type { System } from "../../platform/system.ts";
import { hookFolderIn } from "./hook-folder.ts";
import type { SettingsRecord } from "./installed-record.ts";
import { readSettingsFile, replaceSettings, type SettingsFile } from "./settings-file.ts";

const { statusLine } = deliveryDoor;

/** What is to become of a settings file. */
export interface Registration {
  readonly before: SettingsFile;
  /** Undefined: there is to be no such file. The same as before: nothing is to be done. */
  readonly after: string | undefined;
  readonly added: HookTable;
  readonly removed: HookTable;
  /** What becomes of the rule that lets the agent read our folder of skills. */
  readonly reading?: "added" | "removed" | undefined;
  /** The rules that let the agent run commands of ours: those that come, and those that go. */
  readonly grants: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** What to remember of it; undefined when there is nothing of ours in it. */
  readonly record: SettingsRecord | undefined;
}

interface RegistrationOptions {
  /** How hooks are written into such a file. */
  readonly edit: HooksFile;
  /** Hooks that run a file in here are ours. */
  readonly hookFolder: string;
  readonly known: SettingsRecord | undefined;
  /** Rules to add to those that were granted before. */
  readonly grants?: readonly string[];
}

/** The file with exactly the hooks of `table`, the rule for reading and what was granted, whatever we had written there before. */
export function planRegistration(
  path: string,
  table: HookTable,
  options: RegistrationOptions,
): Registration {
  const before = readSettingsFile(path);
  const { mark, body } = splitMark(before.text ?? "");
  const present = ours(body, path, options);
  // Even where the user has moved them about: they are there.
  const isHooked = before.text !== undefined && isDeepStrictEqual(present, table);
  const base = withoutOurs(before, options);
  const parts = isHooked ? { mark, body } : splitMark(base ?? "");
  const { rules, withHooks } = options.edit;
  const hooked = isHooked || isEmpty(table) ? parts.body : withHooks(parts.body, table, path);
  const [reading, grants] = [readingRule(options), grantsIn(body, path, options)];
  const ruled =
    rules?.withAllowRules(hooked, [...reading, ...grants.kept, ...grants.wanted], path) ?? hooked;
  const isThere = (text: string) => rulesIn(text, reading, path, options).length > 0;
  const added = rulesIn(ruled, grants.wanted, path, options);
  const granted = [...grants.kept, ...added];
  const after = (parts.mark || mark) + ruled;
  return {
    before,
    after,
    added: isHooked ? {} : table,
    removed: isHooked ? {} : present,
    reading: !isThere(body) && isThere(ruled) ? "added" : undefined,
    grants: { added, removed: [] },
    record: isHooked
      ? recordBeside(before, after, { ...options, base, grants: granted })
      : recordOf(path, base, after, { ...options, grants: granted }),
  };
}

/** The hooks stay where they are. What stood there before us is only brought back to where nothing else was changed since. */
function recordBeside(
  { path, text }: SettingsFile,
  after: string,
  options: Pick<RegistrationOptions, "known" | "edit"> &
    Pick<SettingsRecord, "grants"> & { readonly base: string | undefined },
): SettingsRecord | undefined {
  const { known, base, grants } = options;
  if (after === text) return known;
  if (known === undefined) return recordOf(path, base, after, options);
  const isOurs = sha256(text ?? "") === known.installedHash;
  return { ...known, grants, ...(isOurs ? { installedHash: sha256(after) } : {}) };
}

function recordOf(
  path: string,
  base: string | undefined,
  after: string,
  { edit, grants }: Pick<RegistrationOptions, "edit"> & Pick<SettingsRecord, "grants">,
): SettingsRecord {
  const { body } = splitMark(base ?? "");
  return {
    file: path,
    original: base ?? null,
    installedHash: sha256(after),
    emptyBefore: [
      ...edit.emptyHookContainers(body, path),
      ...(edit.rules?.emptyRuleContainers(body, path) ?? []),
    ],
    grants,
  };
}

/** What lessons point to lies beside the hook: the agent may read it without asking. */
function readingRule({ hookFolder, edit }: RegistrationOptions): readonly string[] {
  return edit.rules === undefined ? [] : [edit.rules.readRule(join(dirname(hookFolder), "skills"))];
}

function rulesIn(
  text: string,
  rules: readonly string[],
  path: string,
  { edit }: RegistrationOptions,
): readonly string[] {
  return edit.rules?.allowRulesIn(text, rules, path) ?? [];
}

/** Those of ours that are still there: one that the user took out stays out. And those that are asked for and not there. */
function grantsIn(body: string, path: string, options: RegistrationOptions) {
  const { known, grants = [] } = options;
  const present = rulesIn(body, grants, path, options);
  return {
    kept: rulesIn(body, known?.grants ?? [], path, options),
    wanted: grants.filter((rule) => !present.includes(rule)),
  };
}

function isEmpty(table: HookTable): boolean {
  return Object.keys(table).length === 0;
}

/** The file without anything of ours. */
export function planRemoval(path: string, options: RegistrationOptions): Registration {
  const before = readSettingsFile(path);
  const { body } = splitMark(before.text ?? "");
  const removed = ours(body, path, options);
  const [mayRead] = rulesIn(body, readingRule(options), path, options);
  const { kept } = grantsIn(body, path, options);
  const isNothing = isEmpty(removed) && mayRead === undefined && kept.length === 0;
  return {
    before,
    after: isNothing ? before.text : withoutOurs(before, options),
    added: {},
    removed,
    reading: mayRead === undefined ? undefined : "removed",
    grants: { added: [], removed: kept },
    record: undefined,
  };
}

/** The very bytes from before when nobody has touched the file since; otherwise only our entries go. */
function withoutOurs(before: SettingsFile, options: RegistrationOptions): string | undefined {
  const { text, path } = before;
  if (text === undefined) return undefined;
  const { known, edit } = options;
  if (known !== undefined && sha256(text) === known.installedHash)
    return known.original ?? undefined;
  const { mark, body } = splitMark(text);
  const emptyBefore = known?.emptyBefore ?? [];
  const where = { file: path, emptyBefore };
  const unhooked = edit.withoutHooks(body, isOursIn(options), where);
  const rules = [...readingRule(options), ...(known?.grants ?? [])];
  const rest = edit.rules?.withoutAllowRules(unhooked, rules, where) ?? unhooked;
  const isFileOurs = known?.original === null && /^\s*\{\s*\}\s*$/.test(rest);
  return isFileOurs ? undefined : mark + rest;
}

function ours(body: string, path: string, options: RegistrationOptions): HookTable {
  return options.edit.hooksOfOurs(body, isOursIn(options), path);
}

function isOursIn({ hookFolder }: RegistrationOptions): (word: string) => boolean {
  // A whole command line in one word begins with a quote where the path needs one.
  return (word) => word.replace(/^'/u, "").startsWith(hookFolder + sep);
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
  for (const copy of copiesIn(folder, name).slice(0, -mostCopies)) rmSync(copy, { force: true });
}

/** The copies that we made of a settings file, the oldest first. They may hold keys, as the file may. */
export function settingsCopies(file: string, { backups }: Paths): readonly string[] {
  return copiesIn(backups, basename(file, ".json"));
}

function copiesIn(folder: string, name: string): readonly string[] {
  const isCopy = (file: string) =>
    file.startsWith(`${name}-`) && /^\d{8}T\d+Z\.json$/.test(file.slice(name.length + 1));
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter(isCopy)
    .toSorted()
    .map((copy) => join(folder, copy));
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
  const nothing = { added: {}, removed: {}, grants: { added: [], removed: [] } };
  const change = { before, after, ...nothing, record: undefined };
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

import { sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { HookTable } from "../../agents/claude-code/hook-entries.ts";
import {
  emptyHookContainers,
  hooksOfOurs,
  withHooks,
  withoutHooks,
} from "../../agents/claude-code/hook-settings.ts";
import { sha256 } from "../../platform/hash.ts";
import type { SettingsRecord } from "./installed-record.ts";
import { readSettingsFile, type SettingsFile } from "./settings-file.ts";

/** What is to become of a settings file. */
export interface Registration {
  readonly before: SettingsFile;
  /** Undefined: there is to be no such file. The same as before: nothing is to be done. */
  readonly after: string | undefined;
  readonly added: HookTable;
  readonly removed: HookTable;
  /** What to remember of it; undefined when there is nothing of ours in it. */
  readonly record: SettingsRecord | undefined;
}

export interface RegistrationOptions {
  /** Hooks that run a file in here are ours. */
  readonly hookFolder: string;
  readonly known: SettingsRecord | undefined;
}

/** The file with exactly the hooks of `table`, whatever we had written there before. */
export function planRegistration(
  path: string,
  table: HookTable,
  options: RegistrationOptions,
): Registration {
  const before = readSettingsFile(path);
  const { mark, body } = splitMark(before.text ?? "");
  const present = ours(body, path, options);
  // Even where the user has moved them about: they are there.
  if (isDeepStrictEqual(present, table)) {
    return { before, after: before.text, added: {}, removed: {}, record: options.known };
  }
  const base = withoutOurs(before, options);
  const parts = splitMark(base ?? "");
  const after = (parts.mark || mark) + withHooks(parts.body, table, path);
  const record = {
    file: path,
    original: base ?? null,
    installedHash: sha256(after),
    emptyBefore: emptyHookContainers(parts.body, path),
  };
  return { before, after, added: table, removed: present, record };
}

/** The file without anything of ours. */
export function planRemoval(path: string, options: RegistrationOptions): Registration {
  const before = readSettingsFile(path);
  const { body } = splitMark(before.text ?? "");
  const removed = ours(body, path, options);
  const isNothingThere = Object.keys(removed).length === 0;
  const after = isNothingThere ? before.text : withoutOurs(before, options);
  return { before, after, added: {}, removed, record: undefined };
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
  const rest = withoutHooks(body, isOursIn(options), { file: path, emptyBefore });
  const isFileOurs = known?.original === null && /^\s*\{\s*\}\s*$/.test(rest);
  return isFileOurs ? undefined : mark + rest;
}

function ours(body: string, path: string, options: RegistrationOptions): HookTable {
  return hooksOfOurs(body, isOursIn(options), path);
}

function isOursIn({ hookFolder }: RegistrationOptions): (word: string) => boolean {
  return (word) => word.startsWith(hookFolder + sep);
}

/** The byte order mark that some editors put in front is no part of the JSON. */
export function splitMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith("\uFEFF")
    ? { mark: "\uFEFF", body: text.slice(1) }
    : { mark: "", body: text };
}

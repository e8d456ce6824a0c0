import { appendTo, cutOut, propertyOf, valueOf, type JsonNode } from "../../platform/json/text.ts";
import type { HookTable } from "./hook-entries.ts";
import { emptyContainers, ourHooks, ourNodes, type IsOurs } from "./our-hooks.ts";
import { settingsRoot, unlikeSettings } from "./settings-root.ts";

// The hooks in the text of a settings file. The file is the user's: every byte that is not ours stays.
// `file` is its name, for errors.

/** Adds the entries of a table behind those that are there. */
export function withHooks(text: string, table: HookTable, file: string): string {
  const root = requireObject(settingsRoot(text, file), "it", file);
  if (root === undefined) return `${text}${JSON.stringify({ hooks: table }, null, 2)}\n`;
  if (propertyOf(root, "hooks") === undefined) {
    return appendTo(text, root, table, { name: "hooks" });
  }
  let result = text;
  for (const [event, groups] of Object.entries(table)) {
    if (eventList(result, event, file) === undefined) {
      result = appendTo(result, hooksObject(result, file), groups, { name: event });
      continue;
    }
    for (const group of groups) {
      const list = eventList(result, event, file);
      if (list !== undefined) result = appendTo(result, list, group);
    }
  }
  return result;
}

/**
 * Takes out what is ours, and the lists and objects that hold nothing else; but not those named in
 * `emptyBefore`, which were there, and empty, before we came.
 */
export function withoutHooks(
  text: string,
  isOurs: IsOurs,
  options: { readonly file: string; readonly emptyBefore: readonly string[] },
): string {
  let result = text;
  for (;;) {
    const root = settingsRoot(result, options.file);
    const next = root && ourNodes(root, isOurs, options.emptyBefore)[0];
    if (next === undefined) return result;
    result = cutOut(result, next);
  }
}

/** Our entries, as a table. */
export function hooksOfOurs(text: string, isOurs: IsOurs, file: string): HookTable {
  return ourHooks(settingsRoot(text, file), isOurs);
}

/** The lists and objects for hooks that hold nothing. */
export function emptyHookContainers(text: string, file: string): readonly string[] {
  return emptyContainers(settingsRoot(text, file));
}

function hooksObject(text: string, file: string): JsonNode {
  const hooks = valueOf(propertyOf(settingsRoot(text, file), "hooks"));
  const found = requireObject(hooks, "hooks", file);
  if (found !== undefined) return found;
  throw unlikeSettings("hooks has no value", file);
}

function eventList(text: string, event: string, file: string): JsonNode | undefined {
  const list = valueOf(propertyOf(hooksObject(text, file), event));
  if (list === undefined || list.type === "array") return list;
  throw unlikeSettings(`hooks.${event} is not a list`, file);
}

function requireObject(
  node: JsonNode | undefined,
  what: string,
  file: string,
): JsonNode | undefined {
  if (node === undefined || node.type === "object") return node;
  throw unlikeSettings(`${what} is not an object`, file);
}

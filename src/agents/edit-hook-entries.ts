import { isRecord, textAt } from "../platform/json/fields.ts";
import {
  appendTo,
  cutOut,
  itemsOf,
  type JsonNode,
  plainValue,
  propertiesOf,
  propertyOf,
  valueOf,
} from "../platform/json/text.ts";
import { doneWithin } from "../platform/process/deadline.ts";
import { plainLine } from "../redact/plain-text.ts";
import type { HookGroup, HookHandler, HookTable, IsOurs } from "./delivery.ts";
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
  const found: Record<string, HookGroup[]> = {};
  for (const property of eventProperties(settingsRoot(text, file))) {
    for (const group of itemsOf(valueOf(property))) {
      const handlers = handlersIn(group).filter((handler) => isHandlerOurs(handler, isOurs));
      if (handlers.length === 0) continue;
      const value = plainValue(group);
      const matcher = isRecord(value) ? textAt(value, "matcher") : undefined;
      (found[nameOf(property)] ??= []).push({
        ...(matcher === undefined ? {} : { matcher }),
        // What is ours was written by `hookTable`, in this version or an older one.
        hooks: handlers.map((handler) => plainValue(handler) as HookHandler),
      });
    }
  }
  return found;
}

/** What others have called before shell calls, as their settings say it. Each of them may change the call, too. */
export function othersAtShellCalls(text: string, isOurs: IsOurs, file: string): readonly string[] {
  return eventProperties(settingsRoot(text.replace(/^\uFEFF/u, ""), file))
    .filter((property) => nameOf(property) === "PreToolUse")
    .flatMap((property) => itemsOf(valueOf(property)))
    .filter((group) => isForShell(plainValue(group)))
    .flatMap(handlersIn)
    .filter((handler) => !isHandlerOurs(handler, isOurs))
    .map((handler) => hookName(plainValue(handler)));
}

/** A matcher is a list of names, or an expression where it has any other character. */
function isForShell(group: unknown): boolean {
  const matcher = isRecord(group) ? (textAt(group, "matcher") ?? "") : "";
  if (matcher === "" || matcher === "*") return true;
  if (/^[\w|, ]+$/u.test(matcher))
    return matcher.split(/[|,]/u).some((name) => name.trim() === "Bash");
  try {
    // Of a project's settings, too, which may be anybody's. What takes long is taken for a hook.
    const expression = new RegExp(`^(?:${matcher})$`, "u");
    return doneWithin(mostMs, () => expression.test("Bash"))?.result ?? true;
  } catch {
    return false;
  }
}

const mostMs = 100;

function hookName(handler: unknown): string {
  const text = isRecord(handler)
    ? (textAt(handler, "command") ?? textAt(handler, "url") ?? textAt(handler, "type"))
    : undefined;
  return plainLine(text ?? "a hook").slice(0, longestHookName);
}

const longestHookName = 80;

/** The lists and objects for hooks that hold nothing: `hooks` itself and the events in it. */
export function emptyHookContainers(text: string, file: string): readonly string[] {
  const root = settingsRoot(text, file);
  const isEmpty = (property: JsonNode) => !valueOf(property)?.children?.length;
  return [...hooksProperties(root), ...eventProperties(root)].filter(isEmpty).map(nameOf);
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

/**
 * What to cut out so that nothing of ours is left, the outermost first: a list or an object that holds
 * nothing else goes as a whole, unless it is named in `emptyBefore`.
 */
function ourNodes(
  root: JsonNode,
  isOurs: IsOurs,
  emptyBefore: readonly string[],
): readonly JsonNode[] {
  const events = eventProperties(root);
  const isGroupOurs = (group: JsonNode) =>
    areAll(handlersIn(group), (handler) => isHandlerOurs(handler, isOurs));
  const isEventOurs = (property: JsonNode) =>
    !emptyBefore.includes(nameOf(property)) && areAll(itemsOf(valueOf(property)), isGroupOurs);
  const areHooksOurs = (property: JsonNode) =>
    !emptyBefore.includes("hooks") && areAll(propertiesOf(valueOf(property)), isEventOurs);
  const groups = events.flatMap((property) => itemsOf(valueOf(property)));
  return [
    ...hooksProperties(root).filter(areHooksOurs),
    ...events.filter(isEventOurs),
    ...groups.filter(isGroupOurs),
    ...groups.flatMap(handlersIn).filter((handler) => isHandlerOurs(handler, isOurs)),
  ];
}

function areAll(nodes: readonly JsonNode[], test: (node: JsonNode) => boolean): boolean {
  return nodes.length > 0 && nodes.every(test);
}

function isHandlerOurs(handler: JsonNode, isOurs: IsOurs): boolean {
  const value = plainValue(handler);
  if (!isRecord(value)) return false;
  const args: readonly unknown[] = Array.isArray(value["args"]) ? value["args"] : [];
  return [textAt(value, "command"), ...args].some(
    (word) => typeof word === "string" && isOurs(word),
  );
}

/** All of that name: of two, an agent reads one, but ours might be in the other. */
function hooksProperties(root: JsonNode | undefined): readonly JsonNode[] {
  return propertiesOf(root).filter((property) => nameOf(property) === "hooks");
}

function eventProperties(root: JsonNode | undefined): readonly JsonNode[] {
  return hooksProperties(root).flatMap((property) => propertiesOf(valueOf(property)));
}

function handlersIn(group: JsonNode): readonly JsonNode[] {
  return itemsOf(valueOf(propertyOf(group, "hooks")));
}

function nameOf(property: JsonNode): string {
  return String(property.children?.[0]?.value);
}

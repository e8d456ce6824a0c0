import { isRecord, textAt } from "../../platform/json/fields.ts";
import {
  itemsOf,
  plainValue,
  propertiesOf,
  propertyOf,
  valueOf,
  type JsonNode,
} from "../../platform/json/text.ts";
import type { HookGroup, HookHandler, HookTable } from "./hook-entries.ts";

/** Whether a program, or an argument of one, is ours. */
export type IsOurs = (word: string) => boolean;

/** Our entries in a settings file, as a table. */
export function ourHooks(root: JsonNode | undefined, isOurs: IsOurs): HookTable {
  const found: Record<string, HookGroup[]> = {};
  for (const property of eventProperties(root)) {
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

/**
 * What to cut out so that nothing of ours is left, the outermost first: a list or an object that holds
 * nothing else goes as a whole, unless it is named in `emptyBefore`.
 */
export function ourNodes(
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

/** `hooks` and the events in it that hold nothing. */
export function emptyContainers(root: JsonNode | undefined): readonly string[] {
  const isEmpty = (property: JsonNode) => !valueOf(property)?.children?.length;
  return [...hooksProperties(root), ...eventProperties(root)].filter(isEmpty).map(nameOf);
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

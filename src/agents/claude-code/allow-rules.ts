import {
  appendTo,
  cutOut,
  itemsOf,
  type JsonNode,
  propertiesOf,
  propertyOf,
  valueOf,
} from "../../platform/json/text.ts";
import { settingsRoot } from "../settings-root.ts";

// The rules in the text of a settings file that let Claude Code do something without asking. The file is the user's: every byte
// that is not ours stays.

/** Each rule that is not there is added. Where the settings have their rules in a form that nobody knows, they stay as they are. */
export function withAllowRules(text: string, rules: readonly string[], file: string): string {
  return rules.reduce((result, rule) => withAllowRule(result, rule, file), text);
}

function withAllowRule(text: string, rule: string, file: string): string {
  const root = settingsRoot(text, file);
  if (root === undefined) {
    return `${text}${JSON.stringify({ permissions: { allow: [rule] } }, null, 2)}\n`;
  }
  if (root.type !== "object" || ruleItems(root, [rule]).length > 0) return text;
  const permissions = propertyOf(root, "permissions");
  if (permissions === undefined)
    return appendTo(text, root, { allow: [rule] }, { name: "permissions" });
  const lists = valueOf(permissions);
  if (lists?.type !== "object") return text;
  const allow = propertyOf(lists, "allow");
  if (allow === undefined) return appendTo(text, lists, [rule], { name: "allow" });
  const list = valueOf(allow);
  return list?.type === "array" ? appendTo(text, list, rule) : text;
}

/** Those of these rules that are there. */
export function allowRulesIn(
  text: string,
  rules: readonly string[],
  file: string,
): readonly string[] {
  const root = settingsRoot(text, file);
  return rules.filter((rule) => ruleItems(root, [rule]).length > 0);
}

/** Takes the rules out, and the list and the object that hold nothing else; but not those that were there, and empty, before. */
export function withoutAllowRules(
  text: string,
  rules: readonly string[],
  { file, emptyBefore }: { readonly file: string; readonly emptyBefore: readonly string[] },
): string {
  let result = text;
  for (;;) {
    // The last one first: what was appended to it is gone by then, so that each finds the text as it was after its own change.
    const item = ruleItems(settingsRoot(result, file), rules).at(-1);
    if (item === undefined) return result;
    result = cutOut(result, outermost(item, emptyBefore));
  }
}

/** The lists and objects for rules that hold nothing. */
export function emptyRuleContainers(text: string, file: string): readonly string[] {
  const permissions = propertyOf(settingsRoot(text, file), "permissions");
  const allow = propertyOf(valueOf(permissions), "allow");
  const isEmpty = (property: JsonNode | undefined) =>
    property !== undefined && !valueOf(property)?.children?.length;
  return [
    ...(isEmpty(permissions) ? ["permissions"] : []),
    ...(isEmpty(allow) ? ["permissions.allow"] : []),
  ];
}

/** To read a folder: what a lesson points to is of no use to an agent that may not read it. */
export function readRule(folder: string): string {
  // Two slashes begin a path from the root of the disk; one would begin at the settings.
  return `Read(/${folder.replaceAll("\\", "/").replace(/^(?=[^/])/u, "/")}/**)`;
}

/** To run a command: with whatever follows it, or exactly as it is. */
export function runRule(
  command: string,
  { isWithArguments }: { readonly isWithArguments: boolean },
): string {
  return `Bash(${command}${isWithArguments ? ":*" : ""})`;
}

function ruleItems(root: JsonNode | undefined, rules: readonly string[]): readonly JsonNode[] {
  return propertiesOf(root)
    .filter((property) => property.children?.[0]?.value === "permissions")
    .flatMap((permissions) => propertiesOf(valueOf(permissions)))
    .filter((property) => property.children?.[0]?.value === "allow")
    .flatMap((allow) => itemsOf(valueOf(allow)))
    .filter(({ value }) => rules.includes(String(value)));
}

/** The item, else the property that holds nothing but it. */
function outermost(item: JsonNode, emptyBefore: readonly string[]): JsonNode {
  const list = item.parent;
  const allow = list?.parent;
  if (list?.children?.length !== 1 || allow === undefined) return item;
  if (emptyBefore.includes("permissions.allow")) return item;
  const lists = allow.parent;
  const permissions = lists?.parent;
  if (lists?.children?.length !== 1 || permissions === undefined) return allow;
  return emptyBefore.includes("permissions") ? allow : permissions;
}

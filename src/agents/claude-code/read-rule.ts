import {
  appendTo,
  cutOut,
  itemsOf,
  type JsonNode,
  propertiesOf,
  propertyOf,
  valueOf,
} from "../../platform/json/text.ts";
import { settingsRoot } from "./settings-text.ts";

// The rule in the text of a settings file that lets Claude Code read one folder without asking: what a lesson points to is of
// no use to an agent that may not read it. The file is the user's: every byte that is not ours stays.

/** Two slashes begin a path from the root of the disk; one would begin at the settings. */
function ruleFor(folder: string): string {
  return `Read(/${folder.replaceAll("\\", "/").replace(/^(?=[^/])/u, "/")}/**)`;
}

/** Where the settings have their rules in a form that nobody knows, they stay as they are. */
export function withReadRule(text: string, folder: string, file: string): string {
  const rule = ruleFor(folder);
  const root = settingsRoot(text, file);
  if (root === undefined) {
    return `${text}${JSON.stringify({ permissions: { allow: [rule] } }, null, 2)}\n`;
  }
  if (root.type !== "object" || hasReadRule(text, folder, file)) return text;
  const permissions = propertyOf(root, "permissions");
  if (permissions === undefined)
    return appendTo(text, root, { allow: [rule] }, { name: "permissions" });
  const rules = valueOf(permissions);
  if (rules?.type !== "object") return text;
  const allow = propertyOf(rules, "allow");
  if (allow === undefined) return appendTo(text, rules, [rule], { name: "allow" });
  const list = valueOf(allow);
  return list?.type === "array" ? appendTo(text, list, rule) : text;
}

export function hasReadRule(text: string, folder: string, file: string): boolean {
  return ourItems(settingsRoot(text, file), folder).length > 0;
}

/** Takes the rule out, and the list and the object that hold nothing else; but not those that were there, and empty, before. */
export function withoutReadRule(
  text: string,
  folder: string,
  { file, emptyBefore }: { readonly file: string; readonly emptyBefore: readonly string[] },
): string {
  let result = text;
  for (;;) {
    const root = settingsRoot(result, file);
    const [item] = ourItems(root, folder);
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

function ourItems(root: JsonNode | undefined, folder: string): readonly JsonNode[] {
  const rule = ruleFor(folder);
  return propertiesOf(root)
    .filter((property) => property.children?.[0]?.value === "permissions")
    .flatMap((permissions) => propertiesOf(valueOf(permissions)))
    .filter((property) => property.children?.[0]?.value === "allow")
    .flatMap((allow) => itemsOf(valueOf(allow)))
    .filter(({ value }) => value === rule);
}

/** The item, else the property that holds nothing but it. */
function outermost(item: JsonNode, emptyBefore: readonly string[]): JsonNode {
  const list = item.parent;
  const allow = list?.parent;
  if (list?.children?.length !== 1 || allow === undefined) return item;
  if (emptyBefore.includes("permissions.allow")) return item;
  const rules = allow.parent;
  const permissions = rules?.parent;
  if (rules?.children?.length !== 1 || permissions === undefined) return allow;
  return emptyBefore.includes("permissions") ? allow : permissions;
}

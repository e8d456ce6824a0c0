import { asList, asObject, type LooseObject } from "../imports/loose-json.ts";
import { squeezed } from "./block-kinds.ts";
import { isPlaceholder } from "./placeholder.ts";

/** The fields of a block under names that do not depend on the writing, and whether any was left unfilled. */
export interface BlockFields {
  readonly fields: LooseObject;
  readonly hasPlaceholder: boolean;
}

export function tidyFields(block: LooseObject): BlockFields {
  let hasPlaceholder = false;
  const tidy = (part: unknown, depth: number): unknown => {
    const list = asList(part);
    if (list !== undefined) {
      if (depth > deepest) return undefined;
      const entries = list.map((entry) => tidy(lineOf(entry) ?? entry, depth + 1));
      return entries.filter((entry) => entry !== undefined);
    }
    const object = asObject(part);
    if (object !== undefined) return depth > deepest ? undefined : tidyObject(object, depth);
    if (typeof part !== "string" || nothing.has(part.trim().toLowerCase())) return undefined;
    if (!isPlaceholder(part.trim()) && !isChoice(part)) return part;
    hasPlaceholder = true;
    return undefined;
  };
  const tidyObject = (object: LooseObject, depth: number): LooseObject => {
    const fields = new Map<string, unknown>();
    for (const [name, part] of Object.entries(object)) {
      const known = squeezed(name);
      const value =
        known === "required" ? part !== "false" && part !== "no" : tidy(part, depth + 1);
      if (value !== undefined && !fields.has(known)) fields.set(known, value);
    }
    return Object.fromEntries(fields);
  };
  const fields = tidyObject(block, 0);
  return { fields, hasPlaceholder };
}

/** A block has three levels: its fields, their parts, and the parts of a list entry. */
const deepest = 5;
const nothing: ReadonlySet<string> = new Set(["", "~", "null"]);

/** `- package.json: the version` is a line of text to whoever writes it, and a map to YAML. */
function lineOf(entry: unknown): string | undefined {
  const [[name, value] = [], ...others] = Object.entries(asObject(entry) ?? {});
  if (name === undefined || others.length > 0 || entryNames.has(squeezed(name))) return undefined;
  if (typeof value === "string") return value === "" ? name : `${name}: ${value}`;
  return value === null ? name : undefined;
}

const entryNames: ReadonlySet<string> = new Set(["item", "text", "title", "description", "file"]);

/** `checklist|pattern|warning`: the protocol names the choices, and the agent did not choose. */
function isChoice(text: string): boolean {
  return text.length <= 200 && /^[A-Za-z]+(?:\|[A-Za-z]+)+$/u.test(text.trim());
}

import { checklistFormats } from "../../core/body.ts";
import { levelOf } from "../../core/level.ts";
import { isSaid, joinFields } from "./already-said.ts";
import type { Note } from "./foreign-entry.ts";
import {
  asList,
  asObject,
  asText,
  firstText,
  noteUnread,
  present,
  quoted,
  type LooseObject,
} from "./loose-json.ts";
import type { Said } from "./summarise.ts";

/** What a process node says, or why it says too little. */
export type ProcessBody = { readonly said: Said } | { readonly problem: string };

/**
 * The content stands under the type's own name, with ADR-002's fields or with the other names that
 * real graphs have for them. Where it is not an object, it is the main field.
 */
export function readProcessBody(node: LooseObject, priority: number, note: Note): ProcessBody {
  const type = asText(node["process_type"])?.toLowerCase();
  const reader = readers.get(type ?? "");
  if (type === undefined || reader === undefined) {
    return { problem: `its process_type ${quoted(node["process_type"])} is not one we know` };
  }
  const content = asObject(node[type]) ?? { [reader.mainField]: node[type] };
  noteUnread(content, contentFields, note);
  return reader.read({ node, content, priority, note });
}

interface Told {
  readonly node: LooseObject;
  readonly content: LooseObject;
  readonly priority: number;
  readonly note: Note;
}

interface ContentReader {
  readonly mainField: string;
  readonly read: (told: Told) => ProcessBody;
}

const readers: ReadonlyMap<string, ContentReader> = new Map([
  ["checklist", { mainField: "items", read: readChecklist }],
  ["pattern", { mainField: "action", read: readPattern }],
  ["warning", { mainField: "risk", read: readWarning }],
  ["requirement", { mainField: "constraint", read: readRequirement }],
]);

const contentFields: ReadonlySet<string> = new Set(
  `title items format situation when action then do rationale why example condition risk
   consequence severity detection mitigation prevention constraint must validation`.split(/\s+/u),
);

function readChecklist({ node, content, note }: Told): ProcessBody {
  const parts = asList(content["items"]) ?? [content["items"]];
  const items = parts.map(itemText).filter((item) => item !== undefined);
  const title = firstText(content, "title") ?? firstText(node, "label", "description");
  if (items.length === 0) return { problem: "its checklist has no items" };
  if (title === undefined) return { problem: "its checklist has no title" };
  if (items.length < parts.length) note("Part of its checklist is not text and was left out.");
  const format = checklistFormats.find((name) => name === content["format"]) ?? "checkbox";
  return { said: { kind: "checklist", body: { title, items, format } } };
}

/** A text, or `{ item, required, file }`. What is not marked as optional is required, as in a list of texts. */
function itemText(value: unknown): string | undefined {
  const fields = asObject(value) ?? {};
  const item = asText(value) ?? firstText(fields, "item", "text", "title", "description");
  const file = asText(fields["file"]);
  if (item === undefined) return file;
  const named = file === undefined || isSaid(file, item) ? item : `${item} (${file})`;
  return fields["required"] === false ? `${named} (optional)` : named;
}

function readPattern({ node, content, note }: Told): ProcessBody {
  const given = joinFields(content, "situation", "when", "condition");
  const situation = given ?? firstText(node, "label");
  const action = joinFields(content, "action", "then", "do") ?? firstText(node, "description");
  if (situation === undefined) return { problem: "its pattern does not say when it applies" };
  if (action === undefined) return { problem: "its pattern does not say what to do" };
  if (given === undefined)
    note("Its pattern does not say when it applies, so its label stands there.");
  const rationale = joinFields(content, "rationale", "why");
  const example = firstText(content, "example");
  return {
    said: { kind: "pattern", body: { situation, action, ...present({ rationale, example }) } },
  };
}

function readWarning({ node, content, priority, note }: Told): ProcessBody {
  const named = ["condition", "risk", "consequence"].map((name) => asText(content[name]));
  const given = asText(named.filter((part) => part !== undefined).join(": "));
  const risk = given ?? firstText(node, "description");
  const mitigation = joinFields(content, "mitigation", "prevention");
  if (risk === undefined) return { problem: "its warning does not name the risk" };
  if (mitigation === undefined)
    return { problem: "its warning does not say how to avoid the risk" };
  const severity = firstText(content, "severity") ?? levelOf(priority).toLowerCase();
  if (firstText(content, "severity") === undefined) {
    note(`It has no severity, so it gets ${severity} from its priority.`);
  }
  const detection = firstText(content, "detection");
  return {
    said: { kind: "warning", body: { risk, severity, ...present({ detection }), mitigation } },
  };
}

function readRequirement({ node, content }: Told): ProcessBody {
  const constraint = joinFields(content, "constraint", "must") ?? firstText(node, "description");
  if (constraint === undefined) return { problem: "its requirement does not say what must hold" };
  const rationale = joinFields(content, "rationale", "why");
  const validation = firstText(content, "validation");
  return {
    said: { kind: "requirement", body: { constraint, ...present({ rationale, validation }) } },
  };
}

import { bodyValue, kinds, type Kind } from "../../core/body.ts";
import { priorities } from "../../core/lesson.ts";
import { parseLevel, priorityOfLevel } from "../../core/level.ts";
import {
  asList,
  asObject,
  asText,
  firstText,
  isBlank,
  present,
  quoted,
  type LooseObject,
} from "../imports/loose-json.ts";
import { readProcessBody } from "../imports/triads-body.ts";
import { askedOf, parseKind } from "./block-kinds.ts";
import { readBlockTriggers } from "./block-triggers.ts";
import { finishDraft } from "./finish-draft.ts";
import { readOwnBody, type OwnBody } from "./own-body.ts";
import type { Reading } from "./report.ts";
import { readScope, readTags } from "./reported-words.ts";

/**
 * The fields of a block as a lesson. The content may stand under the name of its kind, as in a Triads
 * node, or beside the other fields. A block without a kind is a pattern, unless its content names one.
 */
export function readKnowledge(fields: LooseObject): Reading {
  const named = firstText(fields, "type", "processtype", "kind");
  const known = named === undefined ? undefined : parseKind(named);
  const held = kinds.find((name) => !isBlank(fields[name]));
  const kind = known ?? held ?? (named === undefined ? "pattern" : undefined);
  if (kind === undefined) {
    return { problem: `its type ${quoted(named)} is not one we know`, class: "malformed" };
  }

  const priority = readPriority(fields["priority"] ?? fields["level"]);
  const content = contentOf(fields, kind);
  const label = firstText(fields, "label", "summary", "title", "name");
  const body = readBody({ kind, content, label, fields, priority: priority ?? 5 });
  // Of a kind that we know, only what is missing can be wrong.
  if ("problem" in body) return { ...body, class: "incomplete" };

  const { triggers, triggerText } = readBlockTriggers(fields);
  const scope = readScope(asText(fields["scope"]) ?? "");
  return finishDraft({
    ...body,
    title: label ?? asText(bodyValue(body.said.body, askedOf[kind].titleField)) ?? kind,
    tags: readTags(textsOf(fields["tags"]).join("\n")),
    triggers,
    isFull: known !== undefined && priority !== undefined && isWholeFor(kind, content),
    ...present({ scope, triggerText, priority }),
  });
}

/** Whether any field that some kind asks for is filled in, as far as a block can be told from its own protocol. */
export function saysSomething(fields: LooseObject): boolean {
  const contents = kinds.map((kind) => contentOf(fields, kind));
  const asked = kinds.flatMap((kind) => askedOf[kind].asked.flat());
  return contents.some((content) => asked.some((name) => !isBlank(content[name])));
}

function contentOf(fields: LooseObject, kind: Kind): LooseObject {
  const given = fields[kind];
  const nested = asObject(given) ?? (isBlank(given) ? {} : { [askedOf[kind].mainField]: given });
  const all = { ...fields, ...nested };
  const format = asText(all["format"])?.toLowerCase();
  return { ...all, ...present({ format }) };
}

interface Told {
  readonly kind: Kind;
  readonly content: LooseObject;
  readonly label: string | undefined;
  readonly fields: LooseObject;
  readonly priority: number;
}

function readBody({ kind, content, label, fields, priority }: Told): OwnBody {
  if (kind === "pitfall" || kind === "decision" || kind === "workflow" || kind === "procedure") {
    return readOwnBody(kind, content, label);
  }
  const { description } = fields;
  const node = { process_type: kind, label, description, [kind]: withReason(kind, content) };
  const body = readProcessBody(node, priority, () => {});
  return "problem" in body ? body : { said: body.said, flags: [] };
}

/** Where there is room for a reason, the description is the best one there is. */
function withReason(kind: Kind, content: LooseObject): LooseObject {
  const hasRoom = kind === "pattern" || kind === "requirement";
  const isFree = isBlank(content["rationale"]) && isBlank(content["why"]);
  // Otherwise the description is what the lesson says.
  return hasRoom && isFree && isWholeFor(kind, content)
    ? { ...content, rationale: content["description"] }
    : content;
}

function isWholeFor(kind: Kind, content: LooseObject): boolean {
  return askedOf[kind].asked.every((names) => names.some((name) => !isBlank(content[name])));
}

/** A level's name or a whole number; undefined when it is neither. */
function readPriority(value: unknown): number | undefined {
  const text = asText(value) ?? "";
  const level = parseLevel(text);
  if (level !== undefined) return priorityOfLevel[level];
  const number = /^\d{1,2}$/u.test(text) ? Number(text) : 0;
  return number >= priorities.lowest && number <= priorities.highest ? number : undefined;
}

function textsOf(value: unknown): readonly string[] {
  return (asList(value) ?? [value]).map(asText).filter((text) => text !== undefined);
}

import {
  type LooseObject,
  asList,
  asObject,
  asText,
  firstText,
  isBlank,
  present,
  quoted,
  withoutEmpty,
} from "../../lesson/outside/loose-json.ts";
import { readYaml } from "../../platform/yaml.ts";
import { mendYaml } from "./mend-yaml.ts";
import { dedent, isFence, isPlaceholder } from "./report-content.ts";
import {
  type ReadReport,
  type ReportNotes,
  type ReportedTriggers,
  finishDraft,
  readScope,
  readTags,
  readToolNames,
} from "./report.ts";
import { type Kind, bodyText, bodyValue, kinds } from "../../lesson/record/body.ts";
import { longestLine, priorities } from "../../lesson/record/lesson.ts";
import { parseLevel, priorityOfLevel } from "../../lesson/record/level.ts";
import { bodyTables, isWholeFor, namesFor, readForeignBody } from "../../lesson/outside/body.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { hasHiddenCharacters } from "../../redact/visible.ts";
import { injectionPoints } from "../../lesson/record/triggers.ts";

/** What stands between `[PROCESS_KNOWLEDGE]` and its end: YAML, perhaps in a code fence. */
export function readBlock(content: readonly string[]): ReadReport {
  const [first = "", ...below] = withoutOuterFence(content);
  // Lines stay lines, so that an error is at its place.
  const source = [first.trim(), ...dedent(below)].join("\n");
  if (source.trim() === "") return { problem: "it is empty", class: "incomplete" };
  if (isPlaceholder(source.trim())) return "placeholder";

  const yaml = readOrMend(source);
  if ("problem" in yaml) {
    const problem = `its YAML cannot be read: ${yaml.problem}`;
    return { problem, class: "malformed", line: yaml.line };
  }
  const object = asObject(yaml.value);
  if (object === undefined) return { problem: "it has no fields", class: "malformed" };
  const { fields, hasPlaceholder } = tidyFields(object);
  return hasPlaceholder && !saysSomething(fields) ? "placeholder" : readKnowledge(fields);
}

/** What stays unreadable is told as it was written. */
function readOrMend(source: string): ReturnType<typeof readYaml> {
  const yaml = readYaml(source);
  if (!("problem" in yaml)) return yaml;
  if (source.length > longestMended) return yaml;
  const mended = mendYaml(source);
  const again = mended === source ? yaml : readYaml(mended);
  return "problem" in again ? yaml : again;
}

/** Slips are of blocks that were written by hand; a hostile one is not read twice. */
const longestMended = 16 * 1024;

/** The fence may be around the YAML, or around the whole block with its end too early. Others belong to the texts. */
function withoutOuterFence(content: readonly string[]): readonly string[] {
  const fences = content.flatMap((line, index) => (isFence(line) ? [index] : []));
  const begin = content.findIndex((line) => line.trim() !== "");
  const isOpened = fences[0] === begin;
  const outer = new Set([
    ...(isOpened ? fences.slice(0, 1) : []),
    ...(isOpened || fences.length % 2 === 1 ? fences.slice(-1) : []),
  ]);
  return content.map((line, index) => (outer.has(index) ? "" : line));
}

/**
 * The fields of a block as a lesson. The content may stand under the name of its kind, as in a Triads
 * node, or beside the other fields. A block without a kind is a pattern, unless its content names one.
 */
function readKnowledge(fields: LooseObject): ReadReport {
  const named = firstText(fields, "type", "processtype", "kind");
  const known = named === undefined ? undefined : parseKind(named);
  const held = kinds.find((name) => !isBlank(fields[name]));
  const kind = known ?? held ?? (named === undefined ? "pattern" : undefined);
  if (kind === undefined) {
    return { problem: `its type ${quoted(named)} is unknown`, class: "malformed" };
  }

  const priority = readPriority(fields["priority"] ?? fields["level"]);
  const content = contentOf(fields, kind);
  const label = firstText(fields, "label", "summary", "title", "name");
  const body = readForeignBody(kind, {
    content: withReason(kind, content),
    node: { label, description: fields["description"] },
    priority: priority ?? 5,
    note: () => {},
  });
  // Of a kind that we know, only what is missing can be wrong.
  if ("problem" in body) return { ...body, class: "incomplete" };

  const read = finishDraft({
    ...body,
    ...readBlockTriggers(fields),
    title: label ?? asText(bodyValue(body.said.body, bodyTables[kind].title)) ?? kind,
    tags: readTags(textsOf(fields["tags"]).join("\n")),
    scope: readScope(asText(fields["scope"]) ?? ""),
    priority,
    isFull: known !== undefined && priority !== undefined && isWholeFor(kind, content),
  });
  const notes = readNotes(fields, bodyText(kind, body.said.body));
  return typeof read === "object" && "draft" in read && notes !== undefined
    ? { ...read, notes }
    : read;
}

/** Whether any field that some kind asks for is filled in, as far as a block differs from its own protocol. */
function saysSomething(fields: LooseObject): boolean {
  const contents = kinds.map((kind) => contentOf(fields, kind));
  const asked = kinds.flatMap((kind) => namesFor(kind, { areAsked: true }));
  return contents.some((content) => asked.some((name) => !isBlank(content[name])));
}

function contentOf(fields: LooseObject, kind: Kind): LooseObject {
  const given = fields[kind];
  const nested = asObject(given) ?? (isBlank(given) ? {} : { [bodyTables[kind].main]: given });
  const all: LooseObject = { ...fields, ...nested };
  return { ...all, format: asText(all["format"])?.toLowerCase() };
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

/** A level's name or a whole number; undefined when it is neither. */
function readPriority(value: unknown): number | undefined {
  const text = asText(value) ?? "";
  const level = parseLevel(text);
  if (level !== undefined) return priorityOfLevel[level];
  const number = /^\d{1,2}$/u.test(text) ? Number(text) : 0;
  return number >= priorities.lowest && number <= priorities.highest ? number : undefined;
}

/** A share of one, as Triads writes it. */
function readConfidence(value: unknown): number | undefined {
  const text = asText(value) ?? "";
  return /^(?:0?\.\d{1,4}|[01](?:\.\d{1,4})?)$/u.test(text) && Number(text) <= 1
    ? Number(text)
    : undefined;
}

/** What the body says already is not noted again. */
function readNotes(fields: LooseObject, said: string): ReportNotes | undefined {
  const line = (...names: readonly string[]) => {
    const text = firstText(fields, ...names);
    return text === undefined ? undefined : plainLine(text).slice(0, longestLine);
  };
  const description = line("description");
  const isNew = description !== undefined && !plainLine(said).includes(description);
  const notes = present({
    description: isNew ? description : undefined,
    evidence: line("evidence"),
    author: line("createdby", "author"),
    confidence: readConfidence(fields["confidence"]),
  });
  return Object.keys(notes).length === 0 ? undefined : notes;
}

function textsOf(value: unknown): readonly string[] {
  return (asList(value) ?? [value]).map(asText).filter((text) => text !== undefined);
}

/** A kind by any writing of its name: `CHECKLIST`, `Check-List`, and Devflow's `procedural`. */
function parseKind(text: string): Kind | undefined {
  const name = squeezed(text);
  return name === "procedural" ? "procedure" : kinds.find((kind) => kind === name);
}

/** `trigger_conditions`, `triggerConditions` and `Trigger conditions` are one name. */
function squeezed(name: string): string {
  return name.replaceAll(/[\s_-]/gu, "").toLowerCase();
}

/** The fields of a block under names that do not depend on the writing, and whether any was left unfilled. */
interface BlockFields {
  readonly fields: LooseObject;
  readonly hasPlaceholder: boolean;
}

function tidyFields(block: LooseObject): BlockFields {
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

/**
 * When a block wants its lesson delivered: Triads' `trigger_conditions` or our own names, in a field of
 * their own or beside the others. Expressions are not taken from an agent; `triggerText` is what it ran.
 */
function readBlockTriggers(fields: LooseObject): {
  readonly triggers: ReportedTriggers;
  readonly triggerText: string | undefined;
} {
  const given = [fields["triggerconditions"], fields["triggers"], fields["trigger"]];
  const all = Object.assign({}, fields, ...given.map(asObject).filter(Boolean)) as LooseObject;
  const texts = (...names: readonly string[]): readonly string[] => readLines(all, names);
  const points = texts("injecton");
  return {
    triggers: withoutEmpty({
      injectOn: injectionPoints.filter((point) => points.includes(point)),
      toolNames: readToolNames(texts("toolnames", "tools", "tool").join("\n")),
      pathPatterns: readGlobs(all, ["filepatterns", "pathpatterns"]),
      actionKeywords: texts("actionkeywords"),
      contextKeywords: texts("contextkeywords"),
      workflowNames: texts("triadnames", "workflownames"),
    }),
    triggerText: [...given, all["command"]].map(firstOf).find((text) => text !== undefined),
  };
}

function readLines(fields: LooseObject, names: readonly string[]): readonly string[] {
  return bounded(valuesOf(fields, names).map((value) => plainLine(asText(value) ?? "")));
}

/** Globs are code: not a character of them is changed, so one that hides something is left out. */
function readGlobs(fields: LooseObject, names: readonly string[]): readonly string[] {
  const globs = valuesOf(fields, names).filter((value) => typeof value === "string");
  return bounded(globs.filter((glob) => !hasHiddenCharacters(glob) && glob.trim() !== ""));
}

function valuesOf(fields: LooseObject, names: readonly string[]): readonly unknown[] {
  return names.flatMap((name) => asList(fields[name]) ?? [fields[name]]);
}

function bounded(texts: readonly string[]): readonly string[] {
  const fit = texts.filter((text) => text !== "" && text.length <= longestLine);
  return [...new Set(fit)].slice(0, mostEntries);
}

const mostEntries = 100;

function firstOf(value: unknown): string | undefined {
  return asText(asList(value)?.[0] ?? value);
}

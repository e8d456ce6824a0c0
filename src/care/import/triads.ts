import { bodyText } from "../../lesson/record/body.ts";
import type { LessonDraft, Instant } from "../../lesson/record/lesson.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";
import {
  confidenceColumn,
  gatherReading,
  instantColumn,
  priorityColumn,
  readEntry,
  readPriority,
  readQuote,
  watchedAgent,
  type ForeignReading,
  type SourceTable,
  type OpenEntry,
} from "../../lesson/outside/entry.ts";
import {
  asList,
  asObject,
  asText,
  firstText,
  isBlank,
  noteUnread,
  quoted,
  readPatterns,
  readTexts,
  withoutEmpty,
  type LooseObject,
} from "../../lesson/outside/loose-json.ts";
import { fnmatchGlobs } from "../../lesson/outside/fnmatch.ts";
import { bodyTables, namesFor, readForeignBody, type Said } from "../../lesson/outside/body.ts";
import { isSaid, shortSummary } from "../../lesson/outside/text.ts";

/**
 * A knowledge graph of Triads (ADR-002): nodes and links, where the `Concept` nodes with a
 * `process_type` are the lessons. The other nodes are knowledge of another sort and are not
 * counted. Undefined when it is no such graph.
 */
export function readTriads(
  document: unknown,
  fileName: string,
  now: Instant,
): ForeignReading | undefined {
  const graph = [asObject(document), asObject(asObject(document)?.["graph"])].find(isGraph);
  if (graph === undefined) return undefined;
  const outcomes = nodesOf(graph).flatMap((value, index) => {
    const node = asObject(value);
    if (node === undefined || !isProcess(node)) return [];
    const id = asText(node["id"]);
    const path = `${fileName}: nodes[${index}]`;
    const place = id === undefined ? path : `${path} (${shortSummary(id).summary})`;
    return [readEntry(nodeTable, node, { place, now })];
  });
  return gatherReading("triads", outcomes, { isReplaced: false });
}

function isGraph(graph: LooseObject | undefined): graph is LooseObject {
  if (graph === undefined || asList(graph["nodes"]) === undefined) return false;
  const hasLinks = [graph["links"], graph["edges"]].some((links) => asList(links) !== undefined);
  return hasLinks || nodesOf(graph).some((node) => isProcess(asObject(node) ?? {}));
}

function nodesOf(graph: LooseObject): readonly unknown[] {
  return asList(graph["nodes"]) ?? [];
}

function isProcess(node: LooseObject): boolean {
  return node["type"] === "Concept" && !isBlank(node["process_type"]);
}

/** Who made a node and how often it was confirmed is Triads' own bookkeeping. */
const nodeTable: SourceTable = {
  reference: ({ fields }) => asText(fields["id"]),
  body: { from: "process_type label description", read: readBody },
  stage: { from: "status deprecated deprecated_reason needs_validation", read: readStage },
  draft: {
    priority: priorityColumn,
    createdAt: instantColumn("created_at"),
    confidence: confidenceColumn(() => 0.85),
    triggers: { from: "trigger_conditions", read: readTriggers },
    validFrom: { from: "valid_from", read: (entry) => readBound(entry, "valid_from") },
    validUntil: { from: "valid_until", read: (entry) => readBound(entry, "valid_until") },
  },
  successor: { from: "superseded_by", read: (entry) => readBound(entry, "superseded_by") },
  evidence: { from: "description evidence", read: (entry, draft) => [tallyOf(entry, draft)] },
  unkept: "id type created_by",
};

/**
 * The content stands under the type's own name, with ADR-002's fields or with the other names that
 * real graphs have for them. Where it is not an object, it is the main field.
 */
function readBody({ fields: node, note }: OpenEntry) {
  const given = asText(node["process_type"])?.toLowerCase();
  const kind = processTypes.find((type) => type === given);
  if (kind === undefined)
    return { problem: `its process_type ${quoted(node["process_type"])} is unknown` };
  const content = asObject(node[kind]) ?? { [bodyTables[kind].main]: node[kind] };
  noteUnread(content, contentNames, note);
  const body = readForeignBody(kind, {
    node,
    content,
    priority: readPriority(node, () => {}),
    note,
  });
  if ("problem" in body) return body;
  const said = withRationale(body.said, firstText(node, "description"));
  const title = firstText(node, "label", "description") ?? bodyText(said.kind, said.body);
  return { said, title, alsoFrom: kind };
}

const processTypes = ["checklist", "pattern", "warning", "requirement"] as const;
const contentNames: ReadonlySet<string> = new Set(
  processTypes.flatMap((type) => namesFor(type, { areAsked: false })),
);

/** Where there is room for a reason, the description is the best one there is. */
function withRationale(said: Said, description: string | undefined): Said {
  if (description === undefined || isSaid(description, bodyText(said.kind, said.body))) return said;
  if (said.kind === "pattern" && said.body.rationale === undefined) {
    return { kind: said.kind, body: { ...said.body, rationale: description } };
  }
  if (said.kind === "requirement" && said.body.rationale === undefined) {
    return { kind: said.kind, body: { ...said.body, rationale: description } };
  }
  return said;
}

/** The state of a process node. Triads trusted nodes without one; a state that it never had is not trusted. */
function readStage({ fields: node, note }: OpenEntry): ReturnType<SourceTable["stage"]["read"]> {
  const given = isBlank(node["status"]) ? "active" : asText(node["status"])?.toLowerCase();
  if (given === "archived") return { status: "archived", archiveReason: "archived in Triads" };
  if (given === "deprecated" || !isBlank(node["deprecated"])) {
    const reason = asText(node["deprecated_reason"]);
    const because = reason === undefined ? "" : `: ${reason}`;
    return { status: "archived", archiveReason: `deprecated in Triads${because}` };
  }
  if (given === "draft") return { status: "candidate" };
  if (given !== "active") {
    note(`Its status ${quoted(node["status"])} is not one of Triads'; imported as a candidate.`);
    return { status: "candidate" };
  }
  if (isBlank(node["needs_validation"])) return { status: "active" };
  note("Triads marked it as not validated; imported as reviewed, waiting for you.");
  return { status: "reviewed" };
}

function readTriggers({ fields, note }: OpenEntry): Partial<Triggers> {
  const given = fields["trigger_conditions"];
  const conditions = asObject(given) ?? {};
  if (!isBlank(given) && given !== conditions)
    note(`Its triggers ${quoted(given)} cannot be read.`);
  noteUnread(conditions, conditionFields, note);
  // A star means any tool, which is what an empty list means here.
  const toolNames = readTexts(conditions, "tool_names", note).filter((name) => name !== "*");
  return withoutEmpty({
    toolNames,
    pathPatterns: [
      ...new Set(readPatterns(conditions, "file_patterns", note).flatMap(fnmatchGlobs)),
    ],
    actionKeywords: readTexts(conditions, "action_keywords", note),
    contextKeywords: readTexts(conditions, "context_keywords", note),
    workflowNames: readTexts(conditions, "triad_names", note),
  });
}

const conditionFields: ReadonlySet<string> = new Set(
  "tool_names file_patterns action_keywords context_keywords triad_names".split(" "),
);

/** Bounds are kept as they are written: a date, or a version that only the project understands. */
function readBound({ fields, note }: OpenEntry, name: string): string | undefined {
  const text = asText(fields[name]);
  if (text !== undefined) return text;
  if (!isBlank(fields[name])) note(`Its ${name} ${quoted(fields[name])} cannot be kept.`);
  return undefined;
}

/** A node exists because it was seen once; what it quotes is what the lesson does not say itself. */
function tallyOf({ fields, now, note }: OpenEntry, draft: LessonDraft) {
  const lessonText = `${draft.summary}\n${bodyText(draft.kind, draft.body)}`;
  const texts = [...readTexts(fields, "description", note), ...readTexts(fields, "evidence", note)];
  const unsaid = texts.filter((text) => !isSaid(text, lessonText));
  const counts = { occurrences: 1, sessions: 1, projects: 1 };
  const seen = { seenAt: draft.createdAt ?? now, quote: readQuote(unsaid, note) };
  return { is: "tally", agent: watchedAgent, ...counts, ...seen } as const;
}

import { bodyText } from "../../core/body.ts";
import type { LessonDraft } from "../../core/draft.ts";
import type { Tally } from "../../core/evidence.ts";
import type { Instant } from "../../core/lesson.ts";
import { isSlug } from "../../core/slug.ts";
import type { Triggers } from "../../core/triggers.ts";
import { isSaid } from "./already-said.ts";
import {
  watchedAgent,
  type ForeignEntry,
  type ForeignProblem,
  type Note,
} from "./foreign-entry.ts";
import {
  asObject,
  asText,
  firstText,
  isBlank,
  noteUnread,
  present,
  quoted,
  readPatterns,
  readTexts,
  withoutEmpty,
  type LooseObject,
} from "./loose-json.ts";
import { readInstant } from "./read-instant.ts";
import { readQuote } from "./read-quote.ts";
import { readConfidence, readPriority } from "./read-scores.ts";
import { shortSummary } from "./short-summary.ts";
import { summarise, type Said } from "./summarise.ts";
import { readProcessBody } from "./triads-body.ts";
import { readNodeStatus } from "./triads-status.ts";

/** One process node of a graph; `path` is where it stands in the file. */
export function readProcessNode(
  node: LooseObject,
  path: string,
  now: Instant,
): ForeignEntry | ForeignProblem {
  const remarks: string[] = [];
  const note: Note = (remark) => void remarks.push(remark);
  const reference = asText(node["id"]) ?? "";
  const place = reference === "" ? path : `${path} (${shortSummary(reference).summary})`;

  const priority = readPriority(node, 5, note);
  const body = readProcessBody(node, priority, note);
  if ("problem" in body) return { place, problem: body.problem };

  const said = withRationale(body.said, firstText(node, "description"));
  const title = firstText(node, "label", "description") ?? bodyText(said.kind, said.body);
  const createdAt = readInstant(node, "created_at", now, note);
  const draft: LessonDraft = {
    ...summarise(said, title, note),
    ...readNodeStatus(node, note),
    priority,
    confidence: readConfidence(node, 0.85, note),
    triggers: readTriggers(node, note),
    delivery: "advise",
    source: "imported",
    ...readValidity(node, note),
    ...present({ createdAt }),
  };
  noteUnread(node, new Set([...nodeFields, said.kind]), note);
  const evidence = [tallyOf(node, draft, createdAt ?? now, note)];
  return { place, reference, draft, evidence, remarks };
}

/** Who made a node and how often it was confirmed is Triads' own bookkeeping. */
const nodeFields: readonly string[] =
  `id type process_type label description priority confidence evidence status deprecated
   deprecated_reason needs_validation trigger_conditions valid_from valid_until superseded_by
   created_at created_by`.split(/\s+/u);

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

function readTriggers(node: LooseObject, note: Note): Partial<Triggers> {
  const given = node["trigger_conditions"];
  const conditions = asObject(given) ?? {};
  if (!isBlank(given) && given !== conditions)
    note(`Its triggers ${quoted(given)} cannot be read.`);
  noteUnread(conditions, conditionFields, note);
  // A star means any tool, which is what an empty list means here.
  const toolNames = readTexts(conditions, "tool_names", note).filter((name) => name !== "*");
  return withoutEmpty({
    toolNames,
    pathPatterns: readPatterns(conditions, "file_patterns", note),
    actionKeywords: readTexts(conditions, "action_keywords", note),
    contextKeywords: readTexts(conditions, "context_keywords", note),
    workflowNames: readTexts(conditions, "triad_names", note),
  });
}

const conditionFields: ReadonlySet<string> = new Set(
  "tool_names file_patterns action_keywords context_keywords triad_names".split(" "),
);

/** The bounds are kept as they are written: a date, or a version that only the project understands. */
function readValidity(node: LooseObject, note: Note) {
  const read = (name: string, isFit: (text: string) => boolean): string | undefined => {
    const text = asText(node[name]);
    if (text !== undefined && isFit(text)) return text;
    if (!isBlank(node[name])) note(`Its ${name} ${quoted(node[name])} cannot be kept.`);
    return undefined;
  };
  return present({
    validFrom: read("valid_from", () => true),
    validUntil: read("valid_until", () => true),
    // A node's id, which names the successor only as long as both are imported together.
    supersededBy: read("superseded_by", isSlug),
  });
}

/** A node exists because it was seen once; what it quotes is what the lesson does not say itself. */
function tallyOf(node: LooseObject, draft: LessonDraft, seenAt: Instant, note: Note): Tally {
  const lessonText = `${draft.summary}\n${bodyText(draft.kind, draft.body)}`;
  const texts = [...readTexts(node, "description", note), ...readTexts(node, "evidence", note)];
  const quote = readQuote(
    texts.filter((text) => !isSaid(text, lessonText)),
    note,
  );
  const counts = { occurrences: 1, sessions: 1, projects: 1 };
  return { is: "tally", agent: watchedAgent, ...counts, seenAt, ...present({ quote }) };
}

import type { Tally } from "../../lesson/record/history.ts";
import type { Instant } from "../../lesson/record/lesson.ts";
import type { Status } from "../../lesson/record/lifecycle.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import {
  confidenceColumn,
  gatherReading,
  instantColumn,
  readEntry,
  readInstant,
  readQuote,
  watchedAgent,
  type ForeignReading,
  type SourceTable,
  type OpenEntry,
} from "../../lesson/outside/entry.ts";
import {
  asCount,
  asObject,
  asText,
  isBlank,
  quoted,
  readTexts,
  type LooseObject,
  type Note,
} from "../../lesson/outside/loose-json.ts";
import type { Said } from "../../lesson/outside/body.ts";
import { joinTexts, labelledParts, readSteps } from "../../lesson/outside/text.ts";

/**
 * Devflow's learning log: an observation in each line of JSON. A line that is torn or is something
 * else becomes a problem. Undefined when no line at all is an observation.
 */
export function readDevflowLog(
  text: string,
  fileName: string,
  now: Instant,
): ForeignReading | undefined {
  // At 0x0A only: U+2028 ends a line for some splitters, and it is legal inside a JSON string.
  const lines = text
    .replace(/^\uFEFF/u, "")
    .split("\n")
    .map((line, index) => ({ place: `${fileName}:${index + 1}`, line: line.trim() }))
    .filter(({ line }) => line !== "")
    .map(({ place, line }) => ({ place, entry: asObject(parseJsonLine(line)) }));
  if (!lines.some(({ entry }) => entry !== undefined && isObservation(entry))) return undefined;
  const outcomes = lines.map(({ place, entry }) =>
    entry === undefined
      ? { place, problem: "it is not a complete JSON object" }
      : readEntry(observationTable, entry, { place, now }),
  );
  return gatherReading("devflow", outcomes, { isReplaced: false });
}

function isObservation(entry: LooseObject): boolean {
  if (asText(entry["id"])?.startsWith("obs_") === true) return true;
  return typeOf(entry) !== undefined && asText(entry["pattern"]) !== undefined;
}

type ObservationType = (typeof observationTypes)[number];
const observationTypes = ["workflow", "procedural", "decision", "pitfall"] as const;

function typeOf(entry: LooseObject): ObservationType | undefined {
  const given = asText(entry["type"])?.toLowerCase();
  return observationTypes.find((type) => type === given);
}

const observationTable: SourceTable = {
  reference: ({ fields }) => asText(fields["id"]),
  body: { from: "type pattern details", read: readBody },
  stage: { from: "status decisions_status", read: readStage },
  draft: {
    // Devflow has no priorities. What goes wrong weighs more than how things are done.
    priority: { from: "", read: ({ fields }) => (typeOf(fields) === "pitfall" ? 7 : 5) },
    confidence: confidenceColumn(() => 0.5),
    createdAt: instantColumn("first_seen created"),
  },
  evidence: {
    from: "evidence observations count last_seen",
    read: (entry, { createdAt }) => [tallyOf(entry, createdAt)],
  },
  unkept: "id quality_ok artifact_path mayBeStale staleReason",
  remark: noteMarks,
};

/** Details mostly name their parts (`context: …; decision: …`); where they do not, the title and the details are the two halves. */
function readBody({ fields, note }: OpenEntry) {
  const type = typeOf(fields);
  const title = asText(fields["pattern"]);
  const details = asText(fields["details"]);
  if (type === undefined)
    return { problem: `its type ${quoted(fields["type"])} is not one of Devflow's` };
  if (title === undefined) return { problem: "it has no pattern" };
  if (details === undefined) return { problem: "it has no details" };
  return { said: bodyReaders[type](title, details, note), title };
}

type BodyReader = (title: string, details: string, note: Note) => Said;

const bodyReaders: Readonly<Record<ObservationType, BodyReader>> = {
  decision: readDecision,
  pitfall: readPitfall,
  workflow: (title, details) => {
    const { ironLaw: _, ...body } = readSequence(title, details, sequenceLabels);
    return { kind: "workflow", body };
  },
  procedural: (title, details) => {
    const body = readSequence(title, details, [...sequenceLabels, "iron law"]);
    return { kind: "procedure", body };
  },
};

/** Devflow's own decision records have the rationale as their consequences. */
function readDecision(title: string, details: string): Said {
  const { opening, parts } = labelledParts(details, decisionLabels);
  if (parts.size === 0) return { kind: "decision", body: { context: details, decision: title } };
  const body = {
    context: joinTexts(opening, parts.get("context"), parts.get("alternatives")) ?? title,
    decision: parts.get("decision") ?? title,
    consequences: joinTexts(parts.get("consequences"), parts.get("rationale")),
    area: parts.get("area"),
  };
  return { kind: "decision", body };
}

const decisionLabels = ["context", "decision", "rationale", "consequences", "alternatives", "area"];

function readPitfall(title: string, details: string, note: Note): Said {
  const { opening, parts } = labelledParts(details, pitfallLabels);
  const issue = joinTexts(parts.get("issue"), parts.get("problem"), parts.get("mistake"));
  const fix = joinTexts(parts.get("resolution"), parts.get("solution"), parts.get("fix"));
  if (issue === undefined && fix === undefined)
    return { kind: "pitfall", body: { mistake: title, remediation: details } };
  const body = {
    mistake: joinTexts(opening, issue) ?? title,
    remediation: fix ?? title,
    area: parts.get("area"),
    impact: parts.get("impact"),
  };
  if (fix === undefined) note("Its details name no resolution; its title is used instead.");
  return { kind: "pitfall", body };
}

const pitfallLabels = "area issue problem mistake impact resolution solution fix".split(" ");

function readSequence(title: string, details: string, labels: readonly string[]) {
  const { opening, parts } = labelledParts(details, labels);
  const labelled = parts.get("steps");
  const { steps, opening: lead } = readSteps(labelled ?? (opening === "" ? details : opening));
  const use = joinTexts(parts.get("when to use"), parts.get("when"), parts.get("trigger"));
  const before = joinTexts(labelled === undefined ? undefined : opening, lead);
  const beside = use === undefined ? undefined : before;
  return {
    description: joinTexts(parts.get("description"), beside) ?? title,
    whenToUse: use ?? before ?? title,
    ironLaw: parts.get("iron law"),
    steps,
  };
}

const sequenceLabels = ["description", "when to use", "when", "trigger", "steps"];

function readStage({ fields, note }: OpenEntry): ReturnType<SourceTable["stage"]["read"]> {
  const given = asText(fields["status"])?.toLowerCase() ?? "";
  // The record that was rendered from it may be retired while the observation still says "created".
  const record = asText(fields["decisions_status"])?.toLowerCase() ?? "";
  const retired = [given, record].find((status) => retiredStatuses.has(status));
  if (retired !== undefined) return { status: "archived", archiveReason: `${retired} in Devflow` };
  const status = statuses.get(given);
  if (status === undefined) {
    note(
      `Its status ${quoted(fields["status"])} is not one of Devflow's; imported as a candidate.`,
    );
  }
  return { status: status ?? "candidate" };
}

const statuses: ReadonlyMap<string, Status> = new Map<string, Status>([
  ["observing", "candidate"],
  ["ready", "reviewed"],
  ["created", "active"],
]);
const retiredStatuses: ReadonlySet<string> = new Set(["deprecated", "superseded", "retired"]);

function noteMarks({ fields, note }: OpenEntry): void {
  const path = asText(fields["artifact_path"]);
  if (path !== undefined) note(`Devflow wrote it to ${quoted(path)}; that file is unchanged.`);
  if (fields["quality_ok"] === false) note("Devflow rated it not good enough to promote.");
  if (!isBlank(fields["mayBeStale"])) {
    note(`Devflow had marked it as possibly out of date: ${quoted(fields["staleReason"])}.`);
  }
}

/** Devflow counts observations and keeps one log per project, so there was a session and a project. */
function tallyOf({ fields, now, note }: OpenEntry, firstSeenAt: Instant | undefined): Tally {
  const observations = asCount(fields["observations"]) ?? asCount(fields["count"]) ?? 1;
  return {
    is: "tally",
    agent: watchedAgent,
    occurrences: Math.max(1, observations),
    sessions: 1,
    projects: 1,
    firstSeenAt,
    seenAt: readInstant(fields, "last_seen", now, note) ?? firstSeenAt ?? now,
    quote: readQuote(readTexts(fields, "evidence", note), note),
  };
}

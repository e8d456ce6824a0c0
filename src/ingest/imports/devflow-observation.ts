import type { LessonDraft } from "../../core/draft.ts";
import type { Tally } from "../../core/evidence.ts";
import type { Instant } from "../../core/lesson.ts";
import type { Status } from "../../core/lifecycle.ts";
import { observationTypes, readObservationBody, type ObservationType } from "./devflow-body.ts";
import {
  watchedAgent,
  type ForeignEntry,
  type ForeignProblem,
  type Note,
} from "./foreign-entry.ts";
import {
  asCount,
  asObject,
  asText,
  isBlank,
  noteUnread,
  present,
  quoted,
  readTexts,
  type LooseObject,
} from "./loose-json.ts";
import { readInstant } from "./read-instant.ts";
import { readQuote } from "./read-quote.ts";
import { readConfidence } from "./read-scores.ts";
import { summarise } from "./summarise.ts";

/** One line of the log. */
export function readObservation(
  value: unknown,
  place: string,
  now: Instant,
): ForeignEntry | ForeignProblem {
  const entry = asObject(value);
  if (entry === undefined) return { place, problem: "it is not a whole JSON object" };
  const type = observationType(entry);
  const title = asText(entry["pattern"]);
  const details = asText(entry["details"]);
  if (type === undefined)
    return { place, problem: `its type ${quoted(entry["type"])} is not one of Devflow's` };
  if (title === undefined) return { place, problem: "it has no pattern" };
  if (details === undefined) return { place, problem: "it has no details" };

  const remarks: string[] = [];
  const note: Note = (remark) => void remarks.push(remark);
  const firstSeenAt =
    readInstant(entry, "first_seen", now, note) ?? readInstant(entry, "created", now, note);
  const draft: LessonDraft = {
    ...summarise(readObservationBody(type, { title, details, note }), title, note),
    ...readStatus(entry, note),
    // Devflow has no priorities. What goes wrong weighs more than how things are done.
    priority: type === "pitfall" ? 7 : 5,
    confidence: readConfidence(entry, 0.5, note),
    delivery: "advise",
    source: "imported",
    ...present({ createdAt: firstSeenAt }),
  };
  noteMarks(entry, note);
  noteUnread(entry, readFields, note);
  const evidence = [tallyOf(entry, firstSeenAt, now, note)];
  return { place, reference: asText(entry["id"]) ?? "", draft, evidence, remarks };
}

export function observationType(entry: LooseObject): ObservationType | undefined {
  const given = asText(entry["type"])?.toLowerCase();
  return observationTypes.find((type) => type === given);
}

const readFields: ReadonlySet<string> = new Set(
  `id type pattern details evidence confidence observations count first_seen created last_seen
   status decisions_status quality_ok artifact_path mayBeStale staleReason`.split(/\s+/u),
);

function readStatus(
  entry: LooseObject,
  note: Note,
): { readonly status: Status; readonly archiveReason?: string } {
  const given = asText(entry["status"])?.toLowerCase() ?? "";
  // The record that was rendered from it may be retired while the observation still says "created".
  const record = asText(entry["decisions_status"])?.toLowerCase() ?? "";
  const retired = [given, record].find((status) => retiredStatuses.has(status));
  if (retired !== undefined) return { status: "archived", archiveReason: `${retired} in Devflow` };
  const status = statuses.get(given);
  if (status === undefined) {
    note(
      `Its status ${quoted(entry["status"])} is not one of Devflow's, so it comes in as a candidate.`,
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

function noteMarks(entry: LooseObject, note: Note): void {
  const path = asText(entry["artifact_path"]);
  if (path !== undefined) note(`Devflow wrote it to ${quoted(path)}; that file stays as it is.`);
  if (entry["quality_ok"] === false) note("Devflow had found it not good enough to promote.");
  if (!isBlank(entry["mayBeStale"])) {
    note(`Devflow had marked it as possibly out of date: ${quoted(entry["staleReason"])}.`);
  }
}

/** Devflow counts observations and keeps one log per project, so there was a session and a project. */
function tallyOf(
  entry: LooseObject,
  firstSeenAt: Instant | undefined,
  now: Instant,
  note: Note,
): Tally {
  const observations = asCount(entry["observations"]) ?? asCount(entry["count"]) ?? 1;
  const quote = readQuote(readTexts(entry, "evidence", note), note);
  return {
    is: "tally",
    agent: watchedAgent,
    occurrences: Math.max(1, observations),
    sessions: 1,
    projects: 1,
    ...present({ firstSeenAt }),
    seenAt: readInstant(entry, "last_seen", now, note) ?? firstSeenAt ?? now,
    ...present({ quote }),
  };
}

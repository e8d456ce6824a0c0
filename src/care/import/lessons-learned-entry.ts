import { bodyText } from "../../lesson/record/body.ts";
import { type LessonDraft, type Flag, parseScope, type Scope } from "../../lesson/record/lesson.ts";
import type { Evidence, Sighting } from "../../lesson/record/history.ts";
import { isSlug } from "../../lesson/record/slug.ts";
import { parseTag, sortTags, type Tag } from "../../lesson/record/tag.ts";
import { isUlid } from "../../lesson/record/ulid.ts";
import {
  confidenceColumn,
  instantColumn,
  priorityColumn,
  readQuote,
  watchedAgent,
  type SourceTable,
  type OpenEntry,
} from "../../lesson/outside/entry.ts";
import { readLessonTriggers } from "./lessons-learned-triggers.ts";
import {
  asCount,
  asText,
  firstText,
  isBlank,
  quoted,
  readTexts,
  type LooseObject,
  type Note,
} from "../../lesson/outside/loose-json.ts";
import { unknownRemediation, type Said } from "../../lesson/outside/body.ts";
import { isSaid, joinFields, joinTexts, saidIn } from "../../lesson/outside/text.ts";

/** One lesson, candidate or manifest entry: they differ in what is left out, not in what the fields mean. */
export const lessonTable: SourceTable = {
  reference: (entry) => idOf(entry) ?? asText(entry.fields["slug"]),
  body: {
    from: "summary mistake problem remediation fix solution injection message blockReason",
    read: readBody,
  },
  stage: { from: "status disabled archiveReason needsReview", read: readStage },
  draft: {
    // Their ids and slugs have the shape of ours, so both are kept: what people typed stays what they type.
    id: { from: "id", read: readId },
    slug: { from: "slug", read: readSlug },
    createdAt: instantColumn("createdAt timestamp"),
    updatedAt: instantColumn("updatedAt"),
    priority: priorityColumn,
    confidence: confidenceColumn(({ isCandidate }) => (isCandidate === true ? 0.4 : 0.85)),
    tags: { from: "tags", read: readTags },
    scope: { from: "scope", read: readScope },
    triggers: {
      from: `triggers injectOn sessionStart toolNames tool trigger commandPatterns pathPatterns
        contentPatterns commandRegexSources contentRegexSources pathRegexSources`,
      read: (entry) => readLessonTriggers(entry.fields, nameToType(entry), entry.note),
    },
    reviewedAt: instantColumn("reviewedAt"),
  },
  evidence: {
    from: "sourceSessionIds sessionId occurrenceCount sessionCount projectCount",
    read: readEvidence,
  },
  // The content hash is ours to compute; `source` and `type` say how it was found or shown, not what it is.
  unkept: "block contentHash source type",
  remark: noteHold,
};

/**
 * All of the documents' names for the two halves are read. A manifest may have neither: then the
 * summary and the text that it injected stand in for them.
 */
function readBody({ fields, isCandidate, note }: OpenEntry) {
  const summary = asText(fields["summary"]);
  const given = joinFields(fields, "mistake", "problem");
  const mistake = given ?? summary;
  if (mistake === undefined) {
    return { problem: "it does not say what goes wrong (mistake or problem)" };
  }

  const advice =
    joinFields(fields, "remediation", "fix", "solution") ?? injectedAdvice(fields, note);
  if (advice === undefined && isCandidate !== true) {
    return { problem: "it does not say what to do instead (remediation, fix or solution)" };
  }
  if (given === undefined) note("It does not say what goes wrong; its summary is used instead.");
  if (advice === undefined) {
    note("It does not say what to do instead. Add that when you review it.");
  }
  const instead = advice ?? unknownRemediation;
  const remediation = joinTexts(instead, asText(fields["blockReason"])) ?? instead;
  const said: Said = { kind: "pitfall", body: { mistake, remediation } };
  const flags: readonly Flag[] = advice === undefined ? ["needsHumanFix"] : [];
  return { said, title: summary ?? mistake, flags };
}

function injectedAdvice(fields: LooseObject, note: Note): string | undefined {
  const injection = firstText(fields, "injection", "message");
  const advice = asText(injection?.replace(/^#.*(?:\n|$)/u, ""));
  if (advice !== undefined) {
    note("It does not say what to do instead; its injected text is used.");
  }
  return advice;
}

/** The source's state. What nobody confirmed never comes in as active, whatever else the entry says. */
function readStage({
  fields,
  isCandidate,
  note,
}: OpenEntry): ReturnType<SourceTable["stage"]["read"]> {
  const given = isBlank(fields["status"]) ? "active" : asText(fields["status"])?.toLowerCase();
  if (given === "archived" || given === "disabled" || fields["disabled"] === true) {
    const reason = `${given === "archived" ? given : "disabled"} in lessons-learned`;
    return { status: "archived", archiveReason: asText(fields["archiveReason"]) ?? reason };
  }
  if (isCandidate === true || given === "candidate") return { status: "candidate" };
  if (given === "reviewed" || !isBlank(fields["needsReview"])) return { status: "reviewed" };
  if (given === "active") return { status: "active" };
  note(`Its status ${quoted(fields["status"])} is unknown; imported as reviewed.`);
  return { status: "reviewed" };
}

function idOf({ fields, key }: OpenEntry): string | undefined {
  return asText(fields["id"]) ?? asText(key);
}

function readId(entry: OpenEntry): string | undefined {
  const id = idOf(entry);
  if (id === undefined || isUlid(id)) return id;
  entry.note(`Its id ${quoted(id)} is not a ULID; it gets a new id.`);
  return undefined;
}

function readSlug({ fields, note }: OpenEntry): string | undefined {
  const slug = asText(fields["slug"]);
  if (slug === undefined || isSlug(slug)) return slug;
  note(`Its slug ${quoted(slug)} is not valid here; it gets a new slug.`);
  return undefined;
}

/** What a person types for it in a command. */
function nameToType({ fields }: OpenEntry): string {
  const slug = asText(fields["slug"]);
  return slug !== undefined && isSlug(slug) ? slug : "<slug>";
}

function readScope(entry: OpenEntry): Scope | undefined {
  const { fields, note } = entry;
  if (isBlank(fields["scope"])) return undefined;
  const scope = parseScope(asText(fields["scope"]) ?? "");
  if (scope === undefined) {
    note(
      `Its scope ${quoted(fields["scope"])} is unknown; it applies everywhere until you set one: \`lessons edit ${nameToType(entry)} scope\`.`,
    );
  }
  return scope;
}

function readTags({ fields, note }: OpenEntry): readonly Tag[] {
  const texts = readTexts(fields, "tags", note).flatMap((text) => text.split(","));
  const given = texts.map((text) => text.trim()).filter((text) => text !== "");
  const unknown = given.filter((text) => parseTag(text) === undefined);
  if (unknown.length > 0) {
    note(`Unknown tags left out: ${unknown.map(quoted).join(", ")}.`);
  }
  return sortTags(given.map(parseTag).filter((tag) => tag !== undefined));
}

/** A refusal is set by a person only, so an import never brings one. */
function noteHold(entry: OpenEntry): void {
  const { fields, note } = entry;
  const isHeld =
    !isBlank(fields["block"]) || !isBlank(fields["blockReason"]) || fields["type"] === "guard";
  if (!isHeld) return;
  note(
    `It used to block the call; here it advises. To hold the call: \`lessons edit ${nameToType(entry)} delivery hold\`.`,
  );
}

/**
 * A sighting for each session that is named, so that a later scan of the same session does not
 * count it again, and a tally for what is only a number. Texts that have no field of their own
 * are quoted there.
 */
function readEvidence(entry: OpenEntry, draft: LessonDraft): readonly Evidence[] {
  const { fields, now, note } = entry;
  const quote = readQuote(unsaidTexts(fields, draft), note);
  const seenAt = draft.updatedAt ?? draft.createdAt ?? now;
  const named = [
    ...readTexts(fields, "sourceSessionIds", note),
    ...readTexts(fields, "sessionId", note),
  ];
  const sightings = [...new Set(named)].map((sessionId): Sighting => ({
    is: "sighting",
    agent: watchedAgent,
    sessionId,
    seenAt,
  }));
  const { occurrences, sessions, projects } = countUnnamed(entry, sightings.length);
  if (occurrences > 0) {
    const counts = { occurrences, sessions, projects };
    return [...sightings, { is: "tally", agent: watchedAgent, ...counts, seenAt, quote }];
  }
  if (projects > 1) note(`It was seen in ${projects} projects, which the file does not name.`);
  const [first, ...others] = sightings;
  if (first !== undefined) return [{ ...first, quote }, ...others];
  if (quote !== undefined) note(`No count exists for this, so it is not kept: ${quote}`);
  return [];
}

/** What the counts say beyond the sessions that are named. */
function countUnnamed({ fields, isCandidate }: OpenEntry, named: number) {
  // A candidate exists because it was seen; a lesson may have been written by hand.
  const seen = Math.max(isCandidate === true ? 1 : 0, asCount(fields["occurrenceCount"]) ?? 0);
  const inSessions = asCount(fields["sessionCount"]) ?? 0;
  const occurrences = Math.max(seen, inSessions) - named;
  const isUnnamed = occurrences > 0 && named === 0;
  return {
    occurrences,
    sessions: Math.max(inSessions - named, isUnnamed ? 1 : 0),
    projects: asCount(fields["projectCount"]) ?? (isUnnamed ? 1 : 0),
  };
}

function unsaidTexts(fields: LooseObject, draft: LessonDraft): readonly string[] {
  const lessonText = `${draft.summary}\n${bodyText(draft.kind, draft.body)}`;
  const trigger = asText(fields["trigger"]);
  const injection = unsaidInjection(fields, lessonText);
  return [
    ...(trigger === undefined || isSaid(trigger, lessonText) ? [] : [`Trigger: ${trigger}`]),
    ...(injection === undefined ? [] : [`Shown before: ${injection}`]),
  ];
}

/** The lines of what the old hook showed that the lesson does not say itself. */
function unsaidInjection(fields: LooseObject, lessonText: string): string | undefined {
  const injection = firstText(fields, "injection", "message") ?? "";
  const isInLesson = saidIn(lessonText);
  const lines = new Set(injection.split("\n").map((line) => line.replace(decoration, "").trim()));
  return asText([...lines].filter((line) => !isInLesson(line)).join("\n"));
}

/** `## Lesson: ` and `**Fix**: ` are how the old builder dressed up the fields. */
const decoration = /^(?:#+ *)?(?:Lesson: *|\*\*Fix\*\*: *)?/u;

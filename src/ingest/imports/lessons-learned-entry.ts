import type { LessonDraft } from "../../core/draft.ts";
import type { Instant } from "../../core/lesson.ts";
import { parseScope, type Scope } from "../../core/scope.ts";
import { isSlug } from "../../core/slug.ts";
import { parseTag, sortTags, type Tag } from "../../core/tag.ts";
import { isUlid } from "../../core/ulid.ts";
import type { ForeignEntry, ForeignProblem, Note } from "./foreign-entry.ts";
import { readLessonBody } from "./lessons-learned-body.ts";
import { readLessonEvidence } from "./lessons-learned-evidence.ts";
import { readLessonStatus } from "./lessons-learned-status.ts";
import { readLessonTriggers } from "./lessons-learned-triggers.ts";
import {
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
import { readConfidence, readPriority } from "./read-scores.ts";
import { summarise } from "./summarise.ts";

export interface EntryOrigin {
  readonly place: string;
  /** The ULID under which a manifest keeps it, or "". */
  readonly key: string;
  readonly isCandidate: boolean;
  readonly now: Instant;
}

/** One lesson, candidate or manifest entry: they differ in what is left out, not in what the fields mean. */
export function readLessonEntry(
  value: unknown,
  origin: EntryOrigin,
): ForeignEntry | ForeignProblem {
  const { place, now, isCandidate } = origin;
  const entry = asObject(value);
  if (entry === undefined) return { place, problem: "it is not an object" };

  const remarks: string[] = [];
  const note: Note = (remark) => void remarks.push(remark);
  const body = readLessonBody(entry, isCandidate, note);
  if ("problem" in body) return { place, problem: body.problem };

  const id = asText(entry["id"]) ?? asText(origin.key);
  const slug = asText(entry["slug"]);
  const ours = readIdentity(id, slug, note);
  const nameToType = ours.slug ?? "<slug>";
  const createdAt =
    readInstant(entry, "createdAt", now, note) ?? readInstant(entry, "timestamp", now, note);
  const updatedAt = readInstant(entry, "updatedAt", now, note);
  const draft: LessonDraft = {
    ...summarise(body.said, body.title, note),
    ...ours,
    ...readLessonStatus(entry, isCandidate, note),
    priority: readPriority(entry, 5, note),
    confidence: readConfidence(entry, isCandidate ? 0.4 : 0.85, note),
    tags: readTags(entry, note),
    ...present({ scope: readScope(entry, nameToType, note) }),
    triggers: readLessonTriggers(entry, nameToType, note),
    delivery: "advise",
    source: "imported",
    flags: body.flags,
    ...present({ createdAt, updatedAt, reviewedAt: readInstant(entry, "reviewedAt", now, note) }),
  };
  noteHold(entry, nameToType, note);
  noteUnread(entry, readFields, note);
  const seen = { draft, seenAt: updatedAt ?? createdAt ?? now, isCandidate };
  const evidence = readLessonEvidence(entry, seen, note);
  return { place, reference: id ?? slug ?? "", draft, evidence, remarks };
}

/** Their ids and slugs have the shape of ours, so both are kept: what people typed stays what they type. */
function readIdentity(id: string | undefined, slug: string | undefined, note: Note) {
  const ours = {
    id: id !== undefined && isUlid(id) ? id : undefined,
    slug: slug !== undefined && isSlug(slug) ? slug : undefined,
  };
  if (id !== ours.id) note(`Its id ${quoted(id)} is not a ULID, so it gets a new one.`);
  if (slug !== ours.slug)
    note(`Its slug ${quoted(slug)} cannot be one of ours, so it gets a new one.`);
  return present(ours);
}

function readScope(entry: LooseObject, slug: string, note: Note): Scope | undefined {
  if (isBlank(entry["scope"])) return undefined;
  const scope = parseScope(asText(entry["scope"]) ?? "");
  if (scope === undefined) {
    note(
      `Its scope ${quoted(entry["scope"])} is not one of ours, so it holds everywhere until you set one: \`lessons edit ${slug} scope\`.`,
    );
  }
  return scope;
}

function readTags(entry: LooseObject, note: Note): readonly Tag[] {
  const texts = readTexts(entry, "tags", note).flatMap((text) => text.split(","));
  const given = texts.map((text) => text.trim()).filter((text) => text !== "");
  const unknown = given.filter((text) => parseTag(text) === undefined);
  if (unknown.length > 0) {
    note(`Left out, because they are not tags of ours: ${unknown.map(quoted).join(", ")}.`);
  }
  return sortTags(given.map(parseTag).filter((tag) => tag !== undefined));
}

/** A refusal is set by a person only, so an import never brings one. */
function noteHold(entry: LooseObject, slug: string, note: Note): void {
  const isHeld =
    !isBlank(entry["block"]) || !isBlank(entry["blockReason"]) || entry["type"] === "guard";
  if (!isHeld) return;
  note(
    `It used to block the call; here it advises. To hold the call: \`lessons edit ${slug} delivery hold\`.`,
  );
}

/** The content hash is ours to compute; `source` and `type` say how it was found or shown, not what it is. */
const readFields: ReadonlySet<string> = new Set(
  `id slug status disabled archiveReason needsReview scope tags priority confidence
   summary mistake problem remediation fix solution injection message block blockReason
   triggers injectOn sessionStart toolNames tool trigger commandPatterns pathPatterns
   contentPatterns commandRegexSources contentRegexSources pathRegexSources
   sourceSessionIds sessionId occurrenceCount sessionCount projectCount
   createdAt updatedAt reviewedAt timestamp contentHash source type`.split(/\s+/u),
);

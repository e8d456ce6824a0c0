import { bodyText } from "../../core/body.ts";
import type { LessonDraft } from "../../core/draft.ts";
import type { Evidence, Sighting } from "../../core/evidence.ts";
import type { Instant } from "../../core/lesson.ts";
import { isSaid } from "./already-said.ts";
import { watchedAgent, type Note } from "./foreign-entry.ts";
import { unsaidInjection } from "./lessons-learned-body.ts";
import { asCount, asText, present, readTexts, type LooseObject } from "./loose-json.ts";
import { readQuote } from "./read-quote.ts";

/**
 * A sighting for each session that is named, so that a later scan of the same session does not
 * count it again, and a tally for what is only a number. Texts that have no field of their own
 * are quoted there.
 */
export function readLessonEvidence(
  entry: LooseObject,
  { draft, seenAt, isCandidate }: EvidenceSource,
  note: Note,
): readonly Evidence[] {
  const quote = present({ quote: readQuote(unsaidTexts(entry, draft), note) });
  const named = [
    ...readTexts(entry, "sourceSessionIds", note),
    ...readTexts(entry, "sessionId", note),
  ];
  const sightings = [...new Set(named)].map((sessionId): Sighting => ({
    is: "sighting",
    agent: watchedAgent,
    sessionId,
    seenAt,
  }));
  const { occurrences, sessions, projects } = countUnnamed(entry, sightings.length, isCandidate);
  if (occurrences > 0) {
    const counts = { occurrences, sessions, projects };
    return [...sightings, { is: "tally", agent: watchedAgent, ...counts, seenAt, ...quote }];
  }
  if (projects > 1) note(`It was seen in ${projects} projects, which the file does not name.`);
  const [first, ...others] = sightings;
  if (first !== undefined) return [{ ...first, ...quote }, ...others];
  if (quote.quote !== undefined) note(`Nobody counted it, so this is not kept: ${quote.quote}`);
  return [];
}

export interface EvidenceSource {
  readonly draft: LessonDraft;
  readonly seenAt: Instant;
  readonly isCandidate: boolean;
}

/** What the counts say beyond the sessions that are named. */
function countUnnamed(entry: LooseObject, named: number, isCandidate: boolean) {
  // A candidate exists because it was seen; a lesson may have been written by hand.
  const seen = Math.max(isCandidate ? 1 : 0, asCount(entry["occurrenceCount"]) ?? 0);
  const inSessions = asCount(entry["sessionCount"]) ?? 0;
  const occurrences = Math.max(seen, inSessions) - named;
  const isUnnamed = occurrences > 0 && named === 0;
  return {
    occurrences,
    sessions: Math.max(inSessions - named, isUnnamed ? 1 : 0),
    projects: asCount(entry["projectCount"]) ?? (isUnnamed ? 1 : 0),
  };
}

function unsaidTexts(entry: LooseObject, draft: LessonDraft): readonly string[] {
  const lessonText = `${draft.summary}\n${bodyText(draft.kind, draft.body)}`;
  const trigger = asText(entry["trigger"]);
  const injection = unsaidInjection(entry, lessonText);
  return [
    ...(trigger === undefined || isSaid(trigger, lessonText) ? [] : [`Trigger: ${trigger}`]),
    ...(injection === undefined ? [] : [`Shown before: ${injection}`]),
  ];
}

import { holdsFor } from "../../lesson/record/scope.ts";
import { keepLesson, storeChange } from "../../lesson/change.ts";
import { fieldEdits, hashed } from "../../lesson/edit.ts";
import { makeLesson } from "../../lesson/add.ts";
import { soundDraft } from "../../lesson/draft.ts";
import { bodyFields } from "../../lesson/record/body.ts";
import type { LessonDraft, Lesson, LessonId } from "../../lesson/record/lesson.ts";
import type { Sighting } from "../../lesson/record/history.ts";
import { addHistory, countsOf } from "../../lesson/table/history.ts";
import { findByContentHash, lessonNumber } from "../../lesson/table/lessons.ts";
import type { Context } from "../../platform/context.ts";
import { queryOne, type Database } from "../../platform/database/database.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import { redactTexts, type Redact } from "../../redact/redact.ts";
import { factLessonOf } from "./fact-of-observation.ts";
import {
  isCalledPoor,
  isCleared,
  isObserved,
  noteObservation,
  observationsIn,
} from "./observations.ts";
import { matchObservation, namedObservation, type MatchOptions } from "./match-observation.ts";
import type { AnsweredObservation } from "./read-answer.ts";
import { weighObservation } from "./settle-observations.ts";

/** What a model found, with the sessions in which it did. */
export interface FoundObservation {
  readonly answered: AnsweredObservation;
  readonly sightings: readonly Sighting[];
  /** The lesson that the model takes it for. */
  readonly sameAs?: LessonId | undefined;
}

export interface KeptObservations {
  readonly created: readonly Lesson[];
  /** Known before, and seen in a session in which it was not seen yet. */
  readonly grown: readonly Lesson[];
}

/**
 * Keeps what was found, inside the caller's transaction: what is known grows by the sessions, what is not becomes a
 * candidate. Neither the order nor saying it twice makes a difference to how often a thing was seen. Two items of one answer
 * are two things, however alike they sound: the model saw them side by side. They meet only in a lesson that both name, or
 * when they are the same to the letter.
 */
export function keepObservations(
  context: Context,
  place: LearningPlace,
  found: readonly FoundObservation[],
  redact: Redact,
): KeptObservations {
  const created = new Map<LessonId, Lesson>();
  const grown = new Map<LessonId, Lesson>();
  const items = found.map((observation) => ({
    observation,
    lesson: lessonFrom(context, place, observation.answered, redact),
  }));
  const known = knownObservations(context, place);
  const named = items.flatMap(
    ({ lesson, observation }) => namedObservation(lesson, known, observation.sameAs)?.id ?? [],
  );
  const taken = new Set(named);
  for (const { observation, lesson } of items) {
    const same =
      knownLesson(context, place, lesson, { sameAs: observation.sameAs, taken }) ??
      joinedFact(context, lesson, observation, taken);
    const isGrown =
      same !== undefined && grow(context, same, { found: lesson, ...observation }, redact);
    const kept = same ?? create(context, lesson, observation, redact);
    taken.add(kept.id);
    if (same === undefined) created.set(kept.id, kept);
    else if (isGrown && !created.has(kept.id)) grown.set(kept.id, kept);
  }
  return { created: [...created.values()], grown: [...grown.values()] };
}

/**
 * The lesson of the fact that an observation is about: one candidate, with the words of the model and the trigger and sightings of
 * the log. What a person has decided about keeps its words, and so does what the agent itself reported. Words that the model
 * calls poor replace nothing.
 */
function joinedFact(
  { database, system }: Context,
  found: Lesson,
  { sightings, answered }: FoundObservation,
  taken: ReadonlySet<LessonId>,
): Lesson | undefined {
  const fact = factLessonOf(database, found, sightings);
  if (fact === undefined || taken.has(fact.lesson.id)) return undefined;
  const { lesson, isTouched } = fact;
  const isOurs = !isTouched && lesson.source === "heuristic" && lesson.kind === "pitfall";
  if (!isOurs || !answered.quality_ok) return lesson;
  const at = system.now();
  const flags = lesson.flags.filter((flag) => flag !== "needsHumanFix" && flag !== "maybe");
  const { summary, body } = found;
  // Both are pitfalls.
  const told = { ...lesson, summary, body, flags, source: "llm", updatedAt: at } as Lesson;
  const after = hashed(told);
  if (findByContentHash(database, after.contentHash) !== undefined) return lesson;
  const fields = ["summary", "mistake", "remediation"];
  const edits = fieldEdits(lesson, after, fields, { at, by: "model" });
  storeChange(database, { before: lesson, after, edits, transitions: [] });
  return after;
}

/** It says what the model says, and nothing else: no slug, no state, no trigger, no scope of the model's choice. */
function lessonFrom(
  { system }: Context,
  { scope }: LearningPlace,
  { kind, summary, body }: AnsweredObservation,
  redact: Redact,
): Lesson {
  const said = { kind, ...redactTexts({ summary, body }, redact) } as LessonDraft;
  // Without a fact there is no trigger: it is a line of the index, rendered and looked up, and never pushed at a start.
  const { triggers: _none, ...sound } = soundDraft(said);
  const draft: LessonDraft = { ...sound, scope };
  return makeLesson(
    draft,
    { status: "candidate", by: "model", priority: 5, confidence: 0, source: "llm" },
    system,
  );
}

/** Here or everywhere; what another project does is another thing. What was cleared begins anew. */
function knownObservations({ database }: Context, { scope }: LearningPlace): readonly Lesson[] {
  return observationsIn(database, [scope, "machine", "global"])
    .map((observation) => observation.lesson)
    .filter((each) => !isCleared(each));
}

function knownLesson(
  context: Context,
  place: LearningPlace,
  lesson: Lesson,
  options: MatchOptions,
): Lesson | undefined {
  const match = matchObservation(lesson, knownObservations(context, place), options);
  if (match !== undefined) return match;
  const twin = findByContentHash(context.database, lesson.contentHash);
  const isHere = twin !== undefined && holdsFor(twin.scope, place.scope);
  return isHere && !isCleared(twin) ? twin : undefined;
}

/** Whether it was seen in a session in which it was not seen before. */
function grow(
  context: Context,
  lesson: Lesson,
  { answered, sightings, found }: FoundObservation & { readonly found: Lesson },
  redact: Redact,
): boolean {
  const { database } = context;
  const number = lessonNumber(database, lesson.id);
  const before = countsOf(database, number).occurrenceCount;
  addHistory(database, lesson.id, { evidence: sightings.map((each) => redacted(each, redact)) });
  if (lesson.source === "llm") {
    const isBetter = answered.quality_ok && isCalledPoor(database, number);
    // A verdict is about a text: what was called good is what is kept.
    const qualityOk = answered.quality_ok && (!isBetter || takeWords(context, lesson, found));
    noteObservation(database, number, { qualityOk });
  }
  return countsOf(database, number).occurrenceCount > before;
}

/** Puts better words in place of those that were called poor. A person's own words stay, and are good. */
function takeWords({ database, system }: Context, lesson: Lesson, found: Lesson): boolean {
  if (lesson.contentHash === found.contentHash && lesson.summary === found.summary) return true;
  if (hasPersonsWords(database, lesson)) return true;
  const at = system.now();
  const { summary, body } = found;
  // Both are of one kind: nothing else matches.
  const after = hashed({ ...lesson, summary, body, updatedAt: at } as Lesson);
  const twin = findByContentHash(database, after.contentHash);
  if (twin !== undefined && twin.id !== lesson.id) return false;
  const fields = ["summary", ...bodyFields[lesson.kind].map(({ name }) => name)];
  const edits = fieldEdits(lesson, after, fields, { at, by: "model" });
  storeChange(database, { before: lesson, after, edits, transitions: [] });
  return true;
}

/** Somebody has edited it, or decided about it as it is. */
function hasPersonsWords(database: Database, { id, stage }: Lesson): boolean {
  if (stage.status === "active" || stage.status === "archived") return true;
  const row = queryOne(
    database,
    "SELECT 1 FROM edits JOIN lessons ON lessons.number = edits.lesson WHERE lessons.id = ? AND edits.actor = 'person' LIMIT 1",
    id,
  );
  return row !== undefined;
}

function create(
  { database, system }: Context,
  lesson: Lesson,
  { answered, sightings }: FoundObservation,
  redact: Redact,
): Lesson {
  // Still observed, it waits in the second list. Once it was seen often enough it is reviewed, and that is the first.
  const flags: Lesson["flags"] = [...lesson.flags, "maybe"];
  const kept = keepLesson(
    database,
    system,
    { ...weighed(lesson, sightings), flags },
    {
      evidence: sightings.map((each) => redacted(each, redact)),
      transitions: [
        {
          from: "none",
          to: "candidate",
          at: lesson.createdAt,
          by: "model",
          because: "found in sessions that have ended",
        },
      ],
    },
  );
  noteObservation(database, lessonNumber(database, kept.id), { qualityOk: answered.quality_ok });
  return kept;
}

/** What is new has been seen as often as in this answer. */
function weighed(lesson: Lesson, sightings: readonly Sighting[]): Lesson {
  if (!isObserved(lesson)) return lesson;
  const count = new Set(sightings.map(({ agent, sessionId }) => `${agent}\0${sessionId}`)).size;
  const scores = weighObservation({ lesson, count, deletions: 0 });
  const { priority, confidence } = scores;
  return { ...lesson, scores, priority: priority.value, confidence: confidence.value };
}

function redacted(sighting: Sighting, redact: Redact): Sighting {
  return { ...sighting, quote: sighting.quote && redact(sighting.quote) };
}

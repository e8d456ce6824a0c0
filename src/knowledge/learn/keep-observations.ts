import { holdsFor } from "../../lesson/record/scope.ts";
import { keepLesson, storeChange } from "../../lesson/change.ts";
import { fieldEdits, hashed } from "../../lesson/edit.ts";
import { nearestTo, jaccard, tokenSet } from "../../lesson/likeness/similarity.ts";
import { isOppositeAdvice } from "../../lesson/likeness/opposite-advice.ts";
import { makeLesson } from "../../lesson/add.ts";
import { soundDraft } from "../../lesson/draft.ts";
import { bodyText } from "../../lesson/record/body.ts";
import type { LessonDraft, Lesson, LessonId } from "../../lesson/record/lesson.ts";
import type { Sighting } from "../../lesson/record/history.ts";
import { addHistory, countsOf } from "../../lesson/table/history.ts";
import { findByContentHash, lessonNumber } from "../../lesson/table/lessons.ts";
import type { Context } from "../../platform/context.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";
import { redactTexts, type Redact } from "../../redact/redact.ts";
import { factLessonOf } from "./fact-of-observation.ts";
import { isCleared, isObserved, noteObservation, observationsIn } from "./observations.ts";
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
 * candidate. Neither the order nor saying it twice makes a difference to how often a thing was seen.
 */
export function keepObservations(
  context: Context,
  place: LearningPlace,
  found: readonly FoundObservation[],
  redact: Redact,
): KeptObservations {
  const created = new Map<LessonId, Lesson>();
  const grown = new Map<LessonId, Lesson>();
  for (const observation of found) {
    const lesson = lessonFrom(context, place, observation.answered, redact);
    const same =
      knownLesson(context, place, lesson, observation.sameAs) ??
      joinedFact(context, lesson, observation);
    const isGrown = same !== undefined && grow(context, same, observation, redact);
    if (same === undefined) {
      const kept = create(context, lesson, observation, redact);
      created.set(kept.id, kept);
    } else if (isGrown && !created.has(same.id)) grown.set(same.id, same);
  }
  return { created: [...created.values()], grown: [...grown.values()] };
}

/**
 * The lesson of the fact that an observation is about: one candidate, with the words of the model and the trigger and sightings of
 * the log. What a person has decided about keeps its words, and so does what the agent itself reported.
 */
function joinedFact(
  { database, system }: Context,
  found: Lesson,
  { sightings }: FoundObservation,
): Lesson | undefined {
  const fact = factLessonOf(database, found, sightings);
  if (fact === undefined) return undefined;
  const { lesson, isTouched } = fact;
  if (isTouched || lesson.source !== "heuristic" || lesson.kind !== "pitfall") return lesson;
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
function knownLesson(
  { database }: Context,
  { scope }: LearningPlace,
  lesson: Lesson,
  sameAs: LessonId | undefined,
): Lesson | undefined {
  const known = observationsIn(database, [scope, "machine", "global"])
    .map((observation) => observation.lesson)
    .filter((each) => !isCleared(each));
  const match = matchObservation(lesson, known, sameAs);
  if (match !== undefined) return match;
  const twin = findByContentHash(database, lesson.contentHash);
  const isHere = twin !== undefined && holdsFor(twin.scope, scope);
  return isHere && !isCleared(twin) ? twin : undefined;
}

/** Whether it was seen in a session in which it was not seen before. */
function grow(
  { database }: Context,
  { id, source }: Lesson,
  { answered, sightings }: FoundObservation,
  redact: Redact,
): boolean {
  const number = lessonNumber(database, id);
  const before = countsOf(database, number).occurrenceCount;
  addHistory(database, id, { evidence: sightings.map((each) => redacted(each, redact)) });
  if (source === "llm") noteObservation(database, number, { qualityOk: answered.quality_ok });
  return countsOf(database, number).occurrenceCount > before;
}

function create(
  { database, system }: Context,
  lesson: Lesson,
  { answered, sightings }: FoundObservation,
  redact: Redact,
): Lesson {
  const kept = keepLesson(database, system, weighed(lesson, sightings), {
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
  });
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

/** What two observations are compared by. */
export type ComparedObservation = Pick<Lesson, "id" | "contentHash"> & Said;

/**
 * The observation that says the same, or undefined when this one is new: the same to the letter, else the one that
 * the model names, else the nearest that is near enough. Never of another kind, and never one that advises the
 * opposite, however alike the two sound.
 */
export function matchObservation<Known extends ComparedObservation>(
  found: Omit<ComparedObservation, "id">,
  known: readonly Known[],
  namedId?: string,
): Known | undefined {
  const same = known.find(({ contentHash }) => contentHash === found.contentHash);
  if (same !== undefined) return same;

  const text = textOf(found);
  const tokens = tokenSet(text);
  const alike = known.filter((other) => other.kind === found.kind && !isOpposite(found, other));
  // A model knows its own words again in others; but what shares next to nothing is another thing.
  const named = alike.find(({ id }) => id === namedId);
  if (named !== undefined && jaccard(tokens, tokenSet(textOf(named))) >= leastShared) return named;

  const [nearest] = nearestTo(
    tokens,
    alike.map((other) => ({ key: other.id, tokens: tokenSet(textOf(other)) })),
  );
  return alike.find(({ id }) => id === nearest?.key);
}

const leastShared = 0.15;

type Said = Pick<Lesson, "kind" | "summary" | "body">;

/** Also by the summaries alone: a long text that says when to do which does not take sides. */
function isOpposite(one: Said, other: Said): boolean {
  return (
    isOppositeAdvice(one.summary, other.summary) || isOppositeAdvice(textOf(one), textOf(other))
  );
}

function textOf({ kind, summary, body }: Said): string {
  return `${summary}\n${bodyText(kind, body)}`;
}

import { bodyText } from "../lesson/record/body.ts";
import { firstPart } from "../redact/excerpt.ts";
import type { Lesson, LessonId } from "../lesson/record/lesson.ts";
import {
  findNearDuplicates,
  nearestTo,
  type KeyedTokens,
  tokenSet,
} from "../lesson/likeness/similarity.ts";
import { triggerFields, type Triggers } from "../lesson/record/triggers.ts";
import { buildPrompt, type AnswerForm, type PromptCandidate } from "./model/build-prompt.ts";
import { reviewPromptVersion } from "./prompts/review-candidates.ts";
import { countsOf, historyOf } from "../lesson/table/history.ts";
import {
  candidatesForModel,
  countWaiting,
  lessonsToCompare,
  sameContent,
} from "./model/model-candidates.ts";
import type { Context } from "../platform/context.ts";

/** What a model gets to judge, and what it does not get. */
export interface PreparedReview {
  readonly promptVersion: number;
  readonly prompt: string;
  readonly candidates: readonly PromptCandidate[];
  /** Candidates for another pass. */
  readonly left: number;
  /** Candidates that a person has had a hand in: no model changes them. */
  readonly kept: number;
}

export interface PrepareOptions {
  readonly limit: number;
  readonly form: AnswerForm;
}

/** Candidates, what is near to them, and what a model is asked. Reads only. */
export function prepareReview(
  { database }: Pick<Context, "database">,
  { limit, form }: PrepareOptions,
): PreparedReview {
  const waiting = countWaiting(database);
  const found = candidatesForModel(database, limit);
  const inUse = lessonsToCompare(database).map((lesson) => ({ lesson, ...keyed(lesson) }));
  const alike = alikeAmong(found.map(({ lesson }) => lesson));

  const candidates: PromptCandidate[] = [];
  let room = mostCharacters[form];
  for (const { number, lesson } of found) {
    const { kind, summary, body, triggers, tags, priority, confidence, source } = lesson;
    const candidate: PromptCandidate = {
      id: lesson.id,
      kind,
      summary,
      body,
      triggers: filled(triggers),
      tags,
      priority,
      confidence,
      source,
      seen: countsOf(database, number),
      quotes: quotesOf(historyOf(database, number)),
      sameContentAs: sameContent(database, lesson)?.slug,
      near: nearestIn(lesson, inUse),
      alike: alike.get(lesson.id) ?? [],
    };
    const size = JSON.stringify(candidate).length;
    // One that is too large for any model must not keep the others from it.
    if (size > room) continue;
    room -= size;
    candidates.push(candidate);
  }
  return {
    promptVersion: reviewPromptVersion,
    prompt: buildPrompt(candidates, form),
    candidates,
    left: waiting.forModel - candidates.length,
    kept: waiting.forPerson,
  };
}

/** Lines are for conversations, where a tool may say 30,000 characters; else about 40,000 tokens. */
const mostCharacters: Readonly<Record<AnswerForm, number>> = { lines: 20_000, json: 160_000 };
const mostQuotes = 2;
const longestQuote = 600;
/** Below what counts as a near-duplicate: the model is to see what may be one in other words. */
const contextThreshold = 0.3;
const mostNear = 3;

type Compared = KeyedTokens & { readonly lesson: Lesson };

function nearestIn(lesson: Lesson, inUse: readonly Compared[]): PromptCandidate["near"] {
  const byId = new Map(inUse.map((item) => [item.lesson.id, item.lesson]));
  return nearestTo(keyed(lesson).tokens, inUse, contextThreshold)
    .slice(0, mostNear)
    .flatMap(({ key, similarity }) => {
      const near = byId.get(key);
      if (near === undefined) return [];
      const { slug, stage, summary, body } = near;
      const rounded = Math.round(similarity * 100) / 100;
      return [{ slug, status: stage.status, similarity: rounded, summary, body }];
    });
}

function alikeAmong(lessons: readonly Lesson[]): ReadonlyMap<LessonId, readonly LessonId[]> {
  const alike = new Map<LessonId, LessonId[]>();
  for (const { a, b } of findNearDuplicates(lessons.map(keyed))) {
    alike.set(a, [...(alike.get(a) ?? []), b]);
    alike.set(b, [...(alike.get(b) ?? []), a]);
  }
  return alike;
}

function keyed(lesson: Lesson): KeyedTokens {
  const text = `${lesson.summary} ${bodyText(lesson.kind, lesson.body)}`;
  return { key: lesson.id, tokens: tokenSet(text) };
}

/** Empty lists say nothing. */
function filled(triggers: Triggers): Partial<Triggers> {
  return Object.fromEntries(
    triggerFields.flatMap((name) => (triggers[name].length === 0 ? [] : [[name, triggers[name]]])),
  );
}

function quotesOf({ evidence }: ReturnType<typeof historyOf>): readonly string[] {
  const quotes = evidence.flatMap(({ quote }) => (quote === undefined ? [] : [quote]));
  return [...new Set(quotes)].slice(-mostQuotes).map((quote) => firstPart(quote, longestQuote));
}

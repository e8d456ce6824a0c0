import { nearestTo, jaccard, tokenSet } from "../../lesson/likeness/similarity.ts";
import { isOppositeAdvice } from "../../lesson/likeness/opposite-advice.ts";
import { bodyText } from "../../lesson/record/body.ts";
import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";

/**
 * The observation that says the same, or undefined when this one is new: the same to the letter, else the one that
 * the model names, else the nearest that is near enough. Never of another kind, and never one that advises the
 * opposite, however alike the two sound.
 */
export function matchObservation<Known extends ComparedObservation>(
  found: Omit<ComparedObservation, "id">,
  known: readonly Known[],
  { sameAs, taken }: MatchOptions = {},
): Known | undefined {
  const named = namedObservation(found, known, sameAs);
  if (named !== undefined) return named;
  const alike = known.filter((other) => taken?.has(other.id) !== true && mayBeSame(found, other));
  const [nearest] = nearestTo(
    tokenSet(textOf(found)),
    alike.map((other) => ({ key: other.id, tokens: tokenSet(textOf(other)) })),
  );
  return alike.find(({ id }) => id === nearest?.key);
}

/** What two observations are compared by. */
export type ComparedObservation = Pick<Lesson, "id" | "contentHash"> & Said;

export interface MatchOptions {
  /** The one that the model names. */
  readonly sameAs?: LessonId | undefined;
  /** Those that other items of the same answer are about: likeness alone does not join them. */
  readonly taken?: ReadonlySet<LessonId>;
}

/** The same to the letter, or the one that the model names: nobody guesses. */
export function namedObservation<Known extends ComparedObservation>(
  found: Omit<ComparedObservation, "id">,
  known: readonly Known[],
  sameAs: LessonId | undefined,
): Known | undefined {
  const same = known.find(({ contentHash }) => contentHash === found.contentHash);
  if (same !== undefined) return same;
  const named = known.find(({ id }) => id === sameAs);
  if (named === undefined || !mayBeSame(found, named)) return undefined;
  // A model knows its own words again in others; but what shares next to nothing is another thing.
  const shared = jaccard(tokenSet(textOf(found)), tokenSet(textOf(named)));
  return shared >= leastShared ? named : undefined;
}

const leastShared = 0.15;

function mayBeSame(one: Said, other: Said): boolean {
  return one.kind === other.kind && !isOpposite(one, other);
}

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

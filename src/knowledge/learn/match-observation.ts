import { bodyText, type Body, type Kind } from "../../lesson/record/body.ts";
import { nearestTo, jaccard, tokenSet } from "../../lesson/likeness/similarity.ts";
import { isOppositeAdvice } from "../../lesson/likeness/opposite-advice.ts";

/** What two observations are compared by. */
export interface ComparedObservation {
  readonly id: string;
  readonly kind: Kind;
  readonly summary: string;
  readonly body: Body;
  readonly contentHash: string;
}

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

type Said = Pick<ComparedObservation, "kind" | "summary" | "body">;

/** Also by the summaries alone: a long text that says when to do which does not take sides. */
function isOpposite(one: Said, other: Said): boolean {
  return (
    isOppositeAdvice(one.summary, other.summary) || isOppositeAdvice(textOf(one), textOf(other))
  );
}

function textOf({ kind, summary, body }: Said): string {
  return `${summary}\n${bodyText(kind, body)}`;
}

import type { Kind } from "../record/body.ts";
import type { Instant } from "../record/lesson.ts";
import type { Score } from "./score.ts";

/** What it takes for an observation of a kind to be shown to a person. */
interface Threshold {
  /** The count that would be certain, were it not for the cap. */
  readonly required: number;
  /** Whole days between the first and the last sighting. */
  readonly spreadDays: number;
  /** The confidence at which it is promoted, which is reached before `required`. */
  readonly promoteAt: number;
}

export const thresholds = {
  workflow: { required: 3, spreadDays: 3, promoteAt: 0.6 },
  procedure: { required: 4, spreadDays: 5, promoteAt: 0.7 },
  decision: { required: 2, spreadDays: 0, promoteAt: 0.65 },
  pitfall: { required: 2, spreadDays: 0, promoteAt: 0.65 },
} as const satisfies Partial<Record<Kind, Threshold>>;

/** The kinds that a model finds in the sessions and that gain confidence by being found again. */
export type ObservedKind = keyof typeof thresholds;

export const observedKinds = Object.keys(thresholds) as readonly ObservedKind[];

/** Confidence that comes from nothing but seeing the same thing again: never more than 0.95. */
export function repetitionConfidence(kind: ObservedKind, count: number): Score {
  const { required } = thresholds[kind];
  const percent = Math.floor((count * 100) / required);
  const kept = Math.min(percent, highestPercent);
  return {
    value: kept / 100,
    formula: "repetition",
    parts: [
      {
        label: `seen ${count} ${count === 1 ? "time" : "times"} (certain at ${required})`,
        amount: percent / 100,
      },
    ],
    limits: kept === percent ? [] : [{ label: "at most 0.95", amount: (kept - percent) / 100 }],
  };
}

export interface Observation {
  readonly kind: ObservedKind;
  readonly count: number;
  /** The model's own judgement: specific, actionable, of the right scope. */
  readonly qualityOk: boolean;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
}

/** Whether a candidate may become reviewed by itself. An instant that cannot be read never may. */
export function isReadyForReview(observation: Observation): boolean {
  const { kind, count, qualityOk, firstSeenAt, lastSeenAt } = observation;
  const { promoteAt, spreadDays } = thresholds[kind];
  return (
    qualityOk &&
    repetitionConfidence(kind, count).value >= promoteAt &&
    wholeDaysBetween(firstSeenAt, lastSeenAt) >= spreadDays
  );
}

/** The count that really promotes, to be shown beside `required`: 2 where 3 are "required". */
export function promotionCount(kind: ObservedKind): number {
  const { required, promoteAt } = thresholds[kind];
  return Math.ceil((Math.round(promoteAt * 100) * required) / 100);
}

const highestPercent = 95;
const dayMs = 86_400_000;

function wholeDaysBetween(first: Instant, last: Instant): number {
  return Math.floor((Date.parse(last) - Date.parse(first)) / dayMs);
}

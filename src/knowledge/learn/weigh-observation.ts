import { bodyText } from "../../lesson/record/body.ts";
import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import { isReadyForReview, thresholds, type ObservedKind } from "../../lesson/score/repetition.ts";
import { scoreLesson, type LessonScores, type Score } from "../../lesson/score/score.ts";

/** What an observation is judged by. All of it only grows, so that the order of sightings makes no difference. */
export interface Observed {
  readonly lesson: Extract<Lesson, { readonly kind: ObservedKind }>;
  readonly count: number;
  readonly qualityOk: boolean;
  readonly firstSeenAt: Instant;
  readonly lastSeenAt: Instant;
  /** How often a person has taken away what was made of it. */
  readonly deletions: number;
}

/** The scores of an observation by how often it was seen. */
export function weighObservation({
  lesson,
  count,
  deletions,
}: Pick<Observed, "lesson" | "count" | "deletions">): LessonScores {
  const { kind, summary, body } = lesson;
  const { priority, confidence } = scoreLesson({
    origin: "llm",
    kind,
    count,
    impactText: `${summary}\n${bodyText(kind, body)}`,
  });
  return { priority, confidence: doubted(confidence, deletions) };
}

/** Whether it has been seen often and long enough to be put before a person, and says something. */
export function isReady(observed: Observed): boolean {
  const { kind } = observed.lesson;
  return (
    isReadyForReview({ ...observed, kind }) &&
    weighObservation(observed).confidence.value >= thresholds[kind].promoteAt
  );
}

/** Whoever deletes a file says that they do not want it. That is not forgotten when it is seen again. */
function doubted(score: Score, deletions: number): Score {
  if (deletions === 0) return score;
  const value = hundredths(score.value * deletionFactor ** deletions);
  const label = `deleted ${deletions === 1 ? "once" : `${deletions} times`}: × ${deletionFactor} each time`;
  return {
    ...score,
    value,
    limits: [...score.limits, { label, amount: hundredths(value - score.value) }],
  };
}

const deletionFactor = 0.3;

function hundredths(amount: number): number {
  return Math.round(amount * 100) / 100;
}

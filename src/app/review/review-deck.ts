import type { Lesson, LessonId } from "../../core/lesson.ts";
import type { ReviewCard, ReviewDeck } from "../../core/review/review-card.ts";
import { lessonsById, lessonsToReview } from "../../store/lessons-to-review.ts";
import {
  lastReviewSession,
  modelOpinions,
  type ModelOpinion,
} from "../../store/review-sessions.ts";
import type { Workshop } from "../workshop.ts";
import { makeCards } from "./make-cards.ts";
import { withTriggerHistory } from "./trigger-history.ts";

type Reading = Pick<Workshop, "database" | "config">;

/** A deck, or the beginning of one. */
export interface ReviewPage extends ReviewDeck {
  /** How many wait, with those that are not among the cards. */
  readonly total: number;
}

/**
 * What waits for a person, in the order of the review. Without what the triggers would have done on the ledger:
 * that takes a pass over all calls, and `withTriggerHistory` gives it to the cards that are looked at.
 */
export function reviewDeck(
  workshop: Reading,
  { limit }: { readonly limit?: number } = {},
): ReviewPage {
  const { database } = workshop;
  const opinions = opinionsIn(workshop);
  const waiting = lessonsToReview(database);
  const noise = lessonsById(database, noiseIds(workshop, opinions)).filter(({ lesson }) =>
    isArchivedBy(opinions.get(lesson.id), lesson),
  );
  return {
    cards: makeCards(workshop, waiting.slice(0, limit), opinions),
    noise: makeCards(workshop, noise, opinions),
    total: waiting.length,
  };
}

/** The whole cards of these lessons, whatever became of them. */
export function reviewCards(workshop: Reading, ids: readonly LessonId[]): readonly ReviewCard[] {
  const lessons = lessonsById(workshop.database, ids);
  return withTriggerHistory(workshop, makeCards(workshop, lessons, opinionsIn(workshop)));
}

function opinionsIn({ database }: Reading): ReadonlyMap<LessonId, ModelOpinion> {
  return new Map(modelOpinions(database).map((opinion) => [opinion.id, opinion]));
}

/** What a model has put away since a person last decided. */
function noiseIds(
  { database }: Reading,
  opinions: ReadonlyMap<LessonId, ModelOpinion>,
): readonly LessonId[] {
  const since = lastReviewSession(database, "person")?.generatedAt ?? "";
  return [...opinions.values()]
    .filter(({ to, at }) => to === "archived" && at > since)
    .map(({ id }) => id);
}

/** Not somebody else, later. */
function isArchivedBy(opinion: ModelOpinion | undefined, { stage }: Lesson): boolean {
  return stage.status === "archived" && opinion?.at === stage.since;
}

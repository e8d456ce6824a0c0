import type { ReviewCard } from "../decision/review-card.ts";

/** Why a model put a lesson away. */
export function archivedBecause({ lesson, opinion }: ReviewCard): string {
  if (opinion !== undefined) return opinion.reason;
  return lesson.stage.status === "archived" ? lesson.stage.because : "";
}

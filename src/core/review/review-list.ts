import type { Instant, LessonId, Slug } from "../lesson.ts";

/** The list that a person decides about, as it was shown: numbers mean nothing without it. */
export interface ReviewList {
  readonly items: readonly ReviewItem[];
  readonly shownAt: Instant;
}

export interface ReviewItem {
  /** Absent for what is listed without a number, such as noise that the model archived. */
  readonly number?: number;
  readonly id: LessonId;
  readonly slug: Slug;
  readonly isArchived: boolean;
}

/** A lesson of the list in a message: its number, as it was shown, and its slug. */
export function nameOf({ number, slug }: Pick<ReviewItem, "number" | "slug">): string {
  return number === undefined ? slug : `${number} (${slug})`;
}

import type { Body } from "../../core/body.ts";
import type { Delivery, Lesson, LessonId, Slug } from "../../core/lesson.ts";

/** One act of a review as it is kept for ever (PRD-002 §8.3). */
export type ReviewedItem = {
  readonly candidateId: LessonId;
  readonly slug: Slug;
  /** The fields that were edited on the way. */
  readonly edited?: readonly string[];
} & (
  | { readonly action: "promote"; readonly lesson: PromotedLesson }
  | { readonly action: "archive"; readonly archiveReason: string }
  | {
      readonly action: "expand_existing";
      readonly targetSlug: Slug;
      readonly expansionNote: string;
    }
  /** A model found it worth a person's look. */
  | { readonly action: "review"; readonly reason: string }
  | { readonly action: "edit" | "unarchive" | "skip" }
);

/** What was promoted, in the words that it had then. */
type PromotedLesson = { readonly summary: string; readonly delivery: Delivery } & Body;

export function promoted({ summary, delivery, body }: Lesson): PromotedLesson {
  return { summary, delivery, ...body };
}

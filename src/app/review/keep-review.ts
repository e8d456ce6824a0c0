import type { Instant } from "../../core/lesson.ts";
import { inTransaction, type Database } from "../../store/database.ts";
import { findLesson } from "../../store/lessons.ts";
import {
  recordReviewChanges,
  recordReviewSession,
  type Reviewer,
} from "../../store/review-sessions.ts";
import { Fault } from "../../system/fault.ts";
import type { System } from "../../system/system.ts";
import { storeChange, type LessonChange } from "../lesson-change.ts";
import { lessonState } from "./lesson-state.ts";
import type { ReviewedItem } from "./review-item.ts";

/** A review that is ready to be written. */
export interface FinishedReview {
  readonly now: Instant;
  readonly reviewedBy: Reviewer;
  readonly considered: number;
  readonly changes: readonly LessonChange[];
  readonly items: readonly ReviewedItem[];
}

/**
 * Writes a review with its record: all of it or nothing. Nothing when one of the lessons is not what it was
 * when the review was worked out. Gives back the id of the record.
 */
export function keepReview(
  { database, system }: { readonly database: Database; readonly system: System },
  review: FinishedReview,
): string {
  const { now, reviewedBy, considered, changes, items } = review;
  const id = system.newId();
  inTransaction(database, () => {
    refuseChanged(
      changes.flatMap(({ before }) => {
        const current = findLesson(database, before.id);
        const isSame = current !== undefined && lessonState(current) === lessonState(before);
        return isSame ? [] : [{ slug: before.slug, status: current?.stage.status }];
      }),
    );
    for (const change of changes) storeChange(database, change);
    recordReviewSession(database, {
      id,
      generatedAt: now,
      candidatesConsidered: considered,
      reviewedBy,
      items,
    });
    recordReviewChanges(database, id, changes);
  });
  return id;
}

/** Names what is not as it was when the person decided. */
export function refuseChanged(
  changed: readonly { readonly slug: string; readonly status: string | undefined }[],
): void {
  if (changed.length === 0) return;
  const names = changed.map(({ slug, status }) => `${slug} (now ${status ?? "gone"})`);
  throw new Fault(
    "changed-since",
    `somebody else has changed since what you decide about: ${names.join(", ")}`,
    { hint: "nothing was written; lessons review shows how things are now" },
  );
}

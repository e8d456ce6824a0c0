import type { LessonId } from "../../core/lesson.ts";
import type { ReviewCard } from "../../core/review/review-card.ts";
import { triggerReading } from "../../core/trigger-reading.ts";
import { triggerFields } from "../../core/triggers.ts";
import { countsOf } from "../../store/history.ts";
import { lessonNumber } from "../../store/lessons.ts";
import type { Workshop } from "../workshop.ts";
import type { OpinionChange } from "./opinion-change.ts";
import { withTriggerHistory } from "./trigger-history.ts";

/** What a trigger that a model wrote means, and what it would have done on this person's own history. */
export type Backtest = Pick<ReviewCard, "reading" | "history" | "warnings">;

/** Of each lesson whose trigger a model changed. */
export function backtestChanges(
  workshop: Pick<Workshop, "database" | "config">,
  changes: readonly OpinionChange[],
): ReadonlyMap<LessonId, Backtest> {
  const { database } = workshop;
  const isTrigger = (field: string) => triggerFields.some((name) => name === field);
  const cards = changes
    .filter(({ edits }) => edits.some(({ field }) => isTrigger(field)))
    .map(({ after }) => ({
      lesson: after,
      counts: countsOf(database, lessonNumber(database, after.id)),
      reading: triggerReading(after.triggers),
      sightings: [],
      near: [],
      warnings: [],
    }));
  return new Map(withTriggerHistory(workshop, cards).map((card) => [card.lesson.id, card]));
}

import type { Lesson } from "../../core/lesson.ts";
import type { LessonOrigins } from "../../core/ledger-call.ts";
import type { JudgedDelivery } from "../../evaluate/effect-judge.ts";
import {
  countEffects,
  standingOf,
  type EffectCounts,
  type FeedbackCounts,
  type LessonStanding,
} from "../../evaluate/lesson-effect.ts";
import { recurrenceRate, type RecurrenceRate } from "../../evaluate/recurrence-rate.ts";
import type { MeasuredLesson, MeasuredLessons } from "./measured-lessons.ts";
import type { Walked } from "./walk-ledger.ts";

/** All that is known of how one lesson does. */
export interface LessonStats {
  readonly lesson: Lesson;
  readonly activatedAt: string | null;
  readonly effects: EffectCounts;
  readonly feedback: FeedbackCounts;
  readonly standing: LessonStanding;
  /** Null for a lesson without a failure of its own: its mistake cannot be counted. */
  readonly recurrence: RecurrenceRate | null;
}

/** Those that were told most first. */
export function lessonStats(
  { lessons, origins }: MeasuredLessons,
  judged: readonly JudgedDelivery[],
  walked: Pick<Walked, "sessions" | "ownFailures">,
): readonly LessonStats[] {
  const byLesson = Map.groupBy(judged, ({ note }) => note.lesson);
  return lessons
    .map((measured) => {
      const { lesson, activatedAt, feedback } = measured;
      const effects = countEffects(byLesson.get(lesson.id) ?? []);
      const standing = standingOf(effects, feedback);
      const recurrence = recurrenceOf(measured, origins.get(lesson.id), walked);
      return { lesson, activatedAt, effects, feedback, standing, recurrence };
    })
    .toSorted(
      (one, other) =>
        other.effects.delivered - one.effects.delivered ||
        (one.lesson.slug < other.lesson.slug ? -1 : 1),
    );
}

function recurrenceOf(
  { lesson, activatedAt }: MeasuredLesson,
  origins: LessonOrigins | undefined,
  { sessions, ownFailures }: Pick<Walked, "sessions" | "ownFailures">,
): RecurrenceRate | null {
  if (activatedAt === null || (origins?.failures ?? []).length === 0) return null;
  const { scope, id } = lesson;
  return recurrenceRate({ scope, activatedAt }, sessions, ownFailures.get(id) ?? new Map());
}

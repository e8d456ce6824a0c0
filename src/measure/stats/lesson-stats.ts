import type { Lesson } from "../../lesson/record/lesson.ts";
import type { JudgedDelivery } from "../effect/judge.ts";
import {
  countEffects,
  standingOf,
  type EffectCounts,
  type FeedbackCounts,
  type LessonStanding,
} from "../effect/lesson-effect.ts";
import { recurrenceRate, type RecurrenceRate } from "../recurrence/recurrence-rate.ts";
import type { MeasuredLesson, MeasuredLessons } from "./measured-lessons.ts";
import type { Walked } from "./walk-ledger.ts";

/** All that is known of how one lesson does. */
export interface LessonStats {
  readonly lesson: Lesson;
  readonly activatedAt: string | null;
  readonly effects: EffectCounts;
  readonly feedback: FeedbackCounts;
  readonly standing: LessonStanding;
  /** Whether it was learned from calls that failed: only then its mistake can be counted. */
  readonly hasOwnFailures: boolean;
  /** Null without those, and of a lesson that was never active: it has no before and since. */
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
      const hasOwnFailures = (origins.get(lesson.id)?.failures ?? []).length > 0;
      const recurrence = hasOwnFailures ? recurrenceOf(measured, walked) : null;
      return { lesson, activatedAt, effects, feedback, standing, hasOwnFailures, recurrence };
    })
    .toSorted(
      (one, other) =>
        other.effects.delivered - one.effects.delivered ||
        (one.lesson.slug < other.lesson.slug ? -1 : 1),
    );
}

function recurrenceOf(
  { lesson, activatedAt }: MeasuredLesson,
  { sessions, ownFailures }: Pick<Walked, "sessions" | "ownFailures">,
): RecurrenceRate | null {
  if (activatedAt === null) return null;
  const { scope, id } = lesson;
  return recurrenceRate({ scope, activatedAt }, sessions, ownFailures.get(id) ?? new Map());
}

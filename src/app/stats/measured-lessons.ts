import type { Lesson, LessonId } from "../../core/lesson.ts";
import type { ReadyLesson } from "../../core/ready-lesson.ts";
import type { LessonOrigins } from "../../core/ledger-call.ts";
import type { FeedbackCounts } from "../../evaluate/lesson-effect.ts";
import { statuses } from "../../core/lifecycle.ts";
import type { Database } from "../../store/database.ts";
import { lessonFromRow } from "../../store/lessons.ts";
import { feedbackCounts, firstActivations } from "../../store/history.ts";
import { eachLesson } from "../../store/list-lessons.ts";
import { lessonOrigins } from "../../store/replay-calls.ts";
import { readyIfSound } from "../upkeep/ready-if-sound.ts";

/** A lesson that has been in use or was told, whatever became of it since. */
export interface MeasuredLesson {
  readonly lesson: Lesson;
  /** Null of a lesson that something else than us has damaged: `doctor` says that. */
  readonly ready: ReadyLesson | null;
  /** When it first became active; null when it never did. */
  readonly activatedAt: string | null;
  readonly feedback: FeedbackCounts;
}

export interface MeasuredLessons {
  readonly lessons: readonly MeasuredLesson[];
  readonly origins: ReadonlyMap<LessonId, LessonOrigins>;
}

export function measuredLessons(
  database: Database,
  named: ReadonlySet<LessonId>,
  since: string | undefined,
): MeasuredLessons {
  const activations = firstActivations(database);
  const feedback = feedbackCounts(database, since);
  const lessons = [...eachLesson(database, { statuses })]
    .filter(({ id }) => activations.has(id) || named.has(id))
    .map((row) => {
      const lesson = lessonFromRow(row);
      return {
        lesson,
        ready: readyIfSound(lesson)[0] ?? null,
        activatedAt: activations.get(lesson.id) ?? null,
        feedback: feedback.get(lesson.id) ?? noFeedback,
      };
    });
  return {
    lessons,
    origins: lessonOrigins(
      database,
      lessons.map(({ lesson }) => lesson.id),
    ),
  };
}

const noFeedback: FeedbackCounts = { helpful: 0, notHelpful: 0 };

import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { LessonOrigins } from "../../capture/ledger/ledger-call.ts";
import type { FeedbackCounts } from "../effect/lesson-effect.ts";
import { statuses } from "../../lesson/record/lifecycle.ts";
import type { Database } from "../../platform/database/database.ts";
import { lessonFromRow } from "../../lesson/table/lessons.ts";
import { feedbackCounts, firstActivations } from "../../lesson/table/history.ts";
import { eachLesson } from "../../lesson/table/list-lessons.ts";
import { lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import { readyIfSound } from "../../deliver/compile/make-ready.ts";

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

import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { LessonOrigins } from "../../capture/ledger/ledger-call.ts";
import type { FeedbackCounts } from "../effect/judge-deliveries.ts";
import { statuses } from "../../lesson/record/lifecycle.ts";
import type { Database } from "../../platform/database/database.ts";
import { lessonFromRow } from "../../lesson/table/lessons.ts";
import { feedbackCounts, firstActivations } from "../../lesson/table/history.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import { lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import { readyIfSound } from "../../deliver/compile/make-ready.ts";
import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import { levelOf, levels, type Level } from "../../lesson/record/level.ts";

/** A lesson that has been in use or was delivered, whatever became of it since. */
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
  since: string,
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

/** When something was delivered. A time before the lesson was in use is of a clock that was wrong. */
export function inUseTimes(
  notes: readonly DeliveryNote[],
  lessons: readonly MeasuredLesson[],
): readonly string[] {
  const since = new Map(lessons.map(({ lesson, activatedAt }) => [lesson.id, activatedAt]));
  return notes.flatMap(({ lesson, at }) => (at >= (since.get(lesson) ?? "") ? [at] : []));
}

/** How many active lessons there are of each level, beside how many there should be. */
export interface LevelSpread {
  readonly active: number;
  readonly levels: readonly LevelShare[];
  /** Where more than half of all lessons are critical, none is. */
  readonly isInflated: boolean;
}

interface LevelShare {
  readonly level: Level;
  readonly lessons: number;
  readonly percent: number;
  readonly expectedPercent: readonly [low: number, high: number];
  readonly isAsExpected: boolean;
}

export function levelSpread(priorities: readonly number[]): LevelSpread {
  const active = priorities.length;
  const shares = levels.map((level) => {
    const lessons = priorities.filter((priority) => levelOf(priority) === level).length;
    const percent = active === 0 ? 0 : Math.round((1000 * lessons) / active) / 10;
    const [low, high] = expectedPercents[level];
    const isAsExpected = percent >= low && percent <= high;
    return { level, lessons, percent, expectedPercent: [low, high] as const, isAsExpected };
  });
  const critical = shares.find(({ level }) => level === "CRITICAL")?.lessons ?? 0;
  return { active, levels: shares, isInflated: critical * 2 > active };
}

/** Triads ADR-005, test case 3. */
const expectedPercents: Readonly<Record<Level, readonly [number, number]>> = {
  CRITICAL: [10, 20],
  HIGH: [30, 40],
  MEDIUM: [30, 40],
  LOW: [10, 20],
};

import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { doneWithin, withinDeadline } from "../../platform/process/deadline.ts";

/**
 * Does something with lessons whose patterns may be anybody's: with all of them under a deadline, and where that is not
 * enough with those that are fast. Each is tried alone then, so that nobody is blamed for another's time. The work must
 * leave no trace.
 */
export function inTime<Result>(
  lessons: readonly ReadyLesson[],
  work: (lessons: readonly ReadyLesson[]) => Result,
  { limitMs = 1000, onSlow }: InTimeOptions = {},
): Result {
  const together = doneWithin(limitMs, () => work(lessons));
  if (together !== undefined) return together.result;
  const fast = lessons.filter((lesson) => {
    if (onSlow?.isKnown(lesson) === true) return false;
    const alone = withinDeadline(eachMs, () => work([lesson]));
    if (alone.is === "stopped") onSlow?.found(lesson);
    return alone.is === "done";
  });
  return work(fast);
}

interface InTimeOptions {
  readonly limitMs?: number;
  readonly onSlow?: {
    readonly found: (lesson: ReadyLesson) => void;
    /** Whether this one need not be tried any more. */
    readonly isKnown: (lesson: ReadyLesson) => boolean;
  };
}

/** A lesson takes a thousandth of it. */
const eachMs = 100;

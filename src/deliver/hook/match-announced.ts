import { type Judgement, matchLessons } from "../../match/match.ts";
import { type Moment, readAll, sightOf } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { workedMs } from "../../platform/process/deadline.ts";
import { deadlineMs } from "./deadline.ts";

/** Which of the lessons a call should get. Each is announced before it is looked at, so that one that takes too long can be named. */
export function matchAnnounced(
  lessons: readonly ReadyLesson[],
  moment: Moment,
  threshold: number,
  { onLesson, log }: Announcing,
): readonly Judgement[] {
  // No lesson is to blame for the time that it takes to read the call, nor for what comes behind the last.
  if (lessons.length > 0) readAll(sightOf(moment));
  const firing = matchLessons(announced(), moment, threshold);
  onLesson(undefined);
  return firing;

  function* announced(): Generator<ReadyLesson> {
    const begun = process.cpuUsage();
    for (const [index, lesson] of lessons.entries()) {
      // The most telling and most important come first: what they have found is better than nothing in time.
      if (workedMs(begun) > mostWorkMs) {
        log(
          `passed over: ${lessons.length - index} of ${lessons.length} lessons, for want of time`,
        );
        return;
      }
      onLesson(lesson);
      yield lesson;
    }
  }
}

interface Announcing {
  /** Called without one behind the last. */
  readonly onLesson: (lesson: ReadyLesson | undefined) => void;
  readonly log: (line: string) => void;
}

/**
 * Together; one lesson that takes longer is stopped at the deadline. So much less than that, that on a busy machine the
 * deadline counts as nobody's fault, and the work begins anew.
 */
const mostWorkMs = deadlineMs / 4;

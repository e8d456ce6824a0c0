import type { Lesson, LessonId } from "../lesson/record/lesson.ts";
import type { Replay } from "../measure/replay/replay.ts";
import { hasTarget } from "../match/relevance.ts";
import type { Context } from "../platform/context.ts";
import { standingsOf, type CountedLesson } from "./lessons-to-review.ts";
import { byWorth, type Standing } from "./rank.ts";
import { replayLessons } from "./review-card.ts";

export interface RankedLessons {
  readonly lessons: readonly (CountedLesson & Standing)[];
  /** Of those whose triggers were replayed for it. */
  readonly replays: ReadonlyMap<LessonId, Replay>;
  /** Whether there is nothing left to replay of it. */
  readonly isReplayed: (lesson: Lesson) => boolean;
}

/**
 * Lessons in the order of the review. The first of them by what they cost are replayed: however many wait, the pass over the
 * ledger stays short, and what is behind them has cost less than all of these.
 */
export function rankLessons(
  context: Pick<Context, "database" | "config">,
  lessons: readonly CountedLesson[],
): RankedLessons {
  const standings = standingsOf(context.database, lessons).toSorted(byWorth);
  const replayed = standings.filter(({ lesson }) => hasTarget(lesson.triggers));
  const replays = replayLessons(context, replayed.slice(0, mostReplayed));
  const ranked = standings.map((standing) => withFires(standing, replays.get(standing.lesson.id)));
  return {
    lessons: ranked.toSorted(byWorth),
    replays,
    isReplayed: ({ id, triggers }) => replays.has(id) || !hasTarget(triggers),
  };
}

const mostReplayed = 200;

/** A trigger that is out of reach of calls fires at none. */
export function withFires<Of extends Standing>(standing: Of, replay: Replay | undefined): Of {
  if (replay === undefined || replay.isOutOfReach) return standing;
  const { fired, failed, worked, isTooBroad } = replay;
  // What comes with the error is silent at calls that went well; that there were such calls speaks against it all the same.
  return { ...standing, fires: { fired: Math.max(fired, failed + worked), failed, isTooBroad } };
}

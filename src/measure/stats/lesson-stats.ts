import type { Lesson } from "../../lesson/record/lesson.ts";
import {
  type JudgedDelivery,
  countEffects,
  standingOf,
  type EffectCounts,
  type FeedbackCounts,
  type LessonStanding,
} from "../effect/judge-deliveries.ts";
import { recurrenceRate, type RecurrenceRate } from "../recurrence/recurrence-rate.ts";
import { type Gathered, gather, type GatherRequest } from "./gather.ts";
import type { MissedLesson } from "./missed-critical.ts";
import { logFacts } from "../../capture/ledger/logs.ts";
import { requireLesson } from "../../lesson/find.ts";
import type { Context } from "../../platform/context.ts";

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

/** Those that were delivered most first. */
export function lessonStats({
  measured: { lessons, origins },
  judged,
  sessions,
  ownFailures,
}: Pick<Gathered, "measured" | "judged" | "sessions" | "ownFailures">): readonly LessonStats[] {
  const byLesson = Map.groupBy(judged, ({ note }) => note.lesson);
  return lessons
    .map(({ lesson, activatedAt, feedback }) => {
      const effects = countEffects(byLesson.get(lesson.id) ?? []);
      const standing = standingOf(effects, feedback);
      const hasOwnFailures = (origins.get(lesson.id)?.failures ?? []).length > 0;
      const times = ownFailures.get(lesson.id) ?? new Map();
      const recurrence =
        hasOwnFailures && activatedAt !== null
          ? recurrenceRate({ scope: lesson.scope, activatedAt }, sessions, times)
          : null;
      return { lesson, activatedAt, effects, feedback, standing, hasOwnFailures, recurrence };
    })
    .toSorted(
      (one, other) =>
        other.effects.delivered - one.effects.delivered ||
        (one.lesson.slug < other.lesson.slug ? -1 : 1),
    );
}

/** One lesson with every delivery of it. */
export interface LessonStory {
  readonly since: string | null;
  readonly stats: LessonStats;
  /** The oldest first. */
  readonly deliveries: readonly PlacedDelivery[];
  /** Where it was critical and due, and was not delivered. */
  readonly missed: MissedLesson | null;
}

interface PlacedDelivery extends JudgedDelivery {
  /** The log that the call is in, redacted; null where it has not been read. */
  readonly file: string | null;
}

/** `name` as in `lessons show`. */
export async function lessonStory(
  context: Context,
  name: string,
  request: GatherRequest,
): Promise<LessonStory> {
  const { database } = context;
  const lesson = requireLesson(database, name);
  const gathered = await gather(context, request, [lesson.id]);
  const stats = lessonStats(gathered).find((each) => each.lesson.id === lesson.id);
  if (stats === undefined) throw new Error(`${lesson.slug} was not measured`);
  const logs = logFacts(database);
  return {
    since: request.since ?? null,
    stats,
    deliveries: gathered.judged
      .filter(({ note }) => note.lesson === lesson.id)
      .map((each) => ({ ...each, file: logs.get(each.note.call?.log ?? -1)?.path ?? null }))
      .toSorted((one, other) => (one.note.at < other.note.at ? -1 : 1)),
    missed: gathered.missed.find(({ id }) => id === lesson.id) ?? null,
  };
}

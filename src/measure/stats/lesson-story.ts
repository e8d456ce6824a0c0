import type { JudgedDelivery } from "../effect/judge.ts";
import type { UntoldLesson } from "./untold-critical.ts";
import { logFacts } from "../../capture/ledger/logs.ts";
import { requireLesson } from "../../lesson/find.ts";
import type { Context } from "../../platform/context.ts";
import { gather, type GatherRequest } from "./gather.ts";
import { lessonStats, type LessonStats } from "./lesson-stats.ts";

export type { Effect, EffectVerdict } from "../effect/effect.ts";

/** One lesson with every delivery of it. */
export interface LessonStory {
  readonly since: string | null;
  readonly stats: LessonStats;
  /** The oldest first. */
  readonly deliveries: readonly PlacedDelivery[];
  /** Where it was critical and due, and was not told. */
  readonly untold: UntoldLesson | null;
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
  const { measured, judged, walked } = await gather(context, request, [lesson.id]);
  const only = measured.lessons.filter((each) => each.lesson.id === lesson.id);
  const own = judged.filter(({ note }) => note.lesson === lesson.id);
  const [stats] = lessonStats({ ...measured, lessons: only }, own, walked);
  if (stats === undefined) throw new Error(`${lesson.slug} was not measured`);
  const logs = logFacts(database);
  return {
    since: request.since ?? null,
    stats,
    deliveries: own
      .map((each) => ({ ...each, file: fileOf(each, logs) }))
      .toSorted((one, other) => (one.note.at < other.note.at ? -1 : 1)),
    untold: walked.untold.find(({ id }) => id === lesson.id) ?? null,
  };
}

function fileOf({ note }: JudgedDelivery, logs: ReturnType<typeof logFacts>): string | null {
  return note.call === null ? null : (logs.get(note.call.log)?.path ?? null);
}

import type { ToolPayload } from "../../agents/claude-code/hook-moment.ts";
import type { Delivered } from "../plan/delivered.ts";
import { fromRecord, type FullRecord } from "../../lesson/record/record.ts";
import { judgeLesson, type Judgement } from "../../match/match.ts";
import { sightOf, type Moment } from "../../match/moment.ts";
import { demandOf } from "../../match/prefilter/prefilter.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { toolBuckets, type ToolBucket } from "../../match/tool-bucket.ts";
import type { Paths } from "../../platform/paths.ts";
import { deliveryObstacles, type DeliveryObstacle } from "./delivery-obstacles.ts";
import { momentOf, rehearse, type Rehearsal } from "./rehearsal.ts";
import { requireReady } from "../compile/ready-lessons.ts";
import { showLesson } from "../../lesson/find.ts";
import { slowLessons } from "../slow-lessons.ts";
import { isToldInSession } from "./told-in-session.ts";
import type { Context } from "../../platform/context.ts";

/** When a lesson is delivered, why not, and at one call condition by condition. */
export interface LessonExplanation {
  readonly record: FullRecord;
  /** As it would be delivered, whether or not it is in use. */
  readonly ready: ReadyLesson;
  readonly obstacles: readonly DeliveryObstacle[];
  /** The tools at whose every call it starts Node. */
  readonly bluntIn: readonly ToolBucket[];
  readonly call?: CallExplanation;
}

export interface CallExplanation {
  readonly payload: ToolPayload;
  readonly moment: Moment;
  /** What its patterns were tested on. */
  readonly lookedAt: { readonly commands: readonly string[]; readonly paths: readonly string[] };
  readonly judgement: Judgement;
  /** In thousandths. */
  readonly threshold: number;
  readonly fate: Fate;
}

type Fate =
  | { readonly is: "delivered"; readonly form: Delivered["form"]; readonly of: number }
  /** Others took the room. */
  | { readonly is: "dropped"; readonly instead: readonly string[] }
  /** It fires, but one of the obstacles keeps it back. */
  | { readonly is: "kept-back" }
  | { readonly is: "told-before" }
  | { readonly is: "does-not-fire" };

export interface ExplainPlace {
  readonly rehearsal: Rehearsal;
  readonly paths: Pick<Paths, "home" | "cache">;
}

/** `name` as in `lessons show`. Nothing is changed. */
export function explainLesson(
  context: Pick<Context, "database">,
  name: string,
  place: ExplainPlace,
  payload?: ToolPayload,
): LessonExplanation {
  const record = showLesson(context, name);
  const ready = readyFrom(record);
  const { config, silence } = place.rehearsal;
  const isTooSlow = slowLessons(place.paths)(ready);
  const obstacles = deliveryObstacles(record, ready, { config, silence, isTooSlow });
  return {
    record,
    ready,
    obstacles,
    bluntIn: toolBuckets.filter((bucket) => demandOf(ready, bucket).isBlunt),
    ...(payload === undefined
      ? {}
      : { call: explainCall(ready, payload, place, { isKeptBack: obstacles.length > 0 }) }),
  };
}

function readyFrom(record: FullRecord): ReadyLesson {
  const seen = record.evidence.map(({ seenAt }) => seenAt).toSorted();
  const lastSeenAt = seen.at(-1);
  const origin = {
    sessions: record.sessionCount,
    ...(lastSeenAt === undefined ? {} : { lastSeenAt }),
  };
  return requireReady({ lesson: fromRecord(record), origin });
}

function explainCall(
  ready: ReadyLesson,
  payload: ToolPayload,
  { rehearsal, paths }: ExplainPlace,
  { isKeptBack }: { readonly isKeptBack: boolean },
): CallExplanation {
  const { config } = rehearsal;
  const threshold = config.relevanceThreshold;
  const moment = momentOf(rehearsal, payload, [ready]);
  const judgement = judgeLesson(ready, moment, threshold);
  const sight = sightOf(moment);
  const isTold = isToldInSession(paths.home, ready, payload, config.dedupeScope);
  return {
    payload,
    moment,
    lookedAt: { commands: sight.commands(), paths: sight.paths() },
    judgement,
    threshold,
    fate: !judgement.fires
      ? { is: "does-not-fire" }
      : isKeptBack
        ? { is: "kept-back" }
        : isTold
          ? { is: "told-before" }
          : fateAmong(ready, rehearse(rehearsal, payload).delivered),
  };
}

function fateAmong({ id }: ReadyLesson, delivered: readonly Delivered[]): Fate {
  const mine = delivered.find(({ judgement }) => judgement.lesson.id === id);
  return mine === undefined
    ? { is: "dropped", instead: delivered.map(({ judgement }) => judgement.lesson.slug) }
    : { is: "delivered", form: mine.form, of: delivered.length };
}

import { join } from "node:path";
import type { HookPayload, ToolPayload } from "../../agents/delivery.ts";
import { showLesson } from "../../lesson/find.ts";
import { fromRecord, type FullRecord } from "../../lesson/record/record.ts";
import { judgeLesson, type Judgement } from "../../match/match.ts";
import { type Moment, sightOf } from "../../match/moment.ts";
import { demandOf } from "../../match/prefilter/prefilter.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { type ToolBucket, toolBuckets } from "../../match/tool-bucket.ts";
import type { Context } from "../../platform/context.ts";
import { namesIn, safeName } from "../../platform/files/names.ts";
import type { Paths } from "../../platform/paths.ts";
import { claimName, claimsFolder } from "../claim-name.ts";
import { requireReady } from "../compile/make-ready.ts";
import type { Delivered } from "../plan/plan.ts";
import { slowLessons } from "../compile/current-cache.ts";
import { type DeliveryObstacle, deliveryObstacles } from "./delivery-obstacles.ts";
import { momentOf, type Rehearsal, rehearse } from "./rehearsal.ts";

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
  | { readonly is: "delivered-before" }
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
  const origin = { sessions: record.sessionCount, lastSeenAt };
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
  const isDelivered = isDeliveredInSession(paths.home, ready, payload, config.dedupeScope);
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
        : isDelivered
          ? { is: "delivered-before" }
          : fateAmong(ready, rehearse(rehearsal, payload).delivered),
  };
}

function fateAmong({ id }: ReadyLesson, delivered: readonly Delivered[]): Fate {
  const mine = delivered.find(({ judgement }) => judgement.lesson.id === id);
  return mine === undefined
    ? { is: "dropped", instead: delivered.map(({ judgement }) => judgement.lesson.slug) }
    : { is: "delivered", form: mine.form, of: delivered.length };
}

/** Whether the session of a payload has got this lesson already: then it does not get it again. */
function isDeliveredInSession(
  home: string,
  lesson: Pick<ReadyLesson, "id" | "priority">,
  { sessionId, agentId }: HookPayload,
  dedupeScope: "session" | "agent",
): boolean {
  if (sessionId === undefined) return false;
  const claim = claimName(lesson, dedupeScope === "agent" ? agentId : undefined);
  return namesIn(join(home, "sessions", safeName(sessionId), claimsFolder)).includes(claim);
}

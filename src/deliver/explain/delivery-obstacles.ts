import { type Kind, isRenderedKind } from "../../lesson/record/body.ts";
import { isForCalls } from "../../lesson/record/triggers.ts";
import { fromRecord, type FullRecord, type LessonRecord } from "../../lesson/record/record.ts";
import {
  isForSystem,
  systemsIn,
  type OperatingSystem,
} from "../../lesson/record/operating-system.ts";
import type { Status } from "../../lesson/record/lifecycle.ts";
import { demandOf } from "../../match/prefilter/prefilter.ts";
import { mostScore } from "../../match/relevance.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { type ToolBucket, toolBuckets } from "../../match/tool-bucket.ts";
import type { Context } from "../../platform/context.ts";
import type { DeliveryConfig } from "../compile/cache-index.ts";
import { makeReady, thisSystem } from "../compile/make-ready.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { originOf } from "../text/lesson-text.ts";
import type { Silence } from "./rehearsal.ts";

/** What keeps a lesson from being delivered at any call at all. */
export type DeliveryObstacle =
  | { readonly is: "not-active"; readonly status: Status; readonly because: string | null }
  | { readonly is: "below-confidence"; readonly least: number }
  | { readonly is: "below-priority"; readonly least: number }
  /** Its tags name other systems. */
  | { readonly is: "other-system"; readonly systems: readonly OperatingSystem[] }
  /** It is for the start of a session only. */
  | { readonly is: "not-at-calls" }
  /** No call is about it, because it is for agents to read. */
  | { readonly is: "rendered"; readonly kind: Kind }
  /** It names neither a command, a path, a content nor a keyword. */
  | { readonly is: "nothing-specific" }
  /** No call can give it enough, in thousandths. */
  | { readonly is: "out-of-reach"; readonly most: number; readonly threshold: number }
  /** It comes with the error only, and what helps was neither seen twice nor written by a person. */
  | { readonly is: "unproven-fix" }
  /** It comes with the error only, and that is switched off. */
  | { readonly is: "not-with-errors" }
  /** It used up the hook's time once, and is left out until the next compilation. */
  | { readonly is: "too-slow" }
  | Silence;

/** Whether a lesson will ever be delivered, and what that costs. */
export interface DeliveryOutlook {
  readonly obstacles: readonly DeliveryObstacle[];
  /** The tools at whose every call it starts Node. */
  readonly bluntIn: readonly ToolBucket[];
}

interface Circumstances {
  readonly config: DeliveryConfig;
  readonly silence?: Silence | undefined;
  readonly isTooSlow: boolean;
}

export function outlookOf(
  record: LessonRecord,
  ready: ReadyLesson,
  { config, silence, isTooSlow }: Circumstances,
): DeliveryOutlook {
  const { status, archiveReason: because, confidence, priority } = record;
  const { minConfidence, minPriority, relevanceThreshold: threshold } = config;
  const most = mostScore(ready);
  const isAtCalls = isForCalls(ready);
  const isBefore = ready.injectOn.includes("PreToolUse") || ready.delivery !== "advise";
  const found: DeliveryObstacle[] = [];
  if (status !== "active") found.push({ is: "not-active", status, because });
  if (confidence < minConfidence) found.push({ is: "below-confidence", least: minConfidence });
  if (priority < minPriority) found.push({ is: "below-priority", least: minPriority });
  if (!isForSystem(record.tags, thisSystem()))
    found.push({ is: "other-system", systems: systemsIn(record.tags) });
  if (!isAtCalls) found.push({ is: "not-at-calls" });
  else if (most === 0 && isRenderedKind(ready.kind))
    found.push({ is: "rendered", kind: ready.kind });
  else if (most === 0) found.push({ is: "nothing-specific" });
  else if (most < threshold) found.push({ is: "out-of-reach", most, threshold });
  if (isAtCalls && !isBefore && ready.hint === undefined) found.push({ is: "unproven-fix" });
  if (isAtCalls && !isBefore && !config.withError) found.push({ is: "not-with-errors" });
  if (isTooSlow) found.push({ is: "too-slow" });
  if (silence !== undefined) found.push(silence);
  const bluntIn = toolBuckets.filter((bucket) => demandOf(ready, bucket).isBlunt);
  return { obstacles: found, bluntIn };
}

/** Of a lesson that was just written down. */
export function deliveryOutlook(
  { config }: Pick<Context, "config">,
  record: FullRecord,
): DeliveryOutlook {
  const ready = makeReady({ lesson: fromRecord(record), origin: originOf(record) });
  return outlookOf(record, ready, { config: deliveryConfig(config), isTooSlow: false });
}

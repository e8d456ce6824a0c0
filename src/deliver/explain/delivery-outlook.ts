import { makeReady } from "../compile/make-ready.ts";
import { fromRecord, type FullRecord } from "../../lesson/record/record.ts";
import { demandOf } from "../../match/prefilter/prefilter.ts";
import { toolBuckets, type ToolBucket } from "../../match/tool-bucket.ts";
import { deliveryConfig } from "../delivery-config.ts";
import { deliveryObstacles, type DeliveryObstacle } from "./delivery-obstacles.ts";
import type { Context } from "../../platform/context.ts";

/** Whether a lesson that was just written down will ever be delivered, and what that costs. */
export interface DeliveryOutlook {
  readonly obstacles: readonly DeliveryObstacle[];
  /** The tools at whose every call it starts Node. */
  readonly bluntIn: readonly ToolBucket[];
}

export function deliveryOutlook(
  { config }: Pick<Context, "config">,
  record: FullRecord,
): DeliveryOutlook {
  const ready = makeReady({
    lesson: fromRecord(record),
    origin: { sessions: record.sessionCount },
  });
  const obstacles = deliveryObstacles(record, ready, {
    config: deliveryConfig(config),
    isTooSlow: false,
  });
  const bluntIn = toolBuckets.filter((bucket) => demandOf(ready, bucket).isBlunt);
  return { obstacles, bluntIn };
}

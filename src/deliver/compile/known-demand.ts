import { type Demand, demandOf, demandOfFailure } from "../../match/prefilter/prefilter.ts";
import { remembered } from "../../match/once.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { ToolBucket } from "../../match/tool-bucket.ts";

/** What a lesson asks of payloads, worked out once: slices, filters and the filters of results all need it. */
export const knownDemand = oncePerBucket(demandOf);
export const knownDemandOfFailure = oncePerBucket(demandOfFailure);

function oncePerBucket(demand: typeof demandOf) {
  const known = remembered<ReadyLesson, Map<ToolBucket, Demand>>(() => new Map());
  return (lesson: ReadyLesson, bucket: ToolBucket): Demand => {
    const found = known(lesson).get(bucket) ?? demand(lesson, bucket);
    known(lesson).set(bucket, found);
    return found;
  };
}

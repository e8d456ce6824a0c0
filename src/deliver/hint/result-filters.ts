import { hiddenFailureTexts } from "../../agents/outcome/judge-outcome.ts";
import { type Expression, linesAsFile, prefilterLines } from "../../match/prefilter/grep-lines.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { toolBuckets } from "../../match/tool-bucket.ts";
import { knownDemandOfFailure } from "../compile/known-demand.ts";
import { resultBucket } from "./result-bucket.ts";

/**
 * What must be in a result for any lesson to come with it, by the file of the compilation that the launcher looks for:
 * one for each bucket, one for calls that were refused before they ran, and the words without which no shell call that
 * ended well can have failed. Without a file the launcher ends at once.
 */
export function resultFilters(lessons: readonly ReadyLesson[]): ReadonlyMap<string, string> {
  const filters = new Map<string, string>();
  const refusable: Expression[] = [];
  for (const bucket of toolBuckets) {
    const expressions = lessons.flatMap(
      (lesson) => knownDemandOfFailure(lesson, bucket).expressions,
    );
    if (expressions.length === 0) continue;
    filters.set(`prefilter/${resultBucket(bucket)}`, linesAsFile(prefilterLines(expressions)));
    if (bucket === "bash") filters.set("prefilter/hidden", linesAsFile(hiddenFailureTexts));
    else refusable.push(...expressions);
  }
  if (refusable.length > 0)
    filters.set("prefilter/refused", linesAsFile(prefilterLines(refusable)));
  return filters;
}

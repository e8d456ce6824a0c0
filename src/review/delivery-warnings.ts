import { levelOf } from "../lesson/record/level.ts";
import type { Lesson } from "../lesson/record/lesson.ts";
import { mostScore } from "../match/relevance.ts";
import { demandOf } from "../match/prefilter/prefilter.ts";
import type { ReadyLesson } from "../match/ready-lesson.ts";
import { isRenderedKind } from "../lesson/record/body.ts";
import { toolBuckets } from "../match/tool-bucket.ts";
import type { Config } from "../platform/configuration/schema.ts";
import { tooDoubtful } from "../lesson/move.ts";

type Bars = Pick<Config, "minPriority" | "relevanceThreshold">;

/** Why a lesson, once approved, would not be delivered at tool calls. Its confidence is raised by approval. */
export function deliveryWarnings(
  lesson: Pick<Lesson, "kind" | "priority" | "triggers">,
  ready: ReadyLesson,
  { minPriority, relevanceThreshold }: Bars,
): readonly string[] {
  const { kind, priority, triggers } = lesson;
  const most = mostScore(ready);
  if (most === 0 && isRenderedKind(kind)) return [];
  if (priority < minPriority)
    return [
      `priority ${priority} is below minPriority (${minPriority}): it will not be delivered at tool calls`,
    ];
  if (!triggers.injectOn.includes("PreToolUse")) return [];
  if (most === 0) return ["it names no command, path, content or word: no tool call is about it"];
  if (most >= Math.round(relevanceThreshold * 1000)) return [];
  return [
    `level ${levelOf(priority)}: it will not be delivered at tool calls; search and the skill of its tool have it`,
  ];
}

/** What a person should know about the lesson itself before approving it. */
export function approvalWarnings(lesson: Lesson, ready: ReadyLesson): readonly string[] {
  const blunt = toolBuckets.filter((bucket) => demandOf(ready, bucket).isBlunt);
  return [
    ...(lesson.confidence < tooDoubtful
      ? [`confidence ${lesson.confidence}: approving it needs --force`]
      : []),
    ...(lesson.flags.includes("needsHumanFix")
      ? ["what to do about it is for a person to say"]
      : []),
    ...(lesson.flags.includes("unprovenPattern")
      ? ["one of its patterns could not be proven to be fast"]
      : []),
    ...(blunt.length === 0
      ? []
      : [`its trigger is blunt: it costs a start of Node at every call of ${blunt.join(", ")}`]),
  ];
}

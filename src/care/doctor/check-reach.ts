import { mostScore } from "../../match/relevance.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { isRenderedKind } from "../../lesson/record/body.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import type { Examined, Finding } from "./finding.ts";
import { named } from "./named.ts";
import type { ActiveLesson, Checkup } from "./checkup.ts";

/** Active lessons that can never be delivered, whatever the agent does. */
export function checkReach({ open }: Checkup): Examined {
  if (open === undefined) return { findings: [] };
  const config = deliveryConfig(open.context.config);
  const atCalls = open.active.filter(
    ({ ready }) => ready.injectOn.includes("PreToolUse") && !isAtStart(ready),
  );
  const isBelow = ({ lesson, ready }: ActiveLesson) =>
    (lesson.confidence < config.minConfidence || lesson.priority < config.minPriority) &&
    !(mostScore(ready) === 0 && isRenderedKind(ready.kind));
  // That LOW lessons are not delivered is how they are meant.
  const isWeak = ({ ready }: ActiveLesson) =>
    levelOf(ready.priority) !== "LOW" && mostScore(ready) < config.relevanceThreshold;
  const empty = atCalls.filter(
    ({ ready }) => mostScore(ready) === 0 && !isRenderedKind(ready.kind),
  );
  const weak = atCalls.filter((active) => mostScore(active.ready) > 0 && isWeak(active));
  return {
    findings: [
      ...found("no-trigger", empty, {
        severity: "warning",
        text: "no call can be about these, for they name no command, path, content or word",
        hint: "lessons edit <slug> commandPatterns '+^git\\s+stash\\b'",
      }),
      ...found("below", open.active.filter(isBelow), {
        severity: "note",
        text: "active, but below minConfidence or minPriority, so never delivered",
        hint: "raise them with lessons edit, or lower the bar with lessons config set",
      }),
      ...found("out-of-reach", weak, {
        severity: "note",
        text: "no call gives these enough to be delivered",
        hint: "name a tool or a target: lessons edit <slug> toolNames '+Bash'; lessons explain <slug> shows the sum",
      }),
    ],
  };
}

/** Also shown at the start of a session. */
function isAtStart({ injectOn, priority }: ActiveLesson["ready"]): boolean {
  return injectOn.includes("SessionStart") || levelOf(priority) === "CRITICAL";
}

function found(
  check: string,
  lessons: readonly ActiveLesson[],
  { severity, text, hint }: Pick<Finding, "severity" | "text" | "hint">,
): readonly Finding[] {
  if (lessons.length === 0) return [];
  const slugs = lessons.map(({ lesson }) => lesson.slug);
  return [{ check, severity, text: `${text}: ${named(slugs)}`, hint, slugs }];
}

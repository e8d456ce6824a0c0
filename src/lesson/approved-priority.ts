import { hasTarget, hasWord } from "../match/relevance.ts";
import type { Lesson } from "./record/lesson.ts";
import { levelOf, priorityRange } from "./record/level.ts";

/**
 * The priority that a lesson has once a person approves it. LOW is never delivered at a call, so that a lesson
 * which has a trigger is MEDIUM at least: whoever approves it wants it there.
 */
export function approvedPriority({
  priority,
  triggers,
}: Pick<Lesson, "priority" | "triggers">): number {
  const { injectOn, actionKeywords, contextKeywords } = triggers;
  const isWithError = injectOn.includes("PostToolUseFailure");
  const hasTrigger = hasTarget(triggers) || hasWord(actionKeywords) || hasWord(contextKeywords);
  // What an error shows needs no trigger of its own.
  const isAtCalls = isWithError || (hasTrigger && injectOn.includes("PreToolUse"));
  if (levelOf(priority) !== "LOW" || !isAtCalls) return priority;
  return priorityRange.MEDIUM[0];
}

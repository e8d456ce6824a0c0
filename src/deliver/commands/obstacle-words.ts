import type { DeliveryObstacle } from "../explain/delivery-obstacles.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { LessonRecord } from "../../lesson/record/record.ts";
import { minute } from "../../cli/layout.ts";

/** Why a lesson is not delivered, and what to do about it. */
export function obstacleWords(
  obstacle: DeliveryObstacle,
  { slug, confidence, priority }: LessonRecord,
): string {
  switch (obstacle.is) {
    case "not-active":
      return notActive(obstacle, slug);
    case "below-confidence":
      return `its confidence ${confidence} is below minConfidence (${obstacle.least})`;
    case "below-priority":
      return `its priority ${priority} is below minPriority (${obstacle.least})`;
    case "not-at-calls":
      return "it is not for tool calls (injectOn has no PreToolUse)";
    case "rendered":
      return `it is a ${obstacle.kind}, which agents read in its project: lessons render`;
    case "nothing-specific":
      return `it names no command, path, content or keyword, so no call is about it: lessons edit ${slug} commandPatterns '+^git\\s+stash\\b'`;
    case "out-of-reach":
      return `${levelOf(priority)} reaches ${points(obstacle.most)} at most, and ${points(obstacle.threshold)} is needed: it is found by search and in the skill of its tool, never at a call`;
    case "too-slow":
      return "its patterns used up the hook's time, so it is left out until the next lessons compile";
    case "switched-off":
      return "delivery is switched off here by LESSONS_DISABLED";
    case "paused":
      return `delivery is paused${obstacle.until === undefined ? "" : ` until ${minute(obstacle.until)} UTC`}: lessons resume`;
  }
}

/** Thousandths as people read them. */
export function points(thousandths: number): string {
  return (thousandths / 1000).toFixed(thousandths % 10 === 0 ? 2 : 3);
}

function notActive(
  { status, because }: Extract<DeliveryObstacle, { readonly is: "not-active" }>,
  slug: string,
): string {
  if (status === "archived") {
    return `it is archived (${because ?? "no reason given"}): lessons restore ${slug}`;
  }
  return `it is ${status === "candidate" ? "a candidate" : status}, and only active lessons are delivered: lessons edit ${slug} status active`;
}

import type { Lesson } from "../../lesson/record/lesson.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { UpkeepFinding } from "./upkeep-finding.ts";
import type { UpkeepSettings } from "../../platform/configuration/upkeep-settings.ts";

/** Where most lessons are CRITICAL, the word says nothing any more. About all lessons together. */
export function inflation(
  lessons: readonly Lesson[],
  settings: UpkeepSettings,
): UpkeepFinding | undefined {
  if (!settings.inflation) return undefined;
  const active = lessons.filter(({ stage }) => stage.status === "active");
  const critical = active.filter(({ priority }) => levelOf(priority) === "CRITICAL").length;
  if (active.length < fewestLessons || critical <= active.length * mostShare) return undefined;
  return {
    rule: "inflation",
    does: "flag",
    because: `${critical} of ${active.length} active lessons are CRITICAL, so the word says little`,
  };
}

/** One or two lessons may well be the two that matter. */
const fewestLessons = 3;
const mostShare = 0.5;

import type { UpkeepAct } from "../../core/upkeep/upkeep-finding.ts";
import type { Workshop } from "../workshop.ts";
import { archiveLessons, toArchive, type ArchivedLesson } from "./apply-upkeep.ts";
import type { UpkeepPlace } from "./gather-facts.ts";
import type { UpkeepPlan } from "./plan-upkeep.ts";
import { keepMarks, marksOf, readMarks } from "./upkeep-marks.ts";

/** Archives what a plan says, as far as `acts` go, and keeps the rest as marks of attention. */
export function carryOut(
  workshop: Workshop,
  { home }: Pick<UpkeepPlace, "home">,
  plan: UpkeepPlan,
  acts: readonly UpkeepAct[],
): readonly ArchivedLesson[] {
  const archived = archiveLessons(workshop, toArchive(plan.findings, acts));
  const left = plan.after(new Set(archived.map(({ lesson }) => lesson.id)));
  const dailyAt = readMarks(home)?.dailyAt;
  keepMarks(home, {
    lookedAt: plan.lookedAt,
    ...(dailyAt === undefined ? {} : { dailyAt }),
    marks: marksOf(left),
  });
  return archived;
}

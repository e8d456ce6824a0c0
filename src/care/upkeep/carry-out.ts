import type { UpkeepFinding } from "./upkeep-finding.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { UpkeepAct } from "./upkeep-finding.ts";
import { findLesson } from "../../lesson/table/lessons.ts";
import type { Context } from "../../platform/context.ts";
import { archiveLessons, isAsItWas, toArchive, type ArchivedLesson } from "./apply-upkeep.ts";
import type { UpkeepPlace } from "./gather-facts.ts";
import type { UpkeepPlan } from "./plan-upkeep.ts";
import { keepMarks, readMarks, type UpkeepMark } from "../../lesson/upkeep-marks.ts";

/** What became of a plan. Somebody else may have been faster. */
export interface CarriedOut {
  readonly archived: readonly ArchivedLesson[];
  readonly archivedMeanwhile: number;
  readonly changedMeanwhile: number;
}

/** Archives what a plan says, as far as `acts` go, and keeps the rest as marks of attention. */
export function carryOut(
  context: Context,
  { home }: Pick<UpkeepPlace, "home">,
  plan: UpkeepPlan,
  acts: readonly UpkeepAct[],
): CarriedOut {
  const wanted = toArchive(plan.findings, acts);
  const archived = archiveLessons(context, wanted);
  const own = new Set(archived.map(({ lesson }) => lesson.id));
  const others = wanted.filter(({ lesson }) => !own.has(lesson.id));
  const gone = plan.findings.flatMap(({ lesson }) =>
    lesson !== undefined && isArchived(context, lesson) ? [lesson.id] : [],
  );
  const left = plan
    .after(new Set(gone))
    .filter(({ lesson }) => lesson === undefined || isUnchanged(context, lesson));
  const dailyAt = readMarks(home)?.dailyAt;
  keepMarks(home, {
    lookedAt: plan.lookedAt,
    ...(dailyAt === undefined ? {} : { dailyAt }),
    marks: marksOf(left),
  });
  const archivedMeanwhile = others.filter(({ lesson }) => isArchived(context, lesson)).length;
  return { archived, archivedMeanwhile, changedMeanwhile: others.length - archivedMeanwhile };
}

function isArchived({ database }: Context, { id }: Lesson): boolean {
  return findLesson(database, id)?.stage.status === "archived";
}

function isUnchanged({ database }: Context, lesson: Lesson): boolean {
  return isAsItWas(findLesson(database, lesson.id), lesson);
}

/** Those that a person should look at, now that the rest is done. */
function marksOf(findings: readonly UpkeepFinding[]): readonly UpkeepMark[] {
  return findings
    .filter(({ does }) => does !== "nothing")
    .slice(0, mostMarks)
    .map(({ lesson, because }) => ({
      because,
      ...(lesson === undefined ? {} : { lesson: lesson.id }),
    }));
}

const mostMarks = 10_000;

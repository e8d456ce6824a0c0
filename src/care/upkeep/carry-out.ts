import type { Lesson } from "../../lesson/record/lesson.ts";
import { storeChange } from "../../lesson/change.ts";
import { moveOf } from "../../lesson/move.ts";
import { findLesson } from "../../lesson/table/lessons.ts";
import { keepMarks, readMarks, type UpkeepMark } from "../../lesson/upkeep-marks.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import type { UpkeepPlace, UpkeepPlan } from "./plan-upkeep.ts";
import { archiveReason, type UpkeepAct, type UpkeepFinding } from "./upkeep-finding.ts";

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
    .filter(
      ({ lesson }) =>
        lesson === undefined || isAsItWas(findLesson(context.database, lesson.id), lesson),
    );
  const dailyAt = readMarks(home)?.dailyAt;
  keepMarks(home, { lookedAt: plan.lookedAt, dailyAt, marks: marksOf(left) });
  const archivedMeanwhile = others.filter(({ lesson }) => isArchived(context, lesson)).length;
  return { archived, archivedMeanwhile, changedMeanwhile: others.length - archivedMeanwhile };
}

function isArchived({ database }: Context, { id }: Lesson): boolean {
  return findLesson(database, id)?.stage.status === "archived";
}

/** Those that a person should look at, now that the rest is done. */
function marksOf(findings: readonly UpkeepFinding[]): readonly UpkeepMark[] {
  return findings
    .filter(({ does }) => does !== "nothing")
    .slice(0, mostMarks)
    .map(({ lesson, rule, because }) => ({ lesson: lesson?.id, rule, because }));
}

const mostMarks = 10_000;

/** The lessons that a plan would archive when it goes as far as `acts`, each with the first reason. */
export function toArchive(
  findings: readonly UpkeepFinding[],
  acts: readonly UpkeepAct[],
): readonly ArchivedLesson[] {
  const byLesson = new Map<string, ArchivedLesson>();
  for (const { lesson, does, ...reason } of findings) {
    if (lesson === undefined || !acts.includes(does) || byLesson.has(lesson.id)) continue;
    byLesson.set(lesson.id, { lesson, because: archiveReason(reason) });
  }
  return [...byLesson.values()];
}

export interface ArchivedLesson {
  readonly lesson: Lesson;
  readonly because: string;
}

/**
 * Archives them all at once, with the reasons in the record. A lesson that somebody has changed since it was looked
 * at is left alone: what was found may not be true any more.
 */
function archiveLessons(
  { database, system, config }: Context,
  lessons: readonly ArchivedLesson[],
): readonly ArchivedLesson[] {
  if (lessons.length === 0) return [];
  const { minConfidence } = config;
  return inTransaction(database, () =>
    lessons.filter(({ lesson, because }) => {
      const current = findLesson(database, lesson.id);
      if (!isAsItWas(current, lesson)) return false;
      const verdict = { verdict: "archive", by: "upkeep", because } as const;
      const options = { now: system.now(), minConfidence, force: false };
      storeChange(database, moveOf(current, verdict, options));
      return true;
    }),
  );
}

/** Whether nobody has changed it since it was looked at. */
function isAsItWas(current: Lesson | undefined, lesson: Lesson): current is Lesson {
  return current?.stage.status === lesson.stage.status && current.updatedAt === lesson.updatedAt;
}

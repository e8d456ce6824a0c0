import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import { findUpkeep } from "./upkeep-rules.ts";
import type { UpkeepFinding } from "./upkeep-finding.ts";
import { lessonFromRow } from "../../lesson/table/lessons.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import type { Context } from "../../platform/context.ts";
import { gatherFacts, type UpkeepPlace } from "./gather-facts.ts";

/** What upkeep found, before anything happens. */
export interface UpkeepPlan {
  readonly lookedAt: Instant;
  /** How many lessons were looked at. */
  readonly lessons: number;
  readonly findings: readonly UpkeepFinding[];
  /** What would still be found once these are archived. */
  readonly after: (archived: ReadonlySet<string>) => readonly UpkeepFinding[];
}

/** Looks at all lessons that are not archived. Nothing is changed. */
export async function planUpkeep(context: Context, place: UpkeepPlace): Promise<UpkeepPlan> {
  const { database, system, config } = context;
  const now = system.now();
  const statuses = ["candidate", "reviewed", "active"] as const;
  const lessons: readonly Lesson[] = [...eachLesson(database, { statuses })].map(lessonFromRow);
  const factsOf = await gatherFacts(context, { lessons, now, place });
  const find = (those: readonly Lesson[]) =>
    findUpkeep(those, { now, settings: config.upkeep, factsOf });
  return {
    lookedAt: now,
    lessons: lessons.length,
    findings: find(lessons),
    after: (archived) => find(lessons.filter(({ id }) => !archived.has(id))),
  };
}

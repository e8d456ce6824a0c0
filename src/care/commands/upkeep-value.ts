import type { ArchivedLesson } from "../upkeep/carry-out.ts";
import type { UpkeepPlan } from "../upkeep/plan-upkeep.ts";

/** The plan and what was done of it, for `--json`. */
export function upkeepValue(
  { lookedAt, lessons, findings }: UpkeepPlan,
  archived: readonly ArchivedLesson[],
  dryRun: boolean,
): object {
  return {
    dryRun,
    lookedAt,
    lessons,
    findings: findings.map(({ rule, lesson, does, because, seen }) => ({
      rule,
      slug: lesson?.slug ?? null,
      summary: lesson?.summary ?? null,
      status: lesson?.stage.status ?? null,
      does,
      because,
      seen: seen ?? null,
    })),
    archived: archived.map(({ lesson, because }) => ({ slug: lesson.slug, because })),
  };
}

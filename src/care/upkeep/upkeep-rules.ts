import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import { deadTrigger } from "./dead-trigger.ts";
import { drafts } from "./drafts.ts";
import { expired } from "./expired.ts";
import { inflation } from "./inflation.ts";
import type { LessonFacts, LessonRule, RuleView } from "./lesson-rule.ts";
import { missingFiles } from "./missing-files.ts";
import { neverMatched } from "./never-matched.ts";
import { successorsOf } from "./successors.ts";
import { superseded } from "./superseded.ts";
import { unhelpful } from "./unhelpful.ts";
import { isSameReason, type UpkeepFinding, type UpkeepRuleName } from "./upkeep-finding.ts";
import type { UpkeepSettings } from "../../platform/configuration/upkeep-settings.ts";

/** Those about one lesson. When several would archive it, the first gives the reason. */
const lessonRules: Readonly<Record<Exclude<UpkeepRuleName, "inflation">, LessonRule>> = {
  expired,
  superseded,
  unhelpful,
  drafts,
  "never-matched": neverMatched,
  "missing-files": missingFiles,
  "dead-trigger": deadTrigger,
};

export interface UpkeepView {
  readonly now: Instant;
  readonly settings: UpkeepSettings;
  readonly factsOf: (lesson: Lesson) => LessonFacts;
}

/** Everything that the rules find, in the order of the lessons. Nothing is changed. */
export function findUpkeep(
  lessons: readonly Lesson[],
  { now, settings, factsOf }: UpkeepView,
): readonly UpkeepFinding[] {
  const kept = lessons.filter(({ stage }) => stage.status !== "archived");
  const bySlug = new Map(kept.map((lesson) => [lesson.slug, lesson]));
  const found = kept.flatMap((lesson) =>
    findingsIn(lesson, {
      now,
      settings,
      facts: factsOf(lesson),
      successors: successorsOf(lesson, bySlug),
    }),
  );
  const archived = new Set(
    found.flatMap(({ does, lesson }) => (does === "archive" ? (lesson?.id ?? []) : [])),
  );
  const together = inflation(
    kept.filter(({ id }) => !archived.has(id)),
    settings,
  );
  return together === undefined ? found : [...found, together];
}

function findingsIn(lesson: Lesson, view: RuleView): readonly UpkeepFinding[] {
  return Object.entries(lessonRules).flatMap(([rule, look]) => {
    const found = look(lesson, view);
    if (found === undefined) return [];
    return [unlessBroughtBack({ rule: rule as UpkeepRuleName, lesson, ...found }, view.facts)];
  });
}

/** Who brings a lesson back has answered that reason. */
function unlessBroughtBack(finding: UpkeepFinding, { archivedFor }: LessonFacts): UpkeepFinding {
  const { does, because } = finding;
  if (does !== "archive" && does !== "propose-archive") return finding;
  if (!archivedFor.some((recorded) => isSameReason(recorded, because))) return finding;
  return { ...finding, does: "nothing", because: `${because}; somebody brought it back` };
}

import type { Instant, Lesson } from "../../lesson/record/lesson.ts";
import type { LessonFacts } from "./lesson-rule.ts";
import { lastSightings, upkeepReasons } from "./upkeep-facts.ts";
import type { Context } from "../../platform/context.ts";
import { fileFacts } from "../../knowledge/file-facts.ts";
import { matchFacts } from "./match-facts.ts";
import { projectRoots } from "./project-roots.ts";
import { receptionFacts } from "./reception-facts.ts";
import { triggerFacts } from "./trigger-facts.ts";
import { versionFacts } from "./version-facts.ts";

/** Where to look for what the store does not know. */
export interface UpkeepPlace {
  /** Ours. */
  readonly home: string;
  readonly userHome: string;
}

export interface Gathering {
  readonly lessons: readonly Lesson[];
  readonly now: Instant;
  readonly place: UpkeepPlace;
}

/** All that the rules want to know of each lesson. Rules that are switched off cost nothing. */
export async function gatherFacts(
  context: Context,
  gathering: Gathering,
): Promise<(lesson: Lesson) => LessonFacts> {
  const { database, config } = context;
  const { place } = gathering;
  const { drafts, unhelpful, missingFiles } = config.upkeep;
  const roots = projectRoots(database, place);
  const seen = drafts === "off" ? undefined : lastSightings(database);
  const reasons = upkeepReasons(database);
  const matching = matchFacts(context, gathering);
  const reception = unhelpful === "off" ? undefined : receptionFacts(context, gathering);
  const missing = missingFiles ? fileFacts(database, roots, place.userHome) : undefined;
  const versions = versionFacts(database, roots);
  const problems = await triggerFacts(context, gathering);
  return (lesson) => {
    const lastSeenAt = seen?.get(lesson.id);
    const matched = matching.get(lesson.id);
    const received = reception?.get(lesson.id);
    return {
      ...(lastSeenAt === undefined ? {} : { lastSeenAt }),
      ...(matched === undefined ? {} : { matching: matched }),
      ...(received === undefined ? {} : { reception: received }),
      versionOf: (name) => versions(lesson.scope, name),
      missingFiles: missing?.(lesson) ?? [],
      triggerProblems: problems.get(lesson.id) ?? [],
      archivedFor: reasons.get(lesson.id) ?? [],
    };
  };
}

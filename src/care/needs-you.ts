import { warningsNoted } from "../gates/warnings-note.ts";
import { storeNeeds, type NeedyLesson } from "../lesson/needs-you.ts";
import { needCount, type NeedCounts } from "../lesson/record/needs.ts";
import type { Context } from "../platform/context.ts";
import type { Paths } from "../platform/paths.ts";
import { projectPlace } from "../platform/project/place.ts";

/** All that needs the person where they are: the list behind the one number that hooks and the status line show. */
export interface NeedsYou {
  readonly count: number;
  readonly counts: NeedCounts;
  /** Lessons in use that somebody should look at, with the reasons. */
  readonly lessons: readonly NeedyLesson[];
}

export function needsYou(
  { database, place }: Pick<Context, "database" | "place">,
  { home }: Pick<Paths, "home">,
): NeedsYou {
  const { counts: stored, lessons } = storeNeeds(database);
  const root = place && projectPlace(place.workingDirectory).root;
  const counts = { ...stored, gates: root === undefined ? 0 : warningsNoted(home, root) };
  return { count: needCount(counts), counts, lessons };
}

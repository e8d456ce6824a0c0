import type {
  LessonFilter,
  LessonPage,
  LessonQuery,
  SearchPage,
  SearchQuery,
  TagCount,
} from "../core/lesson-query.ts";
import { slugsStartingWith } from "../store/lessons.ts";
import { countTags, countWithStatus, listLessons, searchLessons } from "../store/list-lessons.ts";
import type { Workshop } from "./workshop.ts";

type Reading = Pick<Workshop, "database">;

/** The lessons that fit, in order, at most `limit`. */
export function browseLessons({ database }: Reading, query: LessonQuery): LessonPage {
  return listLessons(database, query);
}

/** The lessons with these words, best first. */
export function searchFor({ database }: Reading, query: SearchQuery): SearchPage {
  return searchLessons(database, query);
}

export function tagsInUse({ database }: Reading, filter: LessonFilter): readonly TagCount[] {
  return countTags(database, filter);
}

/** Slugs for a shell that completes what was typed so far. */
export function completeSlug({ database }: Reading, beginning: string): readonly string[] {
  return slugsStartingWith(database, beginning, 200);
}

export function countCandidates({ database }: Pick<Workshop, "database">): number {
  return countWithStatus(database, "candidate");
}

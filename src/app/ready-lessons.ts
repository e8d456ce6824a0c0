import type { Lesson } from "../core/lesson.ts";
import type { ReadyLesson } from "../core/ready-lesson.ts";
import { activeLessons } from "../store/active-lessons.ts";
import type { Database } from "../store/database.ts";
import type { Config } from "../system/config-schema.ts";
import { requireReady } from "./require-ready.ts";

/** The lessons that are delivered. */
export interface ReadyLessons {
  readonly lessons: readonly ReadyLesson[];
  /** Active, but below `minConfidence` or `minPriority`. */
  readonly below: readonly string[];
}

export function readyLessons(
  database: Database,
  config: Pick<Config, "minConfidence" | "minPriority">,
): ReadyLessons {
  const lessons: ReadyLesson[] = [];
  const below: string[] = [];
  for (const { lesson, sessions, lastSeenAt } of activeLessons(database)) {
    const origin = { sessions, ...(lastSeenAt === null ? {} : { lastSeenAt }) };
    if (isWanted(lesson, config)) lessons.push(requireReady({ lesson, origin }));
    else below.push(lesson.slug);
  }
  return { lessons, below };
}

function isWanted(
  { confidence, priority }: Lesson,
  { minConfidence, minPriority }: Pick<Config, "minConfidence" | "minPriority">,
): boolean {
  return confidence >= minConfidence && priority >= minPriority;
}

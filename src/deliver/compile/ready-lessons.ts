import { makeReady, type ActiveLesson } from "./make-ready.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { activeLessons } from "../../lesson/table/lessons.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Config } from "../../platform/configuration/settings.ts";
import { Fault } from "../../platform/fault.ts";

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
    const origin = { sessions, lastSeenAt: lastSeenAt ?? undefined };
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

/** A fault for what was written by something else than us, and is no lesson: every field that we write was checked. */
export function requireReady(active: ActiveLesson): ReadyLesson {
  try {
    return makeReady(active);
  } catch (error) {
    const { slug } = active.lesson;
    throw new Fault("store-damaged", `${slug} is not a lesson as we write them`, {
      hint: `lessons archive ${slug} --reason broken takes it out of the way`,
      cause: error,
    });
  }
}

import type { Lesson } from "../../lesson/record/lesson.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { observationsIn } from "./observations.ts";
import { moveIfPossible } from "../../lesson/change.ts";
import type { Context } from "../../platform/context.ts";
import type { LearningPlace } from "../../platform/project/learning-place.ts";

/** The observations of a project that are not archived: what clearing would put away. */
export function clearableObservations(
  { database }: Pick<Context, "database">,
  { scope }: Pick<LearningPlace, "scope">,
): readonly Lesson[] {
  return observationsIn(database, [scope])
    .map(({ lesson }) => lesson)
    .filter(({ stage }) => stage.status !== "archived");
}

/** Those that were put away, by clearing or one by one. */
export function archivedObservations(
  { database }: Pick<Context, "database">,
  { scope }: Pick<LearningPlace, "scope">,
): readonly Lesson[] {
  return observationsIn(database, [scope])
    .map(({ lesson }) => lesson)
    .filter(({ stage }) => stage.status === "archived");
}

/** Archives every observation of a project. What is found from then on begins anew. */
export function clearObservations(context: Context, place: LearningPlace): readonly Lesson[] {
  return inTransaction(context.database, () => {
    const lessons = clearableObservations(context, place);
    for (const lesson of lessons)
      moveIfPossible(context, lesson, {
        verdict: "archive",
        by: "person",
        because: clearedReason,
      });
    return lessons;
  });
}

/** How an observation that was cleared is told from one that a person did not want. */
export const clearedReason = "cleared: lessons learn --clear";

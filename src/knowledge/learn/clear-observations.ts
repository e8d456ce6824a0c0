import type { Lesson } from "../../lesson/record/lesson.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { observationsIn } from "./observations.ts";
import { moveIfPossible } from "../../lesson/lesson-change.ts";
import type { Workshop } from "../../platform/context.ts";
import type { LearningPlace } from "./learning-place.ts";

/** The observations of a project that are not archived: what clearing would put away. */
export function clearableObservations(
  { database }: Pick<Workshop, "database">,
  { scope }: Pick<LearningPlace, "scope">,
): readonly Lesson[] {
  return observationsIn(database, [scope])
    .map(({ lesson }) => lesson)
    .filter(({ stage }) => stage.status !== "archived");
}

/** Those that were put away, by clearing or one by one. */
export function archivedObservations(
  { database }: Pick<Workshop, "database">,
  { scope }: Pick<LearningPlace, "scope">,
): readonly Lesson[] {
  return observationsIn(database, [scope])
    .map(({ lesson }) => lesson)
    .filter(({ stage }) => stage.status === "archived");
}

/** Archives every observation of a project. What is found from then on begins anew. */
export function clearObservations(workshop: Workshop, place: LearningPlace): readonly Lesson[] {
  return inTransaction(workshop.database, () => {
    const lessons = clearableObservations(workshop, place);
    for (const lesson of lessons)
      moveIfPossible(workshop, lesson, {
        verdict: "archive",
        by: "person",
        because: clearedReason,
      });
    return lessons;
  });
}

/** How an observation that was cleared is told from one that a person did not want. */
export const clearedReason = "cleared: lessons learn --clear";

import { moveLesson } from "../../src/app/move-lesson.ts";
import type { Workshop } from "../../src/app/workshop.ts";
import type { Lesson } from "../../src/core/lesson.ts";

/** A person archives a lesson. */
export function archivedBy(workshop: Workshop, { slug }: Lesson, because: string): void {
  moveLesson(workshop, slug, { verdict: "archive", by: "person", because });
}

import { moveLesson } from "../../src/lesson/move-lesson.ts";
import type { Workshop } from "../../src/platform/context.ts";
import type { Lesson } from "../../src/lesson/record/lesson.ts";

/** A person archives a lesson. */
export function archivedBy(workshop: Workshop, { slug }: Lesson, because: string): void {
  moveLesson(workshop, slug, { verdict: "archive", by: "person", because });
}

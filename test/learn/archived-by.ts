import { moveLesson } from "../../src/lesson/move.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Lesson } from "../../src/lesson/record/lesson.ts";

/** A person archives a lesson. */
export function archivedBy(context: Context, { slug }: Lesson, because: string): void {
  moveLesson(context, slug, { verdict: "archive", by: "person", because });
}

import type { UntoldLesson } from "./untold-critical.ts";
import type { MeasuredLesson } from "./measured-lessons.ts";

/** A critical lesson with where it should have been told and was not. */
export interface UntoldStats {
  readonly slug: string;
  readonly summary: string;
  readonly untold: UntoldLesson;
}

export function untoldLessons(
  untold: readonly UntoldLesson[],
  lessons: readonly MeasuredLesson[],
): readonly UntoldStats[] {
  const byId = new Map(lessons.map(({ lesson }) => [lesson.id, lesson]));
  return untold.flatMap((each) => {
    const lesson = byId.get(each.id);
    return lesson === undefined
      ? []
      : [{ slug: lesson.slug, summary: lesson.summary, untold: each }];
  });
}

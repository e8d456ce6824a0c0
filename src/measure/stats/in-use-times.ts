import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import type { MeasuredLesson } from "./measured-lessons.ts";

/** When something was delivered. A time before the lesson was in use is of a clock that was wrong. */
export function inUseTimes(
  notes: readonly DeliveryNote[],
  lessons: readonly MeasuredLesson[],
): readonly string[] {
  const since = new Map(lessons.map(({ lesson, activatedAt }) => [lesson.id, activatedAt]));
  return notes.flatMap(({ lesson, at }) => (at >= (since.get(lesson) ?? "") ? [at] : []));
}

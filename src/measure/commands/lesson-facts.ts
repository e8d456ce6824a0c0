import { levelOf } from "../../lesson/record/level.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";

/** What a report says of a lesson in `--json`: enough to know it by. `lessons show` has the rest. */
export function lessonFacts(lesson: Lesson): object {
  const { id, slug, kind, summary, priority, confidence, stage } = lesson;
  return { id, slug, kind, summary, status: stage.status, level: levelOf(priority), confidence };
}

import { makeReady } from "../../compile/make-ready.ts";
import type { Lesson } from "../../core/lesson.ts";
import type { ReadyLesson } from "../../core/ready-lesson.ts";

/** For a replay. None of what was written by something else than us, and is no lesson: `doctor` says that. */
export function readyIfSound(lesson: Lesson): readonly ReadyLesson[] {
  try {
    return [makeReady({ lesson, origin: { sessions: 0 } })];
  } catch {
    return [];
  }
}

import { makeReady } from "./make-ready.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";

/** For a replay. None of what was written by something else than us, and is no lesson: `doctor` says that. */
export function readyIfSound(lesson: Lesson): readonly ReadyLesson[] {
  try {
    return [makeReady({ lesson, origin: { sessions: 0 } })];
  } catch {
    return [];
  }
}

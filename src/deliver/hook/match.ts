import { hookMoment, type ToolPayload } from "../../agents/claude-code/hook-moment.ts";
import { matchLessons, type Judgement } from "../../match/match.ts";
import { sightOf } from "../../match/moment.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { SessionNote } from "./session-note.ts";

export interface MatchOptions {
  readonly threshold: number;
  readonly environment: NodeJS.ProcessEnv;
  /** Told before each lesson, so that one that takes too long can be named. */
  readonly onLesson: (lesson: ReadyLesson) => void;
}

/** Stage 3: which of the lessons this call should get. */
export function match(
  lessons: readonly ReadyLesson[],
  payload: ToolPayload,
  note: SessionNote,
  { threshold, environment, onLesson }: MatchOptions,
): readonly Judgement[] {
  const moment = hookMoment(payload, note, { lessons, environment });
  // No lesson is to blame for the time that it takes to read the call.
  if (lessons.length > 0) sightOf(moment).commands();
  return matchLessons(announced(lessons, onLesson), moment, threshold);
}

function* announced(
  lessons: readonly ReadyLesson[],
  onLesson: MatchOptions["onLesson"],
): Generator<ReadyLesson> {
  for (const lesson of lessons) {
    onLesson(lesson);
    yield lesson;
  }
}

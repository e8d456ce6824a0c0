import type { LessonDraft, Lesson } from "../../src/lesson/record/lesson.ts";
import { keepLesson } from "../../src/lesson/change.ts";
import { makeLesson } from "../../src/lesson/add.ts";
import type { Context } from "../../src/platform/context.ts";
import { historyOf } from "../../src/lesson/table/history.ts";
import { findLesson, lessonNumber } from "../../src/lesson/table/lessons.ts";
import { listReviewSessions } from "../../src/review/review-sessions.ts";

/** A candidate as a scan leaves it. */
export function found(context: Context, draft: LessonDraft): Lesson {
  const { database, system } = context;
  const defaults = { priority: 5, confidence: 0.4, source: "heuristic", by: "scanner" } as const;
  const lesson = makeLesson(draft, { status: "candidate", ...defaults }, system);
  const at = system.now();
  return keepLesson(database, system, lesson, {
    transitions: [{ from: "none", to: "candidate", at, by: "scanner", because: "found" }],
    evidence: [
      { is: "sighting", agent: "claude-code", sessionId: "one", seenAt: at, quote: "error: no" },
    ],
  });
}

export function pitfall(summary: string, more: Partial<LessonDraft> = {}): LessonDraft {
  const body = { mistake: `${summary} goes wrong`, remediation: `do not ${summary}` };
  return { kind: "pitfall", summary, body, ...more } as LessonDraft;
}

/** A lesson as it is now. */
export function now({ database }: Context, { id }: Pick<Lesson, "id">): Lesson {
  const lesson = findLesson(database, id);
  if (lesson === undefined) throw new Error(`there is no lesson ${id}`);
  return lesson;
}

/** Everything that a review can change: lessons with their history, and the record of reviews. */
export function everything(context: Context, lessons: readonly Lesson[]): unknown {
  const { database } = context;
  return {
    lessons: lessons.map(({ id }) => ({
      lesson: findLesson(database, id),
      history: historyOf(database, lessonNumber(database, id)),
    })),
    sessions: listReviewSessions(database),
  };
}

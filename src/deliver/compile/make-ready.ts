import type { Origin } from "../text/origin.ts";
import { renderLesson } from "../text/lesson-text.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import { readPattern } from "../../match/pattern/pattern.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { globPattern } from "../../platform/glob.ts";

/** An active lesson with what stands behind it, before it is made ready for delivery. */
export interface ActiveLesson {
  readonly lesson: Lesson;
  readonly origin: Origin;
}

export function makeReady({ lesson, origin }: ActiveLesson): ReadyLesson {
  const { triggers } = lesson;
  return {
    id: lesson.id,
    slug: lesson.slug,
    kind: lesson.kind,
    priority: lesson.priority,
    confidence: lesson.confidence,
    scope: lesson.scope,
    delivery: lesson.delivery,
    injectOn: triggers.injectOn,
    toolNames: triggers.toolNames,
    commandPatterns: triggers.commandPatterns.map(readPattern),
    pathPatterns: triggers.pathPatterns.map(globPattern),
    contentPatterns: triggers.contentPatterns.map(readPattern),
    actionKeywords: triggers.actionKeywords,
    contextKeywords: triggers.contextKeywords,
    workflowNames: triggers.workflowNames,
    tags: lesson.tags,
    ...renderLesson(lesson, origin),
  };
}

import type { Origin } from "../core/delivery-origin.ts";
import { renderLesson } from "../core/delivery-text.ts";
import type { Lesson } from "../core/lesson.ts";
import { readPattern } from "../core/pattern.ts";
import type { ReadyLesson } from "../core/ready-lesson.ts";
import { globPattern } from "../system/glob.ts";

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

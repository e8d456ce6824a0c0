import { pointsFor, scoreOf, weights } from "./relevance.ts";
import type { ReadyLesson } from "./ready-lesson.ts";

/**
 * The best score that any call can give this lesson, in thousandths. Where it is below the threshold, the
 * lesson is never delivered at a call: always with LOW, and with MEDIUM when it says little about the call.
 */
export function mostScore(lesson: ReadyLesson): number {
  const { commandPatterns, pathPatterns, contentPatterns, toolNames } = lesson;
  const hasTarget = commandPatterns.length + pathPatterns.length + contentPatterns.length > 0;
  const [says, knows] = [hasWord(lesson.actionKeywords), hasWord(lesson.contextKeywords)];
  if (!hasTarget && !says && !knows) return 0;
  const most = (isDeclared: boolean, weight: number) =>
    pointsFor(isDeclared ? "matched" : "notDeclared", weight);
  const relevance =
    most(toolNames.length > 0, weights.tool) +
    most(hasTarget, weights.target) +
    most(says, weights.actionKeywords) +
    most(knows, weights.contextKeywords);
  return scoreOf(relevance, lesson.priority);
}

function hasWord(keywords: readonly string[]): boolean {
  return keywords.some((keyword) => keyword.trim() !== "");
}

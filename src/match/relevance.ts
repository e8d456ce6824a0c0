import { levelOf, type Level } from "../lesson/record/level.ts";
import type { Verdict } from "./conditions.ts";
import { asksAboutCall } from "../lesson/record/conditions.ts";
import type { ReadyLesson } from "./ready-lesson.ts";

/** What the conditions of a call add to the relevance when they hold in full (Triads ADR-003). In thousandths. */
export const weights = {
  tool: 400,
  target: 400,
  actionKeywords: 100,
  contextKeywords: 100,
  /** On top of the others, where a workflow that is not asked for is running. */
  workflow: 100,
} as const;

/** Half of the weight where nothing is declared: that says neither yes nor no. */
export function pointsFor(verdict: Verdict, weight: number): number {
  if (verdict === "notDeclared") return weight / 2;
  return verdict === "matched" ? weight : 0;
}

/** The relevance as far as the lesson matters. In whole thousandths, so that 0.7 exactly is 0.7. */
export function scoreOf(relevance: number, priority: number): number {
  return Math.round((relevance * levelFactors[levelOf(priority)]) / 10);
}

/** In tenths. With the factor of LOW a full relevance is 0.5, which is why LOW is never delivered at a call. */
export const levelFactors: Readonly<Record<Level, number>> = {
  CRITICAL: 20,
  HIGH: 15,
  MEDIUM: 10,
  LOW: 5,
};

/**
 * The best score that any call can give this lesson, in thousandths. Where it is below the threshold, the
 * lesson is never delivered at a call: always with LOW, and with MEDIUM when it says little about the call.
 */
export function mostScore(lesson: ReadyLesson): number {
  const { actions, context } = keywordsOf(lesson);
  if (!isAimed(lesson) && actions + context === 0) return 0;
  return bestScore(lesson, { actions, context });
}

/**
 * How many of its keywords must be said for a lesson to come at a call that has all else: 0 where it comes without. More than there
 * are where it never comes.
 */
export function leastWords(lesson: ReadyLesson, threshold: number): number {
  const { actions, context } = keywordsOf(lesson);
  let least = actions + context + 1;
  for (let said = 0; said <= actions; said += 1) {
    for (let known = 0; known <= context; known += 1) {
      const isEnough = bestScore(lesson, { actions: said, context: known }) >= threshold;
      if (isEnough && (said + known > 0 || isAimed(lesson))) least = Math.min(least, said + known);
    }
  }
  return least;
}

interface WordCounts {
  readonly actions: number;
  readonly context: number;
}

function keywordsOf({ actionKeywords, contextKeywords }: ReadyLesson): WordCounts {
  return { actions: wordsIn(actionKeywords).length, context: wordsIn(contextKeywords).length };
}

function isAimed(lesson: ReadyLesson): boolean {
  return (
    hasTarget(lesson) ||
    (lesson.messagePatterns ?? []).length > 0 ||
    asksAboutCall(lesson.conditions)
  );
}

/** The score of a call that has all but some of the keywords. */
function bestScore(lesson: ReadyLesson, said: WordCounts): number {
  const most = (isDeclared: boolean, weight: number) =>
    pointsFor(isDeclared ? "matched" : "notDeclared", weight);
  const declared = keywordsOf(lesson);
  const relevance =
    most(lesson.toolNames.length > 0, weights.tool) +
    most(isAimed(lesson), weights.target) +
    keywordPoints(said.actions, declared.actions, weights.actionKeywords) +
    keywordPoints(said.context, declared.context, weights.contextKeywords) +
    (lesson.isWorkflowBonus === true ? weights.workflow : 0);
  return scoreOf(relevance, lesson.priority);
}

/** The fraction that was said. */
export function keywordPoints(said: number, declared: number, weight: number): number {
  return declared === 0 ? pointsFor("notDeclared", weight) : Math.round((weight * said) / declared);
}

/** Of a lesson as it is stored, or ready. */
export function hasTarget({
  commandPatterns,
  pathPatterns,
  contentPatterns,
}: Readonly<Record<Target, readonly unknown[]>>): boolean {
  return commandPatterns.length + pathPatterns.length + contentPatterns.length > 0;
}

type Target = "commandPatterns" | "pathPatterns" | "contentPatterns";

/** A blank keyword would be in every text, so it is none. */
export function hasWord(keywords: readonly string[]): boolean {
  return wordsIn(keywords).length > 0;
}

export function wordsIn(keywords: readonly string[]): readonly string[] {
  return keywords.filter((keyword) => keyword.trim() !== "");
}

import { runInNewContext } from "node:vm";
import { isPlainlyLinear } from "../../core/linear-pattern.ts";
import type { Lesson } from "../../core/lesson.ts";
import { readPattern } from "../../core/pattern.ts";
import type { Opinion } from "../../core/review/opinion.ts";
import { judgeRegexSpeed } from "../../system/regex-safety.ts";
import { judgePatterns } from "../apply-edit.ts";

/**
 * Judges the patterns that a model wrote. Their speed comes first: whether a pattern says too little is
 * tried on texts, and a slow one would not come back from there.
 * Throws a fault for a pattern that is refused; otherwise says which flags the lesson gets.
 */
export async function judgeModelPatterns(
  before: Lesson,
  after: Lesson,
): Promise<Partial<Pick<Lesson, "flags">> | { readonly problem: string }> {
  for (const field of ["commandPatterns", "contentPatterns"] as const) {
    for (const pattern of after.triggers[field]) {
      if (before.triggers[field].includes(pattern)) continue;
      const problem = await speedProblem(pattern);
      if (problem !== undefined)
        return { problem: `${field}: ${JSON.stringify(pattern)} ${problem}` };
    }
  }
  return judgePatterns(before, after);
}

/** Patterns of an answer that only the slow checker can judge. More than `mostHard` would take minutes. */
export function hardPatterns(opinions: readonly Opinion[]): ReadonlySet<string> {
  const patterns = opinions.flatMap(patternsIn);
  return new Set(patterns.filter((pattern) => isCompilable(pattern) && !isPlain(pattern)));
}

export const mostHard = 50;

export function patternsIn(opinion: Opinion): readonly string[] {
  const { commandPatterns = [], contentPatterns = [] } =
    ("changes" in opinion ? opinion.changes?.triggers : undefined) ?? {};
  return [...commandPatterns, ...contentPatterns];
}

async function speedProblem(pattern: string): Promise<string | undefined> {
  // What is none, or too long, is refused with its own words later.
  if (!isCompilable(pattern) || isPlain(pattern)) return undefined;
  const verdict = await judgeRegexSpeed(readPattern(pattern));
  if (verdict.speed === "super-linear")
    return `can take ${verdict.complexity} time on a long command`;
  if (verdict.speed === "linear" || isSoonDone(pattern)) return undefined;
  return "takes too long; begin it with ^ and repeat less";
}

/** Whether it comes back from texts of one character each, which is what it is tried on next. */
function isSoonDone(pattern: string): boolean {
  const texts = ["", "q", "7", "%", "é", "漢"].map((character) => character.repeat(longestTried));
  try {
    runInNewContext(
      "texts.map((text) => new RegExp(source, flags).test(text))",
      { ...readPattern(pattern), texts },
      { timeout: patienceMs },
    );
    return true;
  } catch {
    return false;
  }
}

const longestTried = 40;
const patienceMs = 200;

const longestJudged = 1000;

function isCompilable(pattern: string): boolean {
  if (pattern.length > longestJudged) return false;
  const { source, flags } = readPattern(pattern);
  try {
    void new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

function isPlain(pattern: string): boolean {
  try {
    return isPlainlyLinear(readPattern(pattern));
  } catch {
    // A form that only the engine knows.
    return false;
  }
}

import type { Condition, Found } from "./condition.ts";
import type { Sight } from "./moment.ts";
import { findPattern } from "./pattern/find.ts";
import { pointsFor, weights } from "./relevance.ts";
import type { Pattern } from "./pattern/pattern.ts";
import type { ReadyLesson } from "./ready-lesson.ts";

/** What the call does: the command it runs, the files it names, the text it writes. */
export interface Target {
  readonly command: Condition;
  readonly path: Condition;
  readonly content: Condition;
  readonly target: Condition;
}

export function judgeTarget(lesson: ReadyLesson, sight: Sight): Target {
  const command = judgePatterns("command", lesson.commandPatterns, sight.commands);
  const path = judgePatterns("path", lesson.pathPatterns, sight.paths);
  const content = judgePatterns("content", lesson.contentPatterns, sight.content);
  return { command, path, content, target: together([command, path, content]) };
}

function judgePatterns(
  name: "command" | "path" | "content",
  patterns: readonly Pattern[],
  texts: () => readonly string[],
): Condition {
  if (patterns.length === 0)
    return { name, declared: [], verdict: "notDeclared", found: [], points: 0 };
  const found = patterns.flatMap((pattern): readonly Found[] => {
    const text = findPattern(pattern, texts());
    return text === undefined ? [] : [{ declared: writtenAs(pattern), in: beginningOf(text) }];
  });
  const verdict = found.length > 0 ? "matched" : "failed";
  return { name, declared: patterns.map(writtenAs), verdict, found, points: 0 };
}

/** A lesson about a command or a file is about either, so one of what it declares is enough. */
function together(parts: readonly Condition[]): Condition {
  const declared = parts.filter(({ verdict }) => verdict !== "notDeclared");
  const isMatched = declared.some(({ verdict }) => verdict === "matched");
  const verdict = isMatched ? "matched" : declared.length > 0 ? "failed" : "notDeclared";
  return {
    name: "target",
    declared: declared.map(({ name }) => name),
    verdict,
    found: [],
    points: pointsFor(verdict, weights.target),
  };
}

function writtenAs({ source, flags }: Pattern): string {
  return flags === "i" ? source : `(?-i)${source}`;
}

/** Enough to recognise it; a judgement must not hold a file. */
function beginningOf(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

const longestShown = 500;

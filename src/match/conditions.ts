import { foldedName, type Moment, type Sight, foldedText } from "./moment.ts";
import { keywordPoints, pointsFor, weights, wordsIn } from "./relevance.ts";
import type { ReadyLesson } from "./ready-lesson.ts";
import { findCommand, findPattern } from "./pattern/find.ts";
import { writtenAs, type Pattern } from "./pattern/pattern.ts";
import { asksAboutCall, type ConditionField } from "../lesson/record/conditions.ts";

/** One condition of a lesson at one moment, with what `explain` needs to show it. */
export interface Condition {
  readonly name: ConditionName;
  /** As the lesson says it: patterns, globs, keywords and names as somebody wrote them. */
  readonly declared: readonly string[];
  readonly verdict: Verdict;
  readonly found: readonly Found[];
  /** Its part of the relevance, in thousandths. */
  readonly points: number;
  /** It adds to the relevance, and nothing depends on it. */
  readonly isBonus?: true;
  /** What is so, where that may be something else than what is declared. */
  readonly instead?: string | undefined;
}

export type ConditionName =
  | ConditionField
  | "injectionPoint"
  | "scope"
  | "tool"
  | "workflow"
  | "command"
  | "path"
  | "content"
  /** What the call printed when it failed. */
  | "message"
  /** Command, path and content together: one of them is enough, but path and content belong together. And the message. */
  | "target"
  | "actionKeywords"
  | "contextKeywords"
  /** A target or a keyword: without one a lesson says nothing about this call. */
  | "specific";

/**
 * `notDeclared`: the lesson says nothing about it, so it cannot fail. `unknown`: it does, and nobody can say, because the moment
 * is long over.
 */
export type Verdict = "matched" | "failed" | "notDeclared" | "unknown";

/** Which of the declared held, and where. */
interface Found {
  readonly declared: string;
  /** The simple command, path, name or beginning of the text that it was found in. */
  readonly in: string;
}

/** Why a lesson ended before its score counted. Where several hold, the first in this order is named. */
export type Veto =
  | "injectionPoint"
  | "scope"
  /** The lesson names no tools, and this one changes nothing. */
  | "readOnlyTool"
  | "tool"
  | "workflow"
  | "target"
  | "nothingSpecific"
  /** Everything about the call fits, and something around it does not. */
  | "condition";

/** Where a call is made, and not what it does. All of it is cheap, and each can veto. */
export function judgeCircumstances(lesson: ReadyLesson, sight: Sight): readonly Condition[] {
  return [
    judgeInjectionPoint(lesson, sight.moment),
    judgeScope(lesson, sight.moment),
    judgeTool(lesson, sight.moment.call.tool),
    judgeWorkflow(lesson, sight),
  ];
}

/** What was found decides, and there is something to find. */
function judged(
  name: ConditionName,
  declared: readonly string[],
  found: readonly Found[],
  weight = 0,
): Condition {
  const verdict = found.length > 0 ? "matched" : "failed";
  return { name, declared, verdict, found, points: pointsFor(verdict, weight) };
}

function notDeclared(name: ConditionName, weight = 0): Condition {
  const verdict = "notDeclared";
  return { name, declared: [], verdict, found: [], points: pointsFor(verdict, weight) };
}

function judgeInjectionPoint(lesson: ReadyLesson, { failure }: Moment): Condition {
  const point = failure === undefined ? "PreToolUse" : "PostToolUseFailure";
  const declared = lesson.injectOn.find(
    (each) => each === point || (failure === undefined && actsBefore(lesson, each)),
  );
  const found = declared === undefined ? [] : [{ declared, in: point }];
  return judged("injectionPoint", lesson.injectOn, found);
}

/** Whoever lets a lesson hold or correct a call wants it before the call, also where its words come with the error. */
export function actsBefore({ delivery }: Pick<ReadyLesson, "delivery">, point: string): boolean {
  return point === "PostToolUseFailure" && delivery !== "advise";
}

/** A team's lessons hold everywhere, as long as only that team's own machine has them. */
function judgeScope({ scope }: ReadyLesson, { project }: Moment): Condition {
  const holds = !scope.startsWith("project:") || scope === project;
  return judged("scope", [scope], holds ? [{ declared: scope, in: project ?? "global" }] : []);
}

function judgeTool({ toolNames }: ReadyLesson, tool: string): Condition {
  if (toolNames.length === 0 && !readOnlyTools.has(tool)) return notDeclared("tool", weights.tool);
  const name = toolNames.find((declared) => namesTool(declared, tool));
  const found = name === undefined ? [] : [{ declared: name, in: tool }];
  return judged("tool", toolNames, found, weights.tool);
}

/** Tools that change nothing concern only the lessons that name them. */
const readOnlyTools = new Set(["Read", "Glob", "Grep"]);

function namesTool(declared: string, tool: string): boolean {
  if (declared.endsWith("*")) return tool.startsWith(declared.slice(0, -1));
  return declared === tool || (isSubagentTool(declared) && isSubagentTool(tool));
}

/** The same tool under its old and its new name. */
function isSubagentTool(name: string): boolean {
  return name === "Task" || name === "Agent";
}

function judgeWorkflow({ workflowNames, isWorkflowBonus }: ReadyLesson, sight: Sight): Condition {
  if (workflowNames.length === 0) return notDeclared("workflow");
  const running = workflowNames.filter((name) => sight.workflows().has(foldedName(name)));
  const found = running.map((declared) => ({ declared, in: foldedName(declared) }));
  if (isWorkflowBonus !== true) return judged("workflow", workflowNames, found);
  return { ...judged("workflow", workflowNames, found, weights.workflow), isBonus: true };
}

/**
 * What the call does: the command it runs, the files it names or writes, the text it writes. A lesson about a command or a
 * file is about either, so one of what it declares is enough; but a text that is meant in certain files is not meant in others.
 */
export function judgeTarget(lesson: ReadyLesson, sight: Sight): readonly Condition[] {
  const command = judgePatterns("command", lesson.commandPatterns, sight.commands);
  const path = judgePatterns("path", lesson.pathPatterns, sight.paths);
  const content = judgePatterns("content", lesson.contentPatterns, sight.content);
  const message = judgePatterns("message", lesson.messagePatterns ?? [], () =>
    linesWith(lesson.messageWords ?? [], sight),
  );
  const written = bothOf(path, content);
  // A condition about a path of the call is what the lesson is about, where it names nothing else.
  const ifNone =
    asksAboutCall(lesson.conditions) && sight.moment.world !== undefined
      ? "matched"
      : "notDeclared";
  const target = oneOf("target", [command, ...written], ifNone, weights.target);
  if (message.verdict === "notDeclared") return [command, path, content, target];
  return [command, path, content, message, withMessage(target, message, sight.moment)];
}

/**
 * A call that has failed must show both where a lesson names both: it may have failed for another reason. What the call
 * would print is not known before.
 */
function withMessage(target: Condition, message: Condition, { failure }: Moment): Condition {
  const isNamed = target.verdict !== "notDeclared";
  if (isNamed && (failure === undefined || target.verdict === "failed")) return target;
  return {
    ...target,
    declared: [...target.declared, message.name],
    verdict: message.verdict,
    points: pointsFor(message.verdict, weights.target),
  };
}

function linesWith(words: readonly string[], { lines, moment }: Sight): readonly string[] {
  if (words.length === 0) return lines();
  const { command = "" } = moment.call;
  const open = words.filter((word) => !standsIn(command, word));
  return lines().filter((line) => open.every((word) => standsIn(line, word)));
}

/** As a word, and not as a part of another one. */
function standsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const beside = [text.charAt(at - 1), text.charAt(at + word.length)];
    if (!beside.some((character) => /[\w-]/u.test(character))) return true;
  }
  return false;
}

/** Where a lesson declares both, one of them without the other counts for nothing. */
function bothOf(path: Condition, content: Condition): readonly Condition[] {
  const both = [path, content];
  if (both.some(({ verdict }) => verdict === "notDeclared")) return both;
  const isMatched = both.every(({ verdict }) => verdict === "matched");
  return both.map((part) => ({ ...part, verdict: isMatched ? "matched" : "failed" }));
}

/** `ifNone`: what it comes to where none of the parts is declared. */
export function oneOf(
  name: ConditionName,
  parts: readonly Condition[],
  ifNone: Verdict,
  weight = 0,
): Condition {
  const declared = parts.filter(({ verdict }) => verdict !== "notDeclared");
  const isMatched = declared.some(({ verdict }) => verdict === "matched");
  const verdict = isMatched ? "matched" : declared.length > 0 ? "failed" : ifNone;
  const names = declared.map((part) => part.name);
  return { name, declared: names, verdict, found: [], points: pointsFor(verdict, weight) };
}

function judgePatterns(
  name: "command" | "path" | "content" | "message",
  patterns: readonly Pattern[],
  texts: () => readonly string[],
): Condition {
  if (patterns.length === 0) return notDeclared(name);
  const found = patterns.flatMap((pattern): readonly Found[] => {
    const find = name === "command" ? findCommand : findPattern;
    const text = find(pattern, texts());
    return text === undefined ? [] : [{ declared: writtenAs(pattern), in: beginningOf(text) }];
  });
  return judged(name, patterns.map(writtenAs), found);
}

/** Enough to recognise it; a judgement must not hold a file. */
function beginningOf(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

const longestShown = 500;

/**
 * Which keywords were said in the last messages or stand in the command, wherever in a word: `release` is in "released".
 * The points are the fraction that was said. A blank keyword would be in every text, so it is none.
 */
export function judgeKeywords(
  name: "actionKeywords" | "contextKeywords",
  keywords: readonly string[],
  sight: Sight,
): Condition {
  const weight = weights[name];
  const declared = wordsIn(keywords);
  if (declared.length === 0) return notDeclared(name, weight);
  const found = declared.flatMap((keyword): readonly Found[] => {
    const said = foldedText(keyword.trim());
    const message = sight.spoken().find((text) => text.includes(said));
    return message === undefined ? [] : [{ declared: keyword, in: around(message, said) }];
  });
  const points = keywordPoints(found.length, declared.length, weight);
  return { ...judged(name, declared, found), points };
}

/** The keyword with a few words on both sides. */
function around(message: string, said: string): string {
  const at = message.indexOf(said);
  return message.slice(Math.max(0, at - shownAround), at + said.length + shownAround);
}

const shownAround = 60;

import { once, remembered } from "../once.ts";
import { aroundMark, optionsMark, ownWords, seeingAround } from "./around.ts";
import type { Pattern } from "./pattern.ts";

/** The first of the texts in which the pattern is found. */
export function findPattern(pattern: Pattern, texts: readonly string[]): string | undefined {
  // An expression costs more than all other looks at it together.
  if (pattern.glob !== undefined && !mayBeAt(pattern, texts)) return undefined;
  const ready = readyPattern(pattern);
  return foundIn(texts, ready.head, (text) => ready.expression()?.test(text) === true);
}

/** The first of the commands in which the pattern is found, without what stands around it. */
export function findCommand(pattern: Pattern, texts: readonly string[]): string | undefined {
  const ready = readyPattern(pattern);
  const found = foundIn(texts, ready.head, (text) => {
    const end = text.indexOf(aroundMark);
    if (end < 0) return ready.expression()?.test(text) === true;
    const options = text.indexOf(optionsMark, end);
    const withoutOptions = options < 0 ? text : text.slice(0, options);
    return (
      beginsBefore(end, withoutOptions, ready.seeing()) &&
      (options < 0 || beginsBefore(end, text, ready.seeing()))
    );
  });
  return found === undefined ? undefined : ownWords(found);
}

/** Whether the pattern may be in one of the texts. False is certain, and takes no expression. */
export function mayFind(pattern: Pattern, texts: readonly string[]): boolean {
  const { head } = readyPattern(pattern);
  return head === undefined || loweredTexts(texts).some((text) => mayMatch(head, text));
}

/**
 * The same of a glob and paths: the longest name in it, or part of one, is in every path that it matches, and each begins as it does.
 */
export function mayBeAt(pattern: Pattern, paths: readonly string[]): boolean {
  const { glob = "" } = pattern;
  const { literal } = readyGlob(pattern);
  return paths.some((path) => (literal === "" || path.includes(literal)) && mayBegin(glob, path));
}

/** Character by character, up to the first sign that may stand for more or less than one of them. */
function mayBegin(glob: string, path: string): boolean {
  for (let at = 0, place = 0; place < path.length; place += 1) {
    const sign = glob.charAt(at);
    const character = path.charAt(place);
    const end = sign === "[" ? glob.indexOf("]", at) : at;
    const next = glob.charAt(end + 1);
    // What comes behind it may be about it, and `a/**` is also `a`.
    if (end < 0 || (next !== "" && "+({".includes(next)) || (sign === "/" && next === "*"))
      return true;
    if (sign === "[") {
      const members = glob.slice(at + 1, end);
      // A bracket may also mean itself.
      if (!/^\w+$/.test(members) || character === "[") return true;
      if (!members.includes(character)) return false;
    } else if (sign === "?") {
      if (character === "/") return false;
    } else if (/[\w/-]/.test(sign)) {
      if (sign !== character) return false;
    } else return true;
    at = end + 1;
  }
  return true;
}

const readyGlob = remembered(({ glob = "" }: Pattern) => ({ literal: literalIn(glob) }));

/**
 * A text that is in every path that a glob matches. Alternatives are as good as a wildcard here. What has other signs may mean anything:
 * nothing is known of it.
 */
export function literalIn(glob: string): string {
  const simple = glob.replaceAll(/\{[^{}]*\}/g, "*");
  if (/[{}()[\]\\!|+]|\*{3}/.test(simple)) return "";
  // Slashes are no part of it: `**/` may stand for nothing. Neither are dots alone: `./` is where one is.
  const runs = simple.split(/[*?/]+/).filter((run) => !/^\.+$/.test(run));
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

/** It is about the command, and what stands around it is only looked at. */
function beginsBefore(end: number, text: string, seeing: RegExp | undefined): boolean {
  const start = seeing === undefined ? -1 : text.search(seeing);
  return start >= 0 && start <= end;
}

function foundIn(
  texts: readonly string[],
  head: Head | undefined,
  isMatch: (text: string) => boolean,
): string | undefined {
  if (head === undefined) return texts.find(isMatch);
  const lowered = loweredTexts(texts);
  return texts.find((text, index) => mayMatch(head, lowered[index] ?? "") && isMatch(text));
}

/** Held by the pattern itself: a backtest asks a lesson a hundred thousand times, a hook once. */
const readyPattern = remembered((pattern: Pattern) => ({
  head: headOf(pattern),
  expression: once(() => tryToCompile(pattern)),
  seeing: once(() => tryToCompile({ ...pattern, source: seeingAround(pattern.source) })),
}));

/** Undefined for what is no expression: a cache written by another version must not stop a call. */
function tryToCompile({ source, flags }: Pattern): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Once for all lessons: the texts of a moment are the same list each time. */
const loweredTexts = remembered((texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.toLowerCase()),
);

/** Plain text that a pattern begins with, so that nothing without it can match. */
export interface Head {
  /** In lower case: it only tells which texts are not worth the expression. */
  readonly text: string;
  readonly isAtStart: boolean;
}

/**
 * The first expression that is tried on a text costs as much as a thousand comparisons, because that
 * is when the engine compiles it. Most patterns begin with the name of a program, and most texts do
 * not. Undefined when the pattern does not begin with plain ASCII text, or when it has alternatives.
 */
export function headOf({ source }: Pattern): Head | undefined {
  const [, anchor, run = ""] = /^(\^|\\b)?([\w -]+)/.exec(source) ?? [];
  const behind = source.charAt((anchor ?? "").length + run.length);
  // A quantifier is about the last character only, and it may ask for none of it.
  const text = "?*{".includes(behind) && behind !== "" ? run.slice(0, -1) : run;
  if (text === "" || hasAlternatives(source)) return undefined;
  return { text: text.toLowerCase(), isAtStart: anchor === "^" };
}

/** `lowered` is the whole text in lower case. */
function mayMatch({ text, isAtStart }: Head, lowered: string): boolean {
  return isAtStart ? lowered.startsWith(text) : lowered.includes(text);
}

/** Whether there is a `|` outside of all groups and classes. */
function hasAlternatives(source: string): boolean {
  if (!source.includes("|")) return false;
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "\\") at += 1;
    else if (isInClass) isInClass = character !== "]";
    else if (character === "[") isInClass = true;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === "|" && depth === 0) return true;
  }
  return false;
}

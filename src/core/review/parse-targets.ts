import type { NamedTarget, Target, Targets } from "./act.ts";
import {
  type Cursor,
  isProblem,
  isWord,
  pass,
  peek,
  problemAt,
  tokenAt,
} from "./decision-cursor.ts";
import type { DecisionProblem } from "./decision-problem.ts";
import type { Token } from "./decision-tokens.ts";
import { isField, nearestAct, numberWords, words } from "./decision-words.ts";
import { isPlainSlug, isSlugLike, numberIn, rangeIn } from "./target-forms.ts";

interface Surroundings {
  /** What "it" and "them" mean. */
  readonly previous: Targets | undefined;
  /**
   * Whether words without quotes may follow the lessons (a reason, a field). A plain word after
   * the first lesson is then no slug, unless it is plainly one.
   */
  readonly isFollowedByWords: boolean;
  /** Whether "to" begins a value: in "set the priority of 2 to 8" it is no range. */
  readonly isBeforeValue?: boolean;
}

/** The lessons that are named at the cursor: none, or a list in which commas and "and" are allowed. */
export function parseTargets(
  cursor: Cursor,
  surroundings: Surroundings,
): Targets | DecisionProblem {
  const targets: Target[] = [];
  if (isWord(peek(cursor), words.pronouns)) return pronounAt(cursor, surroundings.previous);
  for (;;) {
    const resume = cursor.at;
    const isAfterPause = targets.length > 0 && passListPause(cursor);
    const target = targetAt(cursor, {
      ...surroundings,
      isFirst: targets.length === 0,
      isAfterPause,
    });
    if (target === undefined) {
      cursor.at = resume;
      return targets;
    }
    if (isProblem(target)) return target;
    targets.push(target);
  }
}

function targetAt(
  cursor: Cursor,
  where: Surroundings & { readonly isFirst: boolean; readonly isAfterPause: boolean },
): Target | DecisionProblem | undefined {
  const token = peek(cursor);
  if (isWord(token, words.all) || isWord(token, words.rest)) return groupAt(cursor);
  const { isFirst, isAfterPause, isFollowedByWords } = where;
  const mayBeText = isFollowedByWords && !isFirst && !isAfterPause;
  if (mayBeText && (token.kind === "quoted" || numberWords.has(token.word))) return undefined;
  const named = namedAt(cursor, where);
  if (named !== undefined) return named;
  if (token.kind === "quoted") return slugAt(cursor);
  if (!isSlugLike(token)) return undefined;
  if (isFirst || isPlainSlug(token)) return slugAt(cursor);
  const isNamed = isAfterPause && isNameBefore(tokenAt(cursor, cursor.at + 1));
  if (isFollowedByWords && !isNamed) return undefined;
  return nearestAct(token.word) === undefined ? slugAt(cursor) : undefined;
}

/** "all", "the rest", "everything else", each with what it leaves out. */
function groupAt(cursor: Cursor): Target | DecisionProblem {
  const isRest = isWord(peek(cursor), words.rest);
  cursor.at += 1;
  const by = pass(cursor, restEndings) || isRest ? "rest" : "all";
  if (tokenAt(cursor, cursor.at).word === "of" && isPronoun(cursor, cursor.at + 1)) cursor.at += 2;
  const resume = cursor.at;
  if (!isWord(peek(cursor), words.except)) return { by };
  pass(cursor, exceptions);
  const except: NamedTarget[] = [];
  for (;;) {
    const before = cursor.at;
    if (except.length > 0) passListPause(cursor);
    const named = namedAt(cursor, {}) ?? (isPlainSlug(peek(cursor)) ? slugAt(cursor) : undefined);
    if (named === undefined) {
      cursor.at = except.length > 0 ? before : resume;
      return except.length > 0 ? { by, except } : { by };
    }
    if (isProblem(named)) return named;
    except.push(named);
  }
}

/** A number or a range of numbers. */
function namedAt(
  cursor: Cursor,
  { isBeforeValue }: Pick<Surroundings, "isBeforeValue">,
): NamedTarget | DecisionProblem | undefined {
  const token = peek(cursor);
  const range = rangeIn(token);
  if (range !== undefined) return rangeBetween(cursor, range, token);
  const number = numberIn(token);
  if (number === undefined) return undefined;
  const sign = tokenAt(cursor, cursor.at + 1);
  const to = numberIn(tokenAt(cursor, cursor.at + 2));
  const isRange = isWord(sign, words.rangeSigns) && !(isBeforeValue === true && sign.word === "to");
  if (isRange && to !== undefined) {
    cursor.at += 2;
    return rangeBetween(cursor, [number, to], token);
  }
  cursor.at += 1;
  if (numberWords.has(token.word)) passOne(cursor);
  return { by: "number", number };
}

function rangeBetween(
  cursor: Cursor,
  [from, to]: readonly [number, number],
  first: Token,
): NamedTarget | DecisionProblem {
  cursor.at += 1;
  if (from <= to) return { by: "range", from, to };
  return problemAt(cursor, "a range from the lower to the higher number", {
    from: first,
    suggestion: `${to}-${from}`,
  });
}

function slugAt(cursor: Cursor): NamedTarget {
  const slug = tokenAt(cursor, cursor.at).text;
  cursor.at += 1;
  return { by: "slug", slug };
}

function pronounAt(cursor: Cursor, previous: Targets | undefined): Targets | DecisionProblem {
  if (previous === undefined) {
    return problemAt(cursor, "a number or a slug: no lesson was named before");
  }
  cursor.at += 1;
  passOne(cursor);
  return previous;
}

/** "the third one", "these ones": the word adds nothing. */
function passOne(cursor: Cursor): void {
  if (isWord(tokenAt(cursor, cursor.at), oneWords)) cursor.at += 1;
}

/** A new line ends a list, unless the line ended in a comma or in "and". */
function passListPause(cursor: Cursor): boolean {
  if (!pass(cursor, words.listPauses)) return false;
  while (tokenAt(cursor, cursor.at).word === "\n") cursor.at += 1;
  pass(cursor, words.listPauses);
  return true;
}

/** What shows that the word before it is a lesson: its reason, or the field to change. */
function isNameBefore(token: Token): boolean {
  return (
    token.kind === "quoted" || token.word === ":" || token.word === "because" || isField(token.word)
  );
}

function isPronoun(cursor: Cursor, at: number): boolean {
  return isWord(tokenAt(cursor, at), words.pronouns);
}

const restEndings: ReadonlySet<string> = new Set(["else", "ones", ...words.rest]);
const exceptions: ReadonlySet<string> = new Set([...words.except, "for"]);
const oneWords: ReadonlySet<string> = new Set(["one", "ones"]);

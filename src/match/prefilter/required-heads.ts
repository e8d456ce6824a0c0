import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "../pattern/syntax.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { endsWord } from "./required.ts";

/**
 * The heads of all command texts that one of the patterns can match, or undefined when they can
 * match texts with other heads, too, or there are none. A cache by heads need not load a lesson for other commands.
 */
export function requiredHeads(patterns: readonly Pattern[]): readonly string[] | undefined {
  const heads = new Set<string>();
  for (const pattern of patterns) {
    const found = headsOf(pattern);
    if (found === undefined) return undefined;
    for (const head of found) heads.add(head.toLowerCase());
  }
  return heads.size === 0 ? undefined : [...heads].toSorted();
}

/** The beginning of a text. Once it is over, nothing that follows makes it longer. */
interface Beginning {
  readonly head: string;
  readonly isOver: boolean;
}

const mostHeads = 32;

function headsOf({ source }: Pattern): readonly string[] | undefined {
  const parsed = parsePattern(source);
  if (parsed === undefined) return undefined;
  const found: Beginning[] = [];
  for (const { elements } of parsed.alternatives) {
    const [first, ...rest] = elements;
    if (first?.type !== "Assertion" || first.kind !== "start") return undefined;
    const ends = follow(rest, [{ head: "", isOver: false }]);
    if (ends === undefined) return undefined;
    found.push(...ends);
  }
  return found.every(({ isOver }) => isOver) ? found.map(({ head }) => head) : undefined;
}

function follow(
  elements: readonly AST.Element[],
  from: readonly Beginning[],
): readonly Beginning[] | undefined {
  let beginnings: readonly Beginning[] | undefined = from;
  for (const element of elements) {
    if (beginnings === undefined || beginnings.length > mostHeads) return undefined;
    if (beginnings.every(({ isOver }) => isOver)) return beginnings;
    const open: readonly Beginning[] = beginnings.filter(({ isOver }) => !isOver);
    const next = step(element, open);
    if (next === undefined) return undefined;
    beginnings = [...beginnings.filter(({ isOver }) => isOver), ...next];
  }
  return beginnings;
}

function step(element: AST.Element, open: readonly Beginning[]): readonly Beginning[] | undefined {
  switch (element.type) {
    case "Character":
      return open.map(({ head }) => after(head, String.fromCodePoint(element.value)));
    case "CharacterSet":
    case "CharacterClass":
      return refusesWords(element) ? open.map(over) : undefined;
    case "Group":
      return element.modifiers === null ? oneOf(element.alternatives, open) : undefined;
    case "CapturingGroup":
      return oneOf(element.alternatives, open);
    case "Quantifier":
      return repeat(element, open);
    case "Assertion":
      return open.map((beginning) => (isBorder(element, beginning) ? over(beginning) : beginning));
    default:
      return undefined;
  }
}

function after(head: string, character: string): Beginning {
  return /\w/.test(character) ? { head: head + character, isOver: false } : { head, isOver: true };
}

function over({ head }: Beginning): Beginning {
  return { head, isOver: true };
}

function oneOf(
  alternatives: readonly AST.Alternative[],
  open: readonly Beginning[],
): readonly Beginning[] | undefined {
  const each = alternatives.map(({ elements }) => follow(elements, open));
  return each.every((ends) => ends !== undefined) ? each.flat() : undefined;
}

function repeat(
  { element, min, max }: AST.Quantifier,
  open: readonly Beginning[],
): readonly Beginning[] | undefined {
  if (max === 0) return open;
  const once = step(element, open);
  if (once === undefined || (max > 1 && once.some(({ isOver }) => !isOver))) return undefined;
  return min === 0 ? [...open, ...once] : once;
}

function refusesWords({ raw }: AST.CharacterSet | AST.CharacterClass): boolean {
  const test = new RegExp(`^${raw}$`, "i");
  return !wordCharacters.some((character) => test.test(character));
}

const wordCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_".split("");

function isBorder(assertion: AST.Assertion, { head }: Beginning): boolean {
  switch (assertion.kind) {
    case "end":
      return true;
    case "word":
      // At the very beginning it is the border before the word.
      return !assertion.negate && head !== "";
    case "lookahead":
      return assertion.negate && endsWord(assertion);
    default:
      return false;
  }
}

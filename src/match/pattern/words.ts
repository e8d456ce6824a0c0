import type { AST } from "@eslint-community/regexpp";
import { isStart, parsePattern } from "./syntax.ts";
import { caseMark, readPattern } from "./pattern.ts";

/** A pattern as a person would say it: `git push` with --force, without --dry-run. */
export interface PatternWords {
  readonly text: string;
  /** Whether the command begins with the text, or has it anywhere. */
  readonly isAtStart: boolean;
  /** Further on in the command: all of them. */
  readonly with: readonly string[];
  /** None of them. */
  readonly without: readonly string[];
}

/** Undefined for what cannot be said as plain words. Such a pattern is shown as it is. */
export function patternWords(pattern: string): PatternWords | undefined {
  const parsed = parsePattern(readPattern(pattern).source);
  const [alternative, ...others] = parsed?.alternatives ?? [];
  if (alternative === undefined || others.length > 0) return undefined;
  const isAtStart = isStart(alternative.elements[0]);
  const parts = splitAtGaps(isAtStart ? alternative.elements.slice(1) : alternative.elements);
  const asked = { with: [] as string[], without: [] as string[] };
  const texts: string[] = [];
  for (const part of parts) {
    const looks = part.filter(isLook).filter((look) => !isWordEnd(look));
    const text = literal(part.filter((element) => !isLook(element) || isWordEnd(element)));
    if (text === undefined) return undefined;
    texts.push(text.trim());
    for (const look of looks) {
      const words = wordsAhead(look);
      // One of several that must be there cannot be said in a list of those that all must.
      if (words === undefined || (!look.negate && words.length > 1)) return undefined;
      asked[look.negate ? "without" : "with"].push(...words);
    }
  }
  const [text = "", ...further] = texts;
  const gone = further.filter((word) => word !== "");
  return text === ""
    ? undefined
    : { text, isAtStart, with: [...gone, ...asked.with], without: asked.without };
}

/** The pieces between what may be anything. */
function splitAtGaps(elements: readonly AST.Element[]): readonly (readonly AST.Element[])[] {
  const parts: AST.Element[][] = [[]];
  for (const element of elements) {
    if (isGap(element)) parts.push([]);
    else parts.at(-1)?.push(element);
  }
  return parts;
}

function isGap(element: AST.Element | undefined): boolean {
  return (
    element?.type === "Quantifier" &&
    element.max === Number.POSITIVE_INFINITY &&
    element.element.type === "CharacterSet" &&
    element.element.kind === "any"
  );
}

function isLook(element: AST.Element): element is AST.LookaheadAssertion {
  return element.type === "Assertion" && element.kind === "lookahead";
}

/** `(?!\S)`, `(?![^\s=])`, `(?=\s|$)`: only that a word is over. */
function isWordEnd(element: AST.Element): boolean {
  if (!isLook(element)) return false;
  return element.alternatives.every(
    ({ elements: [only, ...more] }) =>
      more.length === 0 &&
      (only?.type === "CharacterSet" ||
        only?.type === "CharacterClass" ||
        (only?.type === "Assertion" && only.kind === "end")),
  );
}

/** What is looked for further on: `.*\s-u`, `.*(?:-u|--all)`. */
function wordsAhead({ alternatives }: AST.LookaheadAssertion): readonly string[] | undefined {
  const texts = alternatives.map(({ elements: [gap, ...rest] }) =>
    isGap(gap) ? textsOf(rest) : undefined,
  );
  return texts.every((each) => each !== undefined) ? texts.flat() : undefined;
}

/** One text, or the texts of a group at the end. */
function textsOf(elements: readonly AST.Element[]): readonly string[] | undefined {
  const group = elements.at(-1);
  if (group?.type !== "Group" && group?.type !== "CapturingGroup") {
    const only = literal(elements)?.trim();
    return only === undefined || only === "" ? undefined : [only];
  }
  const before = literal(elements.slice(0, -1));
  if (before === undefined) return undefined;
  const texts = group.alternatives.map((each) => literal(each.elements));
  return texts.every((text) => text !== undefined)
    ? texts.map((text) => `${before}${text}`.trim())
    : undefined;
}

/** The one text that these elements stand for. */
function literal(elements: readonly AST.Element[]): string | undefined {
  const pieces = elements.map(pieceOf);
  return pieces.every((piece) => piece !== undefined) ? pieces.join("") : undefined;
}

function pieceOf(element: AST.Element): string | undefined {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "CharacterSet":
      return element.kind === "space" && !element.negate ? " " : undefined;
    case "Quantifier":
      return element.min > 0 && pieceOf(element.element) === " " ? " " : undefined;
    case "Assertion":
      return (element.kind === "word" && !element.negate) || isWordEnd(element) ? "" : undefined;
    case "Group":
    case "CapturingGroup":
      return element.alternatives.length === 1
        ? literal(element.alternatives[0]?.elements ?? [])
        : undefined;
    default:
      return undefined;
  }
}

/**
 * A pattern as several without alternatives, which together match the same: `^(npm|yarn) test` is
 * `^npm test` and `^yarn test`. Just the pattern itself where there would be too many, or where an
 * alternative cannot be taken out of its place.
 */
export function patternChoices(pattern: string): readonly string[] {
  if (backReference.test(pattern)) return [pattern];
  const mark = pattern.startsWith(caseMark) ? caseMark : "";
  let choices: readonly string[] = [pattern.slice(mark.length)];
  for (let round = 0; round < mostRounds; round += 1) {
    const next = choices.flatMap((source) => expanded(source));
    if (next.length > mostChoices) return [pattern];
    if (next.length === choices.length) break;
    choices = next;
  }
  return choices.map((source) => mark + source);
}

/** It counts groups, and there would be fewer. */
const backReference = /\\[1-9k]/;
const mostChoices = 6;
const mostRounds = 6;

function expanded(source: string): readonly string[] {
  const parsed = parsePattern(source);
  if (parsed === undefined) return [source];
  const [only, ...others] = parsed.alternatives;
  if (only === undefined || others.length > 0) return parsed.alternatives.map(({ raw }) => raw);
  const group = firstGroup(only.elements);
  if (group === undefined) return [source];
  const [before, after] = [source.slice(0, group.start), source.slice(group.end)];
  return group.alternatives.map(({ raw }) => `${before}${raw}${after}`);
}

/**
 * The first group with alternatives that stands in line, or in what must follow: `(?=.*(-a|-b))`. What
 * is repeated may be another alternative each time, and what must not follow stays a list.
 */
function firstGroup(elements: readonly AST.Element[]): AST.Group | AST.CapturingGroup | undefined {
  for (const element of elements) {
    const isGroup =
      element.type === "CapturingGroup" || (element.type === "Group" && element.modifiers === null);
    if (!isGroup && !(isLook(element) && !element.negate)) continue;
    const [only, ...others] = element.alternatives;
    if (isGroup && others.length > 0) return element;
    const inner = others.length === 0 ? firstGroup(only?.elements ?? []) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

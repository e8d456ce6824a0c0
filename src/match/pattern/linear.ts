import type { AST } from "@eslint-community/regexpp";
import {
  characterTest,
  isOneCharacter,
  isStart,
  parsePattern,
  sampleCharacters,
} from "./syntax.ts";
import type { Pattern } from "./pattern.ts";

/**
 * True when the form of a pattern alone shows that matching takes time in proportion to the text: once a
 * repetition can end at more than one place, no other repetition comes after it on that path. Then a
 * backtracking engine reads the text a fixed number of times, from one place. It begins at one place only
 * when the pattern begins with `^`; otherwise what it reads from one must be apart from what it reads from
 * others. A lookahead is read from where it stands: it adds to what follows instead of multiplying it.
 * False proves nothing: `measureGrowth` may find no text on which the pattern is slow.
 */
export function isPlainlyLinear({ source, flags }: Pattern): boolean {
  const pattern = parsePattern(source);
  if (pattern === undefined) return false;
  const search: Search = { flags, pathsLeft: mostPaths, sets: new Map() };
  return pattern.alternatives.every(
    ({ elements }) =>
      isPlain(elements, search, { isFree: false }) &&
      (isStart(elements[0]) || isApart(elements, search)),
  );
}

interface Search {
  readonly flags: string;
  /** Alternatives multiply; a pattern with too many ways through is not plain. */
  pathsLeft: number;
  readonly sets: Map<string, ReadonlySet<string> | "any">;
}

const mostPaths = 2000;

/** Whether this path is fine. It is free once a repetition on it could have ended elsewhere. */
function isPlain(
  elements: readonly AST.Element[],
  search: Search,
  path: { readonly isFree: boolean },
): boolean {
  const [element, ...rest] = elements;
  if (element === undefined) return true;
  if (search.pathsLeft <= 0) return false;
  if (isOneCharacter(element)) return isPlain(rest, search, path);
  switch (element.type) {
    case "Assertion":
      if (element.kind === "lookbehind" && repeatedIn([element], 1).length > 0) return false;
      if (element.kind === "lookahead" && !isEveryWayPlain(element.alternatives, [], search, path))
        return false;
      return isPlain(rest, search, path);
    case "Group":
      // `(?i:…)`: the sets of characters below are those of the whole pattern's flags.
      if (element.modifiers !== null) return false;
      return isEveryWayPlain(element.alternatives, rest, search, path);
    case "CapturingGroup":
      return isEveryWayPlain(element.alternatives, rest, search, path);
    case "Quantifier":
      return isRepetitionPlain(element, rest, search, path);
    default:
      return false;
  }
}

function isEveryWayPlain(
  ways: readonly AST.Alternative[],
  rest: readonly AST.Element[],
  search: Search,
  path: { readonly isFree: boolean },
): boolean {
  search.pathsLeft -= ways.length;
  return ways.every(({ elements }) => isPlain([...elements, ...rest], search, path));
}

function isRepetitionPlain(
  { element, max }: AST.Quantifier,
  rest: readonly AST.Element[],
  search: Search,
  path: { readonly isFree: boolean },
): boolean {
  if (max <= 1) {
    search.pathsLeft -= 2;
    return isPlain(rest, search, path) && (max === 0 || isPlain([element, ...rest], search, path));
  }
  if (path.isFree || !isOneCharacter(element)) return false;
  return isPlain(rest, search, { isFree: canStartWith(rest, element, search) });
}

/** Whether what follows a repetition could also take a character of it, so that it may end earlier. */
function canStartWith(
  elements: readonly AST.Element[],
  repeated: AST.Element,
  search: Search,
): boolean {
  const [element, ...rest] = elements;
  // At the end of the path everything has matched, and nothing makes the engine come back.
  if (element === undefined) return false;
  if (isOneCharacter(element)) return overlap(element, repeated, search);
  switch (element.type) {
    case "Assertion":
      // A look around happens at every place that the repetition may end at.
      if (element.kind === "lookahead" || element.kind === "lookbehind") return true;
      return canStartWith(rest, repeated, search);
    case "Group":
    case "CapturingGroup":
      search.pathsLeft--;
      if (search.pathsLeft <= 0) return true;
      return element.alternatives.some((inner) =>
        canStartWith([...inner.elements, ...rest], repeated, search),
      );
    case "Quantifier":
      if (canStartWith([element.element, ...rest], repeated, search)) return true;
      return element.min === 0 && canStartWith(rest, repeated, search);
    default:
      return true;
  }
}

/**
 * Whether a search can begin anywhere and still reads no part of the text again and again: nothing is repeated
 * without end, or a character must come first that nothing so repeated takes. Then such a character ends
 * what is read from an earlier one, after as many as the pattern itself names.
 */
function isApart(elements: readonly AST.Element[], search: Search): boolean {
  const endless = repeatedIn(elements, fewRepeats);
  return endless.length === 0 || hasMark(elements, endless, search);
}

/** A short repetition is as good as its characters written out. */
const fewRepeats = 32;

function hasMark(
  elements: readonly AST.Element[],
  endless: readonly AST.Element[],
  search: Search,
): boolean {
  for (const element of elements) {
    if (repeatedIn([element], fewRepeats).length > 0) return false;
    if (isOneCharacter(element) && !endless.some((each) => overlap(element, each, search)))
      return true;
    if (element.type !== "Group" && element.type !== "CapturingGroup") continue;
    if (element.alternatives.every((way) => hasMark(way.elements, endless, search))) return true;
  }
  return false;
}

/** What is repeated more than `most` times, wherever it stands. */
function repeatedIn(elements: readonly AST.Element[], most: number): readonly AST.Element[] {
  return elements.flatMap((element): readonly AST.Element[] => {
    if (element.type === "Quantifier")
      return element.max > most ? [element.element] : repeatedIn([element.element], most);
    if (!("alternatives" in element)) return [];
    return element.alternatives.flatMap((way) => repeatedIn(way.elements, most));
  });
}

function overlap(one: AST.Element, other: AST.Element, search: Search): boolean {
  const [left, right] = [samplesOf(one, search), samplesOf(other, search)];
  if (left === "any" || right === "any") return true;
  return [...left].some((character) => right.has(character));
}

function samplesOf(element: AST.Element, { flags, sets }: Search): ReadonlySet<string> | "any" {
  const known = sets.get(element.raw);
  if (known !== undefined) return known;
  // What names characters beyond ASCII may miss every sample, so it counts as all of them.
  const isBeyondSamples = /[^\u0000-\u007F]|\\[uxpPk]/.test(element.raw);
  const found = isBeyondSamples
    ? "any"
    : new Set(sampleCharacters.filter(characterTest(element, flags)));
  sets.set(element.raw, found);
  return found;
}

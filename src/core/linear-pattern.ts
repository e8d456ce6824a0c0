import { RegExpParser, type AST } from "@eslint-community/regexpp";
import type { Pattern } from "./pattern.ts";

/**
 * True when the form of a pattern alone shows that matching takes time in proportion to the text: it
 * begins with `^`, and once a repetition can end at more than one place, no other repetition comes
 * after it on that path. Then a backtracking engine reads the text a fixed number of times. A
 * lookahead is read from where it stands: it adds to what follows instead of multiplying it.
 * False proves nothing; a thorough checker may still find that the pattern is fast.
 */
export function isPlainlyLinear({ source, flags }: Pattern): boolean {
  const { alternatives } = new RegExpParser().parsePattern(source);
  const search: Search = { flags, pathsLeft: mostPaths, sets: new Map() };
  return alternatives.every(
    ({ elements }) => isStart(elements[0]) && isPlain(elements, search, { isFree: false }),
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
  switch (element.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return isPlain(rest, search, path);
    case "Assertion":
      if (element.kind === "lookbehind") return false;
      if (element.kind === "lookahead" && !isEveryWayPlain(element.alternatives, [], search, path))
        return false;
      return isPlain(rest, search, path);
    case "Group":
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

function isStart(element: AST.Element | undefined): boolean {
  return element?.type === "Assertion" && element.kind === "start";
}

function isOneCharacter(element: AST.Element): boolean {
  return (
    element.type === "Character" ||
    element.type === "CharacterSet" ||
    element.type === "CharacterClass"
  );
}

function overlap(one: AST.Element, other: AST.Element, search: Search): boolean {
  const [left, right] = [samplesOf(one, search), samplesOf(other, search)];
  if (left === "any" || right === "any") return true;
  return [...left].some((character) => right.has(character));
}

/** ASCII, and what stands for the rest: a no-break space, letters, the two that fold to ASCII, a line separator. */
const samples = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)),
  ...Array.from(" éßſK\u2028漢あ\uFFFF"),
];

function samplesOf(element: AST.Element, { flags, sets }: Search): ReadonlySet<string> | "any" {
  const known = sets.get(element.raw);
  if (known !== undefined) return known;
  // What names characters beyond ASCII may miss every sample, so it counts as all of them.
  const isBeyondSamples = /[^\u0000-\u007F]|\\[uxpPk]/.test(element.raw);
  const test = new RegExp(`^(?:${element.raw})$`, flags);
  const found = isBeyondSamples
    ? "any"
    : new Set(samples.filter((character) => test.test(character)));
  sets.set(element.raw, found);
  return found;
}

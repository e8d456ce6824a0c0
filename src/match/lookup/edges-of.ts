import type { AST } from "@eslint-community/regexpp";
import { remembered } from "../once.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { parsePattern } from "../pattern/syntax.ts";
import type { Edges, Signs } from "./edges.ts";

/** The edges of all texts that a pattern matches. What is not known of them is left out. Held by the pattern: several buckets ask. */
export const edgesOf = remembered(({ source, flags }: Pattern): Edges => {
  const parsed = parsePattern(source);
  if (parsed?.alternatives.length !== 1) return { starts: [], ends: [] };
  const elements = flat(parsed.alternatives[0]?.elements ?? []);
  const signsIn = (place: "start" | "end", ordered: readonly AST.Element[]) =>
    signsBehind(place, ordered, flags === "i");
  return { starts: signsIn("start", elements), ends: signsIn("end", elements.toReversed()) };
});

/** What stands in a group that is there once stands there. */
function flat(elements: readonly AST.Element[]): readonly AST.Element[] {
  return elements.flatMap((element) => {
    const isGroup = element.type === "Group" || element.type === "CapturingGroup";
    const [only, ...others] = isGroup ? element.alternatives : [];
    return only !== undefined && others.length === 0 ? flat(only.elements) : [element];
  });
}

/** The characters next to `^` or `$`, up to what may be longer or shorter. */
function signsBehind(
  place: "start" | "end",
  elements: readonly AST.Element[],
  ignoresCase: boolean,
): readonly Signs[] {
  const signs: Signs[] = [];
  let isAnchored = false;
  for (const element of elements) {
    if (element.type === "Assertion") {
      // Others take no room, and what they ask for is not asked here.
      isAnchored ||= element.kind === place;
      continue;
    }
    if (!isAnchored) return [];
    const { taken, isAll } = signsOf(element, ignoresCase);
    signs.push(...taken);
    if (!isAll || signs.length >= mostSigns) break;
  }
  return signs.slice(0, mostSigns);
}

const mostSigns = 24;

/** `isAll`: nothing else of it follows. */
function signsOf(
  element: AST.Element,
  ignoresCase: boolean,
): { readonly taken: readonly Signs[]; readonly isAll: boolean } {
  if (element.type !== "Quantifier") {
    const signs = signsOfOne(element, ignoresCase);
    return signs === undefined ? { taken: [], isAll: false } : { taken: [signs], isAll: true };
  }
  const { min, max } = element;
  const signs = signsOfOne(element.element, ignoresCase);
  if (signs === undefined) return { taken: [], isAll: false };
  const taken = Array.from({ length: Math.min(min, mostSigns) }, () => signs);
  return { taken, isAll: min === max };
}

/** Undefined where it need not take one unit. */
function signsOfOne(element: AST.Element, ignoresCase: boolean): Signs | undefined {
  switch (element.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass": {
      const members = membersOf(element);
      if (members === undefined) return isOneUnit(element) ? "" : undefined;
      const isNegated = element.type !== "Character" && "negate" in element && element.negate;
      if (!isNegated) return `+${members.toLowerCase()}`;
      // Without the other case, it may stand there.
      return ignoresCase || !/[a-z]/i.test(members) ? `-${members.toLowerCase()}` : "";
    }
    default:
      return undefined;
  }
}

/** Characters beyond these are two units. */
function isOneUnit(element: AST.Element): boolean {
  return element.type !== "Character" || element.value <= 0xffff;
}

/** The ASCII characters that it names, whether it means them or all others; undefined where it names more. */
function membersOf(
  element: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.CharacterClassElement,
): string | undefined {
  switch (element.type) {
    case "Character":
      return element.value < 0x80 ? String.fromCharCode(element.value) : undefined;
    case "CharacterSet":
      if (element.kind === "digit") return digits;
      return element.kind === "word" ? `${letters}${letters.toUpperCase()}${digits}_` : undefined;
    case "CharacterClassRange": {
      const [from, to] = [element.min.value, element.max.value];
      if (to >= 0x80) return undefined;
      return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
    }
    case "CharacterClass": {
      const each = element.elements.map((part) =>
        part.type === "CharacterSet" && "negate" in part && part.negate
          ? undefined
          : membersOf(part),
      );
      return each.includes(undefined) ? undefined : each.join("");
    }
    default:
      return undefined;
  }
}

const letters = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";

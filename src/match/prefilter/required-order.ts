import type { AST } from "@eslint-community/regexpp";
import { parsePattern } from "../pattern/syntax.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { beginningOf, weightOf, type Atom } from "./atom.ts";
import { nothingBehind, surelyMatching, withoutWords } from "./behind.ts";
import type { Following } from "./grep-lines.ts";
import {
  bestOf,
  everyRun,
  inSequence,
  join,
  leastWeight,
  takenBy,
  type OneOf,
  type PatternUse,
} from "./required.ts";

/** How a command begins, and what is known of what follows. */
interface Ordered extends Following {
  readonly atoms: readonly Atom[];
}

/**
 * What must be in the payload of a command that the pattern matches, one behind the other: most lessons about a command are
 * silent where the fix is already there, or ask for an option behind it, and most calls that look like theirs are such. Undefined when the
 * pattern does not begin with the beginning of a command that says enough by itself.
 */
export function requiredInOrder(pattern: Pattern): readonly Ordered[] | undefined {
  const use: PatternUse = { field: "command", ignoresCase: pattern.flags === "i" };
  const [only, ...others] = parsePattern(pattern.source)?.alternatives ?? [];
  if (only === undefined || others.length > 0) return undefined;
  const { elements } = only;
  const { runs, next } = beginning(elements, use);
  const starts = runs.map(beginningOf);
  if (!starts.every((piece) => piece !== undefined && weightOf(piece) >= leastWeight))
    return undefined;
  const rest = known(elements.slice(next), use);
  if (rest === undefined) return undefined;
  return starts.map((atoms) => ({ atoms: atoms ?? [], ...rest }));
}

/** All that is known letter by letter, and where that ends. */
function beginning(
  elements: readonly AST.Element[],
  use: PatternUse,
): { readonly runs: OneOf; readonly next: number } {
  let runs: OneOf = [[]];
  for (const [index, element] of elements.entries()) {
    const taken = takenBy(element, use);
    const joined = isRefusal(element) || isEnd(element) ? undefined : join(runs, taken.starts);
    if (joined === undefined || !taken.isExact) return { runs, next: index };
    runs = joined;
  }
  return { runs, next: elements.length };
}

function known(rest: readonly AST.Element[], use: PatternUse): Following | undefined {
  const [first, ...others] = rest;
  if (first === undefined) return undefined;
  if (isEnd(first)) return { behind: nothingBehind };
  if (isRefusal(first)) {
    // With case told apart, what stands there may be another word.
    const words = use.ignoresCase ? refusedWords(first) : [];
    const behind = withoutWords(words);
    return behind === undefined ? undefined : { behind };
  }
  // What a lookahead sees stands around the command as well, in an order of its own.
  if (others.some(({ raw }) => raw.includes("(?="))) return undefined;
  const later = bestOf(everyRun(inSequence(others, use), use));
  return later === undefined ? undefined : { later };
}

function isEnd(element: AST.Element): boolean {
  return element.type === "Assertion" && element.kind === "end";
}

function isRefusal(element: AST.Element): element is AST.LookaheadAssertion {
  return element.type === "Assertion" && element.kind === "lookahead" && element.negate;
}

/** Of `(?!.*(?:one|other))`. */
function refusedWords({ alternatives }: AST.LookaheadAssertion): readonly string[] {
  return alternatives.flatMap(({ elements: [any, ...wanted] }) => {
    const isAnything =
      any?.type === "Quantifier" &&
      any.min === 0 &&
      any.max === Number.POSITIVE_INFINITY &&
      any.element.type === "CharacterSet" &&
      any.element.kind === "any";
    const [only] = wanted;
    if (!isAnything || only === undefined) return [];
    const isGroup = only.type === "Group" && only.modifiers === null;
    return wanted.length === 1 && isGroup
      ? surelyMatching(only.alternatives)
      : surelyMatching([{ elements: wanted }]);
  });
}

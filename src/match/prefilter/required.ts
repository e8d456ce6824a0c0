import type { AST } from "@eslint-community/regexpp";
import { remembered } from "../once.ts";
import { parsePattern } from "../pattern/syntax.ts";
import type { Pattern } from "../pattern/pattern.ts";
import {
  blank,
  placeMarks,
  weightOf,
  classAtom,
  nameEdge,
  type Atom,
  pieceOf,
  type Field,
  atomIn,
  isBlank,
} from "./atom.ts";

/**
 * What must be in the payload when the pattern matches: one of these runs of atoms. Undefined when
 * nothing that says anything has to be there.
 */
export function requiredIn(pattern: Pattern, field: Field): OneOf | undefined {
  return readers[field](pattern).best;
}

/** Held by the pattern: every bucket whose calls have the field asks for it. */
const readers: Readonly<Record<Field, (pattern: Pattern) => { readonly best: OneOf | undefined }>> =
  {
    command: remembered((pattern) => readRequired(pattern, "command")),
    path: remembered((pattern) => readRequired(pattern, "path")),
    content: remembered((pattern) => readRequired(pattern, "content")),
  };

function readRequired(pattern: Pattern, field: Field): { readonly best: OneOf | undefined } {
  const use: PatternUse = { field, ignoresCase: pattern.flags === "i" };
  const parsed = parsePattern(pattern.source);
  const best = parsed && bestOf(everyRun(oneOf(parsed.alternatives, use), use));
  return { best };
}

/**
 * All that must be in a text that the pattern matches, each as runs of which one is there, with the marks of their places:
 * of the text itself, and not of how a payload writes it.
 */
export function everyRequired(pattern: Pattern, field: Field): readonly OneOf[] {
  const use: PatternUse = { field, ignoresCase: pattern.flags === "i", isWhole: true };
  const parsed = parsePattern(pattern.source);
  return parsed === undefined ? [] : everyRun(oneOf(parsed.alternatives, use), use);
}

const mostRuns = 24;
const longestRun = 40;
const mostRepeated = 8;
/** Less is in nearly every payload. */
export const leastWeight = 2;

export function everyRun({ starts, ends, needed }: Taken, use: PatternUse): readonly OneOf[] {
  return [...needed, toPieces(starts, use), toPieces(ends, use)];
}

function toPieces(runs: OneOf, { field, isAhead, isWhole }: PatternUse): OneOf {
  if (isWhole === true) return runs;
  return runs.map((run) => pieceOf(run, field, { isAhead: isAhead === true }));
}

export function bestOf(sets: readonly OneOf[]): OneOf | undefined {
  let best: { readonly set: OneOf; readonly weight: number } | undefined;
  for (const set of sets) {
    const weight = Math.min(...set.map(weightOf));
    if (weight >= leastWeight && weight > (best?.weight ?? 0)) best = { set, weight };
  }
  return best?.set;
}

/** One of the alternatives takes the text. */
function oneOf(alternatives: readonly AST.Alternative[], use: PatternUse): Taken {
  const each = alternatives.map(({ elements }) => inSequence(elements, use));
  const [only] = each;
  if (each.length === 1 && only !== undefined) return only;
  const starts = each.flatMap((taken) => taken.starts);
  const ends = each.flatMap((taken) => taken.ends);
  const isSmall = starts.length <= mostRuns && ends.length <= mostRuns;
  const isExact = isSmall && each.every((taken) => taken.isExact);
  const best = each.map((taken) => bestOf(everyRun(taken, use)));
  const needed = best.every((set) => set !== undefined) ? [best.flat()] : [];
  return {
    isExact,
    starts: isSmall ? starts : [[]],
    ends: isSmall ? ends : [[]],
    needed: isExact ? [] : needed,
  };
}

/** The parts take the text one after the other. */
export function inSequence(elements: readonly AST.Element[], use: PatternUse): Taken {
  const needed: OneOf[] = [];
  let starts: OneOf | undefined;
  let run: OneOf = [[]];
  for (const element of elements) {
    const next = takenBy(element, use);
    needed.push(...next.needed);
    const joined = join(run, next.starts);
    if (next.isExact && joined !== undefined) {
      run = joined;
      continue;
    }
    const ended = joined ?? run;
    starts ??= ended;
    needed.push(toPieces(ended, use));
    if (joined === undefined) needed.push(toPieces(next.starts, use));
    run = next.ends;
  }
  return { isExact: starts === undefined, starts: starts ?? run, ends: run, needed };
}

export function join(runs: OneOf, more: OneOf): OneOf | undefined {
  if (runs.length * more.length > mostRuns) return undefined;
  const joined = runs.flatMap((run) => more.map((next) => [...run, ...next]));
  return joined.every((run) => run.length <= longestRun) ? joined : undefined;
}

export function takenBy(element: AST.Element, use: PatternUse): Taken {
  switch (element.type) {
    case "Character":
      return takenByCharacter(String.fromCodePoint(element.value), use);
    case "CharacterSet":
      return takenByCharacterSet(element, use);
    case "CharacterClass":
      return takenByClass(element, use);
    case "Group":
      // With flags of its own it may mean something else by the same text.
      return element.modifiers === null ? oneOf(element.alternatives, use) : takesAnything;
    case "CapturingGroup":
      return oneOf(element.alternatives, use);
    case "Quantifier":
      return takenByRepetition(element, use);
    case "Assertion":
      return takenByAssertion(element, use);
    default:
      return takesAnything;
  }
}

function takenByRepetition({ element, min, max }: AST.Quantifier, use: PatternUse): Taken {
  const once = takenBy(element, use);
  if (max === 0) return takesNothing;
  if (min === 0) {
    const isShort = max === 1 && once.isExact && once.starts.length < mostRuns;
    return isShort ? takesExactly([[], ...once.starts]) : takesAnything;
  }
  // Blanks are one blank: the atom stands for several, too.
  if (once.isExact && once.starts.every((run) => run.length === 1 && run[0] === blank)) return once;
  if (max === 1 || !once.isExact) return max === 1 ? once : { ...once, isExact: false };
  const repeated = min === max && min <= mostRepeated ? repeat(once.starts, min) : undefined;
  return repeated === undefined ? { ...once, isExact: false } : takesExactly(repeated);
}

function repeat(runs: OneOf, times: number): OneOf | undefined {
  let repeated: OneOf | undefined = [[]];
  for (let count = 0; count < times && repeated !== undefined; count += 1) {
    repeated = join(repeated, runs);
  }
  return repeated;
}

function takenByAssertion(assertion: AST.Assertion, use: PatternUse): Taken {
  switch (assertion.kind) {
    case "start":
      return takesExactly([[placeMarks.start]]);
    case "end":
      return takesExactly([[placeMarks.end]]);
    case "word":
      return assertion.negate ? takesNothing : takesExactly([[placeMarks.edge]]);
    case "lookahead":
      if (assertion.negate)
        return endsWord(assertion) ? takesExactly([[placeMarks.edge]]) : takesNothing;
      return neededAhead(assertion, { ...use, isAhead: true });
    case "lookbehind":
      return takesNothing;
  }
}

function neededAhead({ alternatives }: AST.LookaheadAssertion, use: PatternUse): Taken {
  return { ...takesNothing, needed: everyRun(oneOf(alternatives, use), use) };
}

/** `(?!\S)` and the like: no word goes on here. */
export function endsWord({ alternatives }: AST.LookaheadAssertion): boolean {
  const [refused] = alternatives.length === 1 ? (alternatives[0]?.elements ?? []) : [];
  if (refused?.type !== "CharacterSet" && refused?.type !== "CharacterClass") return false;
  if (alternatives[0]?.elements.length !== 1) return false;
  const test = new RegExp(`^${refused.raw}$`);
  return wordCharacters.every((character) => test.test(character));
}

const wordCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".split("");

/** What a pattern is read for. */
export interface PatternUse {
  readonly field: Field;
  readonly ignoresCase: boolean;
  /** In a lookahead, which also sees what stands around a command, in an order of its own. */
  readonly isAhead?: true;
  /** Runs stay whole, because it is the text that is looked at and not its payload. */
  readonly isWhole?: true;
}

function takenByCharacter(character: string, use: PatternUse): Taken {
  // In a path it separates names, whichever way it was typed.
  if (use.field === "path" && character === "/") return takesExactly([[nameEdge]]);
  const atom = atomIn(use.field, character, use);
  return atom === undefined ? takesAnything : takesExactly([[atom]]);
}

function takenByCharacterSet(set: AST.CharacterSet, { field }: PatternUse): Taken {
  if (set.kind === "space" && !set.negate) return takenByBlank(field);
  if (set.kind === "digit" && !set.negate) return takesExactly([[classAtom(digits)]]);
  return takesAnything;
}

const digits = "0123456789".split("");

/** A path has no borders at blanks. */
function takenByBlank(field: Field): Taken {
  return field === "path" ? takesAnything : takesExactly([[blank]]);
}

const largestClass = 12;

function takenByClass(set: AST.CharacterClass, { field }: PatternUse): Taken {
  if (set.negate) return takesAnything;
  const characters: string[] = [];
  for (const element of set.elements) {
    if (element.type === "Character") {
      characters.push(String.fromCodePoint(element.value));
    } else if (element.type === "CharacterClassRange") {
      if (element.max.value - element.min.value > largestClass) return takesAnything;
      for (let code = element.min.value; code <= element.max.value; code += 1) {
        characters.push(String.fromCodePoint(code));
      }
    } else if (element.type === "CharacterSet" && element.kind === "digit" && !element.negate) {
      characters.push(...digits);
    } else if (element.type === "CharacterSet" && element.kind === "space" && !element.negate) {
      characters.push(" ");
    } else {
      return takesAnything;
    }
  }
  if (characters.length === 0) return takesAnything;
  if (characters.every(isBlank)) return takenByBlank(field);
  const isPlain = characters.every((character) => /^\w$/.test(character));
  return isPlain && characters.length <= largestClass
    ? takesExactly([[classAtom([...new Set(characters)])]])
    : takesAnything;
}

/** Text of which one has to be in the payload. */
export type OneOf = readonly (readonly Atom[])[];

/** What is known about the text that a part of a pattern takes. */
export interface Taken {
  /** Whether `starts` is all that it can take. */
  readonly isExact: boolean;
  readonly starts: OneOf;
  readonly ends: OneOf;
  /** Each is needed in between, or before or behind. */
  readonly needed: readonly OneOf[];
}

const takesNothing: Taken = { isExact: true, starts: [[]], ends: [[]], needed: [] };
const takesAnything: Taken = { ...takesNothing, isExact: false };

function takesExactly(starts: OneOf): Taken {
  return { isExact: true, starts, ends: starts, needed: [] };
}

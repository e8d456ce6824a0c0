import { RegExpParser, type AST } from "@eslint-community/regexpp";
import type { Pattern } from "../pattern/pattern.ts";
import { blank, placeMarks, weightOf } from "./atom.ts";
import { takenByOne, type Reading } from "./character.ts";
import { pieceOf, type Field } from "./field.ts";
import { takesAnything, takesExactly, takesNothing, type OneOf, type Taken } from "./taken.ts";

/**
 * What must be in the payload when the pattern matches: one of these runs of atoms. Undefined when
 * nothing that says anything has to be there.
 */
export function requiredIn(pattern: Pattern, field: Field): OneOf | undefined {
  const reading: Reading = { field, ignoresCase: pattern.flags === "i" };
  const parsed = parse(pattern.source);
  if (parsed === undefined) return undefined;
  return bestOf(everyRun(oneOf(parsed.alternatives, reading), reading));
}

function parse(source: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(source);
  } catch {
    return undefined;
  }
}

const mostRuns = 24;
const longestRun = 40;
const mostRepeated = 8;
/** Less is in nearly every payload. */
const leastWeight = 2;

function everyRun({ starts, ends, needed }: Taken, { field }: Reading): readonly OneOf[] {
  return [...needed, toPieces(starts, field), toPieces(ends, field)];
}

function toPieces(runs: OneOf, field: Field): OneOf {
  return runs.map((run) => pieceOf(run, field));
}

function bestOf(sets: readonly OneOf[]): OneOf | undefined {
  let best: { readonly set: OneOf; readonly weight: number } | undefined;
  for (const set of sets) {
    const weight = Math.min(...set.map(weightOf));
    if (weight >= leastWeight && weight > (best?.weight ?? 0)) best = { set, weight };
  }
  return best?.set;
}

/** One of the alternatives takes the text. */
function oneOf(alternatives: readonly AST.Alternative[], reading: Reading): Taken {
  const each = alternatives.map(({ elements }) => inSequence(elements, reading));
  const [only] = each;
  if (each.length === 1 && only !== undefined) return only;
  const starts = each.flatMap((taken) => taken.starts);
  const ends = each.flatMap((taken) => taken.ends);
  const isSmall = starts.length <= mostRuns && ends.length <= mostRuns;
  const isExact = isSmall && each.every((taken) => taken.isExact);
  const best = each.map((taken) => bestOf(everyRun(taken, reading)));
  const needed = best.every((set) => set !== undefined) ? [best.flat()] : [];
  return {
    isExact,
    starts: isSmall ? starts : [[]],
    ends: isSmall ? ends : [[]],
    needed: isExact ? [] : needed,
  };
}

/** The parts take the text one after the other. */
function inSequence(elements: readonly AST.Element[], reading: Reading): Taken {
  const needed: OneOf[] = [];
  let starts: OneOf | undefined;
  let run: OneOf = [[]];
  for (const element of elements) {
    const next = takenBy(element, reading);
    needed.push(...next.needed);
    const joined = join(run, next.starts);
    if (next.isExact && joined !== undefined) {
      run = joined;
      continue;
    }
    const ended = joined ?? run;
    starts ??= ended;
    needed.push(toPieces(ended, reading.field));
    if (joined === undefined) needed.push(toPieces(next.starts, reading.field));
    run = next.ends;
  }
  return { isExact: starts === undefined, starts: starts ?? run, ends: run, needed };
}

function join(runs: OneOf, more: OneOf): OneOf | undefined {
  if (runs.length * more.length > mostRuns) return undefined;
  const joined = runs.flatMap((run) => more.map((next) => [...run, ...next]));
  return joined.every((run) => run.length <= longestRun) ? joined : undefined;
}

function takenBy(element: AST.Element, reading: Reading): Taken {
  switch (element.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return takenByOne(element, reading);
    case "Group":
      // With flags of its own it may mean something else by the same text.
      return element.modifiers === null ? oneOf(element.alternatives, reading) : takesAnything;
    case "CapturingGroup":
      return oneOf(element.alternatives, reading);
    case "Quantifier":
      return takenByRepetition(element, reading);
    case "Assertion":
      return takenByAssertion(element, reading);
    default:
      return takesAnything;
  }
}

function takenByRepetition({ element, min, max }: AST.Quantifier, reading: Reading): Taken {
  const once = takenBy(element, reading);
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

function takenByAssertion(assertion: AST.Assertion, reading: Reading): Taken {
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
      return { ...takesNothing, needed: everyRun(oneOf(assertion.alternatives, reading), reading) };
    case "lookbehind":
      return takesNothing;
  }
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

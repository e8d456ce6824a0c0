import { inEitherCase } from "./atom.ts";
import { type Expression, matchesAll, prefilterLines, sharperLines } from "./grep-lines.ts";

/** What a lesson asks of a payload. */
export interface Asking {
  readonly expressions: readonly Expression[];
  /** Where they say more at a second look. */
  readonly sharper?: readonly Expression[];
}

/** The lines of the first look, and those of the second where they tell more. */
export interface Looks {
  readonly first: readonly string[];
  readonly second?: readonly string[];
}

/** Lessons that ask for the same letters, with their lines. */
export interface Family<Lesson extends Asking> extends Looks {
  /** A pattern of the shell: no payload concerns one of them in which it is not found. */
  readonly name: string;
  readonly lessons: readonly Lesson[];
}

/**
 * The lessons by the letters that they begin with. At a second look only families are read whose name is in the payload; and whoever
 * leaves some lessons out makes the lines of their families anew, and takes those of the others as they are. Making or reading all lines takes
 * longer than the rest of a call.
 */
export function familiesOf<Lesson extends Asking>(
  lessons: readonly Lesson[],
): readonly Family<Lesson>[] {
  const families = Map.groupBy(lessons.flatMap(partsOf), nameOf);
  return [...families].map(([name, members]) => ({ name, ...looksFor(members), lessons: members }));
}

/**
 * A lesson about several programs stands in the family of each, with what it asks for there: what has no name is read at every second
 * look.
 */
function partsOf<Lesson extends Asking>(lesson: Lesson): readonly Lesson[] {
  if (nameOf(lesson) !== unnamed) return [lesson];
  const { expressions, sharper } = lesson;
  const nameOfOne = (expression: Expression) => nameOf({ expressions: [expression] });
  const names = new Set([...expressions, ...(sharper ?? [])].map(nameOfOne));
  return [...names].map((name) => {
    const here = (expression: Expression) => nameOfOne(expression) === name;
    const part = { ...lesson, expressions: expressions.filter(here) };
    return sharper === undefined ? part : { ...part, sharper: sharper.filter(here) };
  });
}

/** Of those that begin with nothing in common: the launcher asks for no letters where a name begins like this. */
const unnamed = "+";

/** The letters that all expressions of a lesson begin with. Read by plugin/hooks/lessons-hook, which also sees where quotes stand between letters. */
function nameOf({ expressions, sharper = [] }: Asking): string {
  const runs = [...expressions, ...sharper].map(({ atoms }) => firstLetters(atoms));
  const [first = [], ...others] = runs;
  const end = first.findIndex((letter, at) => others.some((run) => run[at] !== letter));
  const common = end < 0 ? first : first.slice(0, end);
  return common.length < fewestLetters ? unnamed : common.join("");
}

const fewestLetters = 2;

/** Up to whatever may be typed in several ways. */
function firstLetters(atoms: Expression["atoms"]): readonly string[] {
  const letters = atoms.map((atom) => oneLetter.exec(atom)?.[1]);
  const from = letters.findIndex((letter) => letter !== undefined);
  if (from < 0) return [];
  const end = letters.indexOf(undefined, from);
  const run = letters.slice(from, end < 0 ? undefined : end);
  return run.map((letter = "") => inEitherCase(letter));
}

/** A letter, or several of them to choose from. */
const oneLetter = /^\[?([\w-]|(?<=\[)\w+)\]?$/;

/** The files of a second look, by the names of their families; undefined where it would tell no more, or take too long. */
export function secondLook(
  families: readonly (Looks & { readonly name: string })[],
): ReadonlyMap<string, readonly string[]> | undefined {
  const isTelling = families.some(({ second }) => second !== undefined);
  const isBlunt = families.some(({ first }) => first.includes(matchesAll));
  if (!isTelling || isBlunt || families.length > mostFamilies) return undefined;
  return new Map(families.map(({ name, first, second }) => [name, second ?? first]));
}

/** Each is a file, and the launcher asks for each name. */
const mostFamilies = 80;

export function looksFor(lessons: readonly Asking[]): Looks {
  const first = prefilterLines(lessons.flatMap(({ expressions }) => expressions));
  const second = sharperLines(lessons.flatMap((each) => each.sharper ?? each.expressions));
  return second === undefined ? { first } : { first, second };
}

import {
  inEitherCase,
  isBetweenWords,
  isInEveryPayload,
  isCharacter,
  oddBlank,
  oddOptions,
  optionsBlank,
  wordStart,
  type Atom,
} from "./atom.ts";

/** Atoms that follow each other in the payload. None: every payload has that. */
export interface Expression extends Following {
  readonly atoms: readonly Atom[];
  /** Whether it is text of a shell line, in which a quote may stand between any two letters. */
  readonly isShell: boolean;
}

/** What is known of what follows them. Only expressions that are spelled out in full say it. */
export interface Following {
  /** One of these follows, somewhere. */
  readonly later?: readonly (readonly Atom[])[];
  /** An extended regular expression for what follows at once. */
  readonly behind?: string;
}

/**
 * The lines of a prefilter for `LC_ALL=C grep -z -a -E -f`: a payload in which one of the
 * expressions stands matches one of them, in capitals or not. Expressions that begin alike share a line, because grep's
 * time goes into reading them; for that reason letters are written in both cases, and grep is not asked to ignore case, which takes it
 * three times as long. When they are too many, all become shorter and more is let through, never less.
 */
export function prefilterLines(
  expressions: Iterable<Expression>,
  most: PrefilterSize = largest,
): readonly string[] {
  const all = [...expressions];
  if (all.length === 0) return [];
  if (all.some(({ atoms }) => atoms.length === 0)) return [matchesAll];
  const rebuilt = rebuiltText(all);

  for (const length of lengths.filter((each) => each >= leastSharp)) {
    const sharp = linesOf(treeOf(all, length), sharpSpelling);
    if (sharp.cost <= most.sharp) return [...sharp.lines, ...rebuilt];
  }
  for (const length of lengths) {
    const blunt = linesOf(treeOf(all, length), bluntSpelling);
    if (blunt.cost > most.blunt) continue;
    return [...blunt.lines, ...rebuilt, ...(rebuilt.length > 0 ? [quoteInWord(all)] : [])];
  }
  return [matchesAll];
}

/**
 * Lines for payloads that have passed others: they also say what follows. Undefined where that tells no more, or where
 * reading them would take too long.
 */
export function sharperLines(expressions: Iterable<Expression>): readonly string[] | undefined {
  const all = [...expressions];
  const isTelling = all.some(({ later, behind }) => later !== undefined || behind !== undefined);
  if (!isTelling || all.some(({ atoms }) => atoms.length === 0)) return undefined;
  let places = 0;
  const lines: string[] = [];
  // What follows many of them in the same way is written once.
  for (const [end, alike] of byEnd(all)) {
    const tree = treeOf(alike, Number.POSITIVE_INFINITY, { isOpen: end !== "" });
    const { lines: beginnings, cost } = linesOf(tree, sharpSpelling);
    places += cost + placesIn(end);
    lines.push(...beginnings.map((beginning) => beginning + end));
  }
  return places <= mostAtSecondLook ? [...lines, ...rebuiltText(all)] : undefined;
}

export function linesAsFile(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** In places that grep keeps track of: a thousand cost about a thirtieth of a Node start. */
export interface PrefilterSize {
  /** Up to here each expression is spelled out in all the ways in which it may be typed. */
  readonly sharp: number;
  readonly blunt: number;
}

const largest: PrefilterSize = { sharp: 2000, blunt: 2500 };
const mostAtSecondLook = 8000;
const lengths = [Number.POSITIVE_INFINITY, 24, 16, 12, 10, 8, 7, 6, 5, 4];
/** What is shorter lets more through than what is blunt. */
const leastSharp = 7;

/** Not `^`: with `-z` an anchor makes grep leave its fast matcher. */
export const matchesAll = ".";

/** What the shell takes away between two letters of a word: quotes and escapes as JSON writes them. */
const quotedLetters = String.raw`[\"'$]*`;
/** The same between any two letters, for when there are too many words to say it of each. */
function quoteInWord(expressions: readonly Expression[]): string {
  const others = new Set<string>();
  for (const { atoms, isShell } of expressions) {
    if (!isShell) continue;
    for (const atom of atoms) {
      if (isCharacter(atom) && !/^\[?\w+\]?$/.test(atom)) others.add(atom.replace(/^\\/, ""));
    }
  }
  const isPlain = [...others].every((each) => /^[-.,:@%/~]$/.test(each));
  // In a class a hyphen stands last.
  const more = [...others].filter((each) => each !== "-").join("");
  const letter = isPlain
    ? `[A-Za-z0-9_${more}${others.has("-") ? "-" : ""}]`
    : "[^] !\"#$&'()*+;<=>?[\\^`{|}]";
  return String.raw`${letter}(\\[\"]|['$])+${letter}`;
}
/**
 * Lines that give letters in an order in which they do not stand there: a word that goes on in
 * the next line, and `$'…'`, which may spell any letter by its number. Both are rare. Without a backslash before the next quote
 * it spells nothing: mostly the `$'` is the end of somebody's expression.
 */
function rebuiltText(expressions: readonly Expression[]): readonly string[] {
  const hasShell = expressions.some(({ isShell }) => isShell);
  return hasShell ? [String.raw`[^ ]\\\\\\n[^ ]`, String.raw`\$[\"]*'[^']*\\\\`] : [];
}

/** Expressions by how they begin. */
interface Tree {
  readonly branches: Map<string, Tree>;
  /** Whatever follows here follows something that matches already. */
  isWhole: boolean;
}

function treeOf(
  expressions: readonly Expression[],
  longest: number,
  { isOpen = false } = {},
): Tree {
  const root: Tree = { branches: new Map(), isWhole: false };
  for (const { atoms, isShell } of expressions) {
    const steps = stepsOf(cutAt(atoms, longest), isShell);
    plant(root, isOpen ? [...steps, endStep] : steps);
  }
  return root;
}

/** Something follows here, so what is longer is not covered by it. */
const endStep = "";

/** By hand: this runs in any Node from 18 on. */
function byEnd(expressions: readonly Expression[]): ReadonlyMap<string, readonly Expression[]> {
  const groups = new Map<string, Expression[]>();
  for (const expression of expressions) {
    const end = spelledEnd(expression);
    const group = groups.get(end) ?? [];
    group.push(expression);
    groups.set(end, group);
  }
  return groups;
}

function spelledEnd({ later, behind = "" }: Following): string {
  if (later === undefined) return behind;
  const wanted = later.map((atoms) => ({ atoms, isShell: true }));
  const { lines } = linesOf(treeOf(wanted, Number.POSITIVE_INFINITY), sharpSpelling);
  return `.*(${lines.join("|")})`;
}

/** A beginning that every payload has would let everything through: it is left longer. */
function cutAt(atoms: readonly Atom[], longest: number): readonly Atom[] {
  let length = longest;
  while (length < atoms.length && isInEveryPayload(atoms.slice(0, length))) length += 1;
  return atoms.slice(0, length);
}

/** With the mark for quotes put before the second of two letters, so that beginnings stay alike. */
function stepsOf(atoms: readonly Atom[], isShell: boolean): readonly string[] {
  const last = atoms.findLastIndex((atom) => !isBetweenWords(atom) && atom !== wordStart);
  return atoms.slice(0, last + 1).map((atom, index) => {
    const before = atoms[index - 1];
    const isInWord = before !== undefined && isCharacter(before) && isCharacter(atom);
    return isShell && isInWord ? `${quotesMark}${atom}` : atom;
  });
}

const quotesMark = "<quotes>";

function plant(root: Tree, path: readonly string[]): void {
  let tree = root;
  for (const step of path) {
    if (tree.isWhole) return;
    const next = tree.branches.get(step) ?? { branches: new Map(), isWhole: false };
    tree.branches.set(step, next);
    tree = next;
  }
  tree.isWhole = true;
  tree.branches.clear();
}

/** How what may be typed in many ways is spelled, and what that costs. */
interface Spelling {
  readonly quotes: string;
  readonly quotesCost: number;
  /** Around a blank that is not just a space, and what follows it. */
  readonly blank: (odd: string, rest: string) => string;
  readonly blankCost: number;
}

const sharpSpelling: Spelling = {
  quotes: quotedLetters,
  quotesCost: 1,
  blank: (odd, rest) => `( |${odd}.*)${rest}`,
  blankCost: 16,
};
/** Behind an odd blank anything goes, and one line for all stands in for quotes. */
const bluntSpelling: Spelling = {
  quotes: "",
  quotesCost: 0,
  blank: (odd, rest) => `( ${rest}|${odd})`,
  blankCost: 4,
};

/** About: one for each character, class or group. */
function placesIn(step: string): number {
  if (step.length <= 1) return step.length;
  return step.replaceAll(/\[[^\]]*\]\*?/g, ".").replaceAll(/[()|*?\\]/g, "").length;
}

interface Written {
  readonly lines: readonly string[];
  readonly cost: number;
}

/** Branches that go on in the same way are one: of letters a class. */
function linesOf({ branches }: Tree, spelling: Spelling): Written {
  let cost = 0;
  const lines: string[] = [];
  /** By the quotes before them and what follows. */
  const letters = new Map<string, Map<string, string>>();
  for (const [step, tree] of branches) {
    if (step === endStep) continue;
    const { lines: behind, cost: costBehind } = linesOf(tree, spelling);
    const rest = behind.length > 1 ? `(${behind.join("|")})` : behind.join("");
    if (isBetweenWords(step)) {
      cost += spelling.blankCost + costBehind;
      lines.push(spelling.blank(step === optionsBlank ? oddOptions : oddBlank, rest));
      continue;
    }
    const isInWord = step.startsWith(quotesMark);
    const atom = isInWord ? step.slice(quotesMark.length) : step;
    const quotes = isInWord ? spelling.quotes : "";
    const places = costBehind + placesIn(atom) + (isInWord ? spelling.quotesCost : 0);
    const members = oneOfWord.exec(atom)?.[1];
    if (members === undefined) {
      cost += places;
      lines.push(quotes + atom + rest);
      continue;
    }
    const alike = letters.get(quotes) ?? new Map<string, string>();
    letters.set(quotes, alike);
    if (!alike.has(rest)) cost += places;
    alike.set(rest, `${alike.get(rest) ?? ""}${members}`);
  }
  for (const [quotes, alike] of letters) {
    for (const [rest, members] of alike) lines.push(`${quotes}${inEitherCase(members)}${rest}`);
  }
  if (branches.has(endStep) && lines.length > 0) return { lines: [`(${lines.join("|")})?`], cost };
  return { lines, cost };
}

/** A letter, digit or underscore, or several of them to choose from. */
const oneOfWord = /^\[?(\w+)\]?$/;

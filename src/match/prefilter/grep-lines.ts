import {
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
export interface Expression {
  readonly atoms: readonly Atom[];
  /** Whether it is text of a shell line, in which a quote may stand between any two letters. */
  readonly isShell: boolean;
}

/**
 * The lines of a prefilter for `LC_ALL=C grep -z -a -i -E -f`: a payload in which one of the
 * expressions stands matches one of them. Expressions that begin alike share a line, because grep's
 * time goes into reading them. When they are too many, all become shorter and more is let through,
 * never less.
 */
export function prefilterLines(
  expressions: Iterable<Expression>,
  most: PrefilterSize = largest,
): readonly string[] {
  const all = [...expressions];
  if (all.length === 0) return [];
  if (all.some(({ atoms }) => atoms.length === 0)) return [matchesAll];
  const hasShell = all.some(({ isShell }) => isShell);

  const sharp = linesOf(treeOf(all, Number.POSITIVE_INFINITY), sharpSpelling);
  if (sharp.cost <= most.sharp) return [...sharp.lines, ...(hasShell ? rebuiltText : [])];
  for (const length of lengths) {
    const blunt = linesOf(treeOf(all, length), bluntSpelling);
    if (blunt.cost > most.blunt) continue;
    return [...blunt.lines, ...(hasShell ? [...rebuiltText, quoteInWord] : [])];
  }
  return [matchesAll];
}

/** In places that grep keeps track of: a thousand cost about a twentieth of a Node start. */
export interface PrefilterSize {
  /** Up to here each expression is spelled out in full. */
  readonly sharp: number;
  readonly blunt: number;
}

const largest: PrefilterSize = { sharp: 2000, blunt: 2500 };
const lengths = [Number.POSITIVE_INFINITY, 24, 16, 12, 10, 8, 7, 6, 5, 4];

/** Not `^`: with `-z` an anchor makes grep leave its fast matcher. */
const matchesAll = ".";

/** What the shell takes away between two letters of a word: quotes and escapes as JSON writes them. */
const quotedLetters = String.raw`[\"'$]*`;
/** The same between any two letters, for when there are too many words to say it of each. */
const wordText = "[^] !\"#$&'()*+;<=>?[\\^`{|}]";
const quoteInWord = String.raw`${wordText}(\\[\"]|['$])+${wordText}`;
/**
 * Lines that give letters in an order in which they do not stand there: a word that goes on in
 * the next line, and `$'…'`, which may spell any letter by its number. Both are rare.
 */
const rebuiltText = [String.raw`[^ ]\\\\\\n[^ ]`, String.raw`\$[\"]*'`];

/** Expressions by how they begin. */
interface Tree {
  readonly branches: Map<string, Tree>;
  /** Whatever follows here follows something that matches already. */
  isWhole: boolean;
}

function treeOf(expressions: readonly Expression[], longest: number): Tree {
  const root: Tree = { branches: new Map(), isWhole: false };
  for (const { atoms, isShell } of expressions) {
    plant(root, stepsOf(cutAt(atoms, longest), isShell));
  }
  return root;
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

interface Written {
  readonly lines: readonly string[];
  readonly cost: number;
}

function linesOf({ branches }: Tree, spelling: Spelling): Written {
  let cost = 0;
  const lines = [...branches].map(([step, tree]) => {
    const { lines: behind, cost: costBehind } = linesOf(tree, spelling);
    const rest = behind.length > 1 ? `(${behind.join("|")})` : behind.join("");
    cost += costBehind;
    if (isBetweenWords(step)) {
      cost += spelling.blankCost;
      return spelling.blank(step === optionsBlank ? oddOptions : oddBlank, rest);
    }
    const isInWord = step.startsWith(quotesMark);
    cost += isInWord ? 1 + spelling.quotesCost : 1;
    return `${isInWord ? spelling.quotes + step.slice(quotesMark.length) : step}${rest}`;
  });
  return { lines, cost };
}

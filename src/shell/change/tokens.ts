import type { SimpleCommand } from "../command.ts";

/** A word of a command: as the matcher sees it, and as the program got it. Only the first may be shown. */
export interface Token {
  readonly text: string;
  readonly value: string;
}

/** What stands at one place in the call that failed and in the one that worked. One side may be empty. */
export interface Hunk {
  readonly removed: readonly Token[];
  readonly added: readonly Token[];
  /** The word before, which both have. */
  readonly follows: Token | undefined;
}

interface TokenDiff {
  readonly hunks: readonly Hunk[];
  /** Words that mean the same but are quoted in another way. */
  readonly requoted: readonly (readonly [before: Token, after: Token])[];
  /** Words that both have, in another order. */
  readonly moved: readonly Token[];
}

export function tokensOf({ text, words }: SimpleCommand): readonly Token[] {
  const texts = text.split(" ");
  // An escaped space splits a word in two. Then we know the texts, but not which value is whose.
  const isOneToOne = texts.length === words.length;
  return texts.map((one, index) => ({
    text: one,
    value: isOneToOne && index > 0 ? (words[index] ?? one) : one,
  }));
}

/** The smallest honest difference: words that both have in the same order are not part of it. */
export function diffTokens(before: readonly Token[], after: readonly Token[]): TokenDiff {
  const common = commonPairs(before, after, (one, other) => one.value === other.value);
  const gaps = gapsBetween(before, after, common);
  const moved = movedTokens(gaps);
  const isLeft = (token: Token): boolean => !moved.some(({ value }) => value === token.value);
  const hunks = gaps
    .map(({ removed, added, follows }) => ({
      removed: removed.filter(isLeft),
      added: added.filter(isLeft),
      follows,
    }))
    .filter(({ removed, added }) => removed.length + added.length > 0);
  return { hunks, requoted: requotedPairs(before, after, common, moved), moved };
}

/** Indexes of a longest common subsequence. */
export function commonPairs<T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (one: T, other: T) => boolean,
): readonly (readonly [before: number, after: number])[] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  const matches = (row: number, column: number): boolean => {
    const [one, other] = [before[row], after[column]];
    return one !== undefined && other !== undefined && isSame(one, other);
  };
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] = matches(row, column)
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }

  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (matches(row, column)) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function gapsBetween(
  before: readonly Token[],
  after: readonly Token[],
  common: readonly (readonly [number, number])[],
): readonly Hunk[] {
  const gaps: Hunk[] = [];
  let [row, column] = [0, 0];
  for (const [nextRow, nextColumn] of [...common, [before.length, after.length] as const]) {
    gaps.push({
      removed: before.slice(row, nextRow),
      added: after.slice(column, nextColumn),
      follows: before[row - 1],
    });
    row = nextRow + 1;
    column = nextColumn + 1;
  }
  return gaps;
}

function movedTokens(gaps: readonly Hunk[]): readonly Token[] {
  const added = new Set(gaps.flatMap((gap) => gap.added).map(({ value }) => value));
  return gaps.flatMap(({ removed }) => removed.filter(({ value }) => added.has(value)));
}

/** A word is often moved when it is quoted, so the moved ones count too. */
function requotedPairs(
  before: readonly Token[],
  after: readonly Token[],
  common: readonly (readonly [number, number])[],
  moved: readonly Token[],
): readonly (readonly [Token, Token])[] {
  const inPlace = common.map(([row, column]) => [before[row], after[column]] as const);
  const elsewhere = moved.map(
    (token) => [token, after.find(({ value }) => value === token.value)] as const,
  );
  return [...inPlace, ...elsewhere].flatMap(([one, other]) =>
    one === undefined || other === undefined || one.text === other.text ? [] : [[one, other]],
  );
}

const mostWords = 4;
const longestWord = 60;

/**
 * What tells two commands apart by words alone. `only` are the tokens that one of them has, `other`
 * all the tokens of the other one. Of flags the name is enough, unless the other has that one too.
 */
export function tellingWords(only: readonly Token[], other: readonly Token[]): readonly string[] {
  const flags = only.filter(isFlag);
  const chosen = flags.length > 0 ? flags : only;
  const words = chosen.map(({ text }) => {
    const name = nameOf(text);
    return other.some((token) => nameOf(token.text) === name) ? text : name;
  });
  return [...new Set(words)]
    .filter((word) => isTelling(word) && !other.some(({ text }) => isWord(word, text)))
    .slice(0, mostWords);
}

export function isFlag({ text }: Token): boolean {
  return /^--?[a-z0-9?]/i.test(text);
}

/** Whether a pattern that asks for `word` finds it in `text`: a flag also with a value behind `=`. */
function isWord(word: string, text: string): boolean {
  return text === word || (word.startsWith("-") && text.startsWith(`${word}=`));
}

/** `--format` of `--format=x`; any other word as it is. */
function nameOf(text: string): string {
  return text.startsWith("-") ? text.replace(/=.*$/s, "") : text;
}

/** Whether all of it stood in quotes or a substitution, so that there is nothing to show. */
export function isHole(text: string): boolean {
  return /^(?:""|[$<>]\(\)|\s)+$/.test(text);
}

function isTelling(word: string): boolean {
  return word.length <= longestWord && word !== "" && !isHole(word) && !/\s/.test(word);
}

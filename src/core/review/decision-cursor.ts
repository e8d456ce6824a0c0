import type { DecisionProblem } from "./decision-problem.ts";
import { readTokens, type Token } from "./decision-tokens.ts";
import { words } from "./decision-words.ts";

/** Where the reading of a sentence stands. Every step moves it forward, so that reading is linear. */
export interface Cursor {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** For each token the next one, itself included, that is no filler; and that does not stand between acts either. */
  readonly solid: readonly number[];
  readonly actual: readonly number[];
  at: number;
}

export function startOf(text: string): Cursor {
  const tokens = readTokens(text);
  return {
    text,
    tokens,
    solid: nextWithout(tokens, (token) => isWord(token, words.fillers)),
    actual: nextWithout(
      tokens,
      (token) => isWord(token, words.fillers) || isWord(token, words.openings) || isPause(token),
    ),
    at: 0,
  };
}

/** The token there; after the last one, the last one, which is the end. */
export function tokenAt(cursor: Cursor, at: number): Token {
  return cursor.tokens[Math.min(at, cursor.tokens.length - 1)] ?? nothing;
}

/** The next token that is no filler, and the cursor on it. */
export function peek(cursor: Cursor): Token {
  cursor.at = cursor.solid[cursor.at] ?? cursor.at;
  return tokenAt(cursor, cursor.at);
}

/** Moves on while the words are of that set, and says whether there were any. */
export function pass(cursor: Cursor, set: ReadonlySet<string>): boolean {
  const from = cursor.at;
  while (isWord(peek(cursor), set)) cursor.at += 1;
  return cursor.at > from;
}

export function isWord(token: Token, set: ReadonlySet<string>): boolean {
  return (token.kind === "word" || token.kind === "mark") && set.has(token.word);
}

export function isPause(token: Token): boolean {
  return isWord(token, words.pauses);
}

/** What is not understood is the token at the cursor, or all that was read since `from`. */
export function problemAt(
  cursor: Cursor,
  expected: string,
  { from, suggestion }: { readonly from?: Token; readonly suggestion?: string | undefined } = {},
): DecisionProblem {
  const start = (from ?? tokenAt(cursor, cursor.at)).start;
  const last = from === undefined ? cursor.at : Math.max(0, cursor.at - 1);
  const end = Math.max(start, tokenAt(cursor, last).end);
  return {
    start,
    end,
    text: cursor.text.slice(start, end),
    expected,
    suggestion,
  };
}

export function isProblem(value: object): value is DecisionProblem {
  return "expected" in value;
}

const nothing: Token = { kind: "end", word: "", text: "", start: 0, end: 0 };

/** Filled from the end, so that a long run of fillers is not walked again and again. */
function nextWithout(
  tokens: readonly Token[],
  isLeftOut: (token: Token) => boolean,
): readonly number[] {
  const next = Array.from(tokens, (_, index) => index);
  for (const [index, token] of [...tokens.entries()].toReversed()) {
    if (isLeftOut(token)) next[index] = next[index + 1] ?? index;
  }
  return next;
}

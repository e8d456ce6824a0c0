import { mayBeApostrophe, readQuoted } from "./quoted-text.ts";

/** A piece of a sentence. A word's `text` is as typed and `word` in small letters; a quote's `text` is what is inside. */
export interface Token {
  readonly kind: "word" | "quoted" | "mark" | "unclosed" | "end";
  readonly word: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The sentence in pieces, in linear time; the last is always the end. After a quote that never closes nothing is read. */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const plainQuotes = new Set<string>();
  let at = 0;
  while (at < text.length) {
    const token = quotedAt(text, at, plainQuotes) ?? markAt(text, at);
    if (token !== undefined) {
      tokens.push(token);
      if (token.kind === "unclosed") break;
      at = token.end;
    } else if (/\s/.test(text.charAt(at))) {
      at += 1;
    } else {
      const pieces = wordAt(text, at);
      tokens.push(...pieces);
      at = pieces[pieces.length - 1]?.end ?? at + 1;
    }
  }
  return [...tokens, { kind: "end", word: "", text: "", start: text.length, end: text.length }];
}

/** `plainQuotes` remembers which quotes do not close any more, so that each is looked for once. */
function quotedAt(text: string, at: number, plainQuotes: Set<string>): Token | undefined {
  const character = text.charAt(at);
  if (plainQuotes.has(character)) return undefined;
  const quoted = readQuoted(text, at);
  if (quoted === undefined) return undefined;
  if (quoted !== "unclosed") {
    return { kind: "quoted", word: "", text: quoted.value, start: at, end: quoted.end };
  }
  plainQuotes.add(character);
  if (mayBeApostrophe(character)) return undefined;
  return { kind: "unclosed", word: "", text: text.slice(at), start: at, end: text.length };
}

function markAt(text: string, at: number): Token | undefined {
  const mark = marks[text.charAt(at)];
  return mark === undefined ? undefined : markToken(mark, at, at + 1);
}

/** A word, and the end of a sentence that may follow it without a space. */
function wordAt(text: string, at: number): readonly Token[] {
  wordEnd.lastIndex = at;
  const found = wordEnd.exec(text)?.[0] ?? text.charAt(at);
  let length = found.length;
  while (length > 0 && ".!?…".includes(found.charAt(length - 1))) length -= 1;
  const raw = withoutParentheses(found.slice(0, length));
  const word: Token = {
    kind: "word",
    word: raw.toLowerCase().replaceAll("’", "'"),
    text: raw,
    start: at,
    end: at + length,
  };
  const stop = markToken(".", at + length, at + found.length);
  return [...(length > 0 ? [word] : []), ...(length < found.length ? [stop] : [])];
}

/** "(1)", "2)", "(hold)". Only what the word is called; its place in the sentence includes them. */
function withoutParentheses(word: string): string {
  let start = 0;
  let end = word.length;
  while (word.charAt(start) === "(") start += 1;
  while (end > start && word.charAt(end - 1) === ")") end -= 1;
  return start === end ? word : word.slice(start, end);
}

function markToken(mark: string, start: number, end: number): Token {
  return { kind: "mark", word: mark, text: mark, start, end };
}

/** A quote inside of a word is a character of it: don't, 5". */
const wordEnd = /[^\s,;:=，；：、]+/uy;

const marks: Readonly<Record<string, string>> = {
  ",": ",",
  "，": ",",
  "、": ",",
  ";": ";",
  "；": ";",
  ":": ":",
  "：": ":",
  "=": "=",
  "\n": "\n",
  "\r": "\n",
  "\u2028": "\n",
};

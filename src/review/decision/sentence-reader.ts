/** A piece of a sentence. A word's `word` is in small letters; a quote's `text` is what is inside. */
export interface SentencePiece {
  readonly kind: "word" | "mark" | "quoted" | "unclosed" | "end";
  readonly word: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A sentence from left to right: words, the marks `,` `;` `:`, texts between quotes, and texts without quotes up to
 * where they end. Looking moves nothing. Time is linear in what is read.
 */
export class SentenceReader {
  readonly text: string;
  /** Where the texts without quotes end, besides at a new line. */
  readonly #textEnd: RegExp;
  at = 0;

  /** `beginnings` are the words before which "and" and "then" end a text that has no quotes. */
  constructor(text: string, beginnings: readonly string[]) {
    this.text = text;
    this.#textEnd = new RegExp(
      `\\n|[,;](?=\\s|$)|\\s(?:and|then)(?=\\s+(?:${beginnings.join("|")})(?![\\p{L}\\p{N}_-]))`,
      "giu",
    );
  }

  /** What stands next. */
  look(): SentencePiece {
    const start = this.#after(/\s*/y);
    if (start === this.text.length) return { kind: "end", word: "", text: "", start, end: start };
    const closer = closerOf[this.text.charAt(start)];
    if (closer !== undefined) return this.#quoted(start, closer);
    wordOrMark.lastIndex = start;
    const text = wordOrMark.exec(this.text)?.[0] ?? "";
    const kind = /^[,;:]$/.test(text) ? "mark" : "word";
    return { kind, word: text.toLowerCase(), text, start, end: start + text.length };
  }

  /** Moves over what stands next when it is this word or mark. */
  pass(word: string): boolean {
    const next = this.look();
    if (next.word !== word) return false;
    this.at = next.end;
    return true;
  }

  /** Moves on while the words and marks are of that set, and says whether there were any. */
  passAny(set: ReadonlySet<string>): boolean {
    const from = this.at;
    for (let next = this.look(); set.has(next.word); next = this.look()) this.at = next.end;
    return this.at > from;
  }

  /** The text without quotes that begins on this line, perhaps empty, and the reader behind it. */
  takeText(): string {
    this.at = this.#after(/[^\S\n]*/y);
    // "then" right here ends the text before it has begun.
    this.#textEnd.lastIndex = Math.max(0, this.at - 1);
    const end = this.#textEnd.exec(this.text)?.index ?? this.text.length;
    const text = this.text.slice(this.at, Math.max(this.at, end)).trimEnd();
    this.at += text.length;
    return text;
  }

  #after(blank: RegExp): number {
    blank.lastIndex = this.at;
    return this.at + (blank.exec(this.text)?.[0].length ?? 0);
  }

  /**
   * Backslashes are themselves, because values may be regular expressions; only in front of a closing quote do
   * they count: two are one, and one takes the quote as a character.
   */
  #quoted(start: number, closer: string): SentencePiece {
    const { text } = this;
    let value = "";
    let copied = start + 1;
    for (let at = text.indexOf(closer, copied); at >= 0; at = text.indexOf(closer, at + 1)) {
      let backslashes = 0;
      while (at - backslashes > copied && text.charAt(at - backslashes - 1) === "\\")
        backslashes += 1;
      value += text.slice(copied, at - backslashes) + "\\".repeat(Math.floor(backslashes / 2));
      copied = at;
      if (backslashes % 2 === 0 && !isApostrophe(text, at)) {
        return { kind: "quoted", word: "", text: value, start, end: at + 1 };
      }
    }
    return { kind: "unclosed", word: "", text: text.slice(start), start, end: text.length };
  }
}

/** The value in curly quotes, as a `SentenceReader` takes it back. */
export function quote(value: string): string {
  return `“${value.replace(/(\\*)(”|$)/g, (_, backslashes: string, closer: string) =>
    closer === "" ? backslashes.repeat(2) : `${backslashes.repeat(2)}\\${closer}`,
  )}”`;
}

/** Within a word it ends nothing: 'don't stash'. */
function isApostrophe(text: string, at: number): boolean {
  return /['’]/.test(text.charAt(at)) && /[\p{L}\p{N}]/u.test(text.charAt(at + 1));
}

/** A quote inside of a word is a character of it: don't, 5". */
const wordOrMark = /[,;:]|[^\s,;:]+/y;

const closerOf: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "'": "'",
  "‘": "’",
  "`": "`",
};

/** The word that was probably meant: the one with the fewest slips of the finger, if they are few enough. */
export function nearestWord(typed: string, words: Iterable<string>): string | undefined {
  if (typed.length < 3 || typed.length > longestWord) return undefined;
  const most = typed.length < 5 ? 1 : 2;
  let nearest: string | undefined;
  let fewest = most + 1;
  for (const word of words) {
    if (Math.abs(word.length - typed.length) > most) continue;
    const slips = slipsBetween(typed, word);
    if (slips < fewest) {
      fewest = slips;
      nearest = word;
    }
  }
  return nearest;
}

/** Longer ones are no slips but something else, and the comparison costs the product of the lengths. */
const longestWord = 100;

/** Letters added, left out, replaced, or exchanged with their neighbour. */
function slipsBetween(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isExchanged ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

/**
 * Tells which of many patterns are worth trying on a text. Lets too many through, never too few: a
 * pattern is left out only where none of the texts stands that all its matches have. So hundreds of
 * expressions cost one pass over the text, and those that never come near a match are never compiled.
 */
export class PatternSieve {
  /** By their first letters: where in `#hints` the texts are that begin with them. */
  readonly #starts = new Uint16Array(startCount);
  readonly #hints: Hint[][] = [[]];
  readonly #always: number[] = [];
  readonly #seen: Uint32Array;
  #round = 0;

  constructor(patterns: readonly RegExp[]) {
    this.#seen = new Uint32Array(patterns.length);
    for (const [pattern, expression] of patterns.entries()) {
      const texts = requiredTexts(expression);
      if (texts === undefined) this.#always.push(pattern);
      else for (const text of new Set(texts)) this.#add({ text, pattern });
    }
  }

  #add(hint: Hint): void {
    let start = 0;
    for (let index = 0; index < shortestRequired; index += 1)
      start = nextStart(start, hint.text.charCodeAt(index));
    const number = (this.#starts[start] ||= this.#hints.push([]) - 1);
    this.#hints[number]?.push(hint);
  }

  /** The patterns that may match, by their places, each once, in no order. */
  candidatesFor(text: string): readonly number[] {
    const found = [...this.#always];
    const starts = this.#starts;
    this.#round += 1;
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      start = nextStart(start, text.charCodeAt(index));
      const number = starts[start];
      if (number) this.#collect(text, index + 1 - shortestRequired, number, found);
    }
    return found;
  }

  #collect(text: string, index: number, number: number, found: number[]): void {
    for (const hint of this.#hints[number] ?? []) {
      if (this.#seen[hint.pattern] === this.#round || !text.startsWith(hint.text, index)) continue;
      this.#seen[hint.pattern] = this.#round;
      found.push(hint.pattern);
    }
  }
}

interface Hint {
  readonly text: string;
  readonly pattern: number;
}

/** A number for the last three letters, case aside: five bits tell them apart. */
function nextStart(start: number, code: number): number {
  return ((start << bits) | (code & ((1 << bits) - 1))) & (startCount - 1);
}

/** Shorter texts stand everywhere. */
const shortestRequired = 3;
const bits = 5;
const startCount = 1 << (bits * shortestRequired);

/**
 * Texts of which at least one stands in whatever a pattern matches, as long as they can be; undefined
 * when it may match without any that is long enough to be looked for. For patterns of our own, which
 * are many: a parser for all that an expression can be takes ten times as long.
 */
export function requiredTexts({ source, flags }: RegExp): readonly string[] | undefined {
  // What a letter is in other cases is more than one text can say.
  return flags.includes("i") ? undefined : new SourceReader(source).readAlternatives();
}

class SourceReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Up to the end of the source or of the group: every alternative needs a text of its own. */
  readAlternatives(): readonly string[] | undefined {
    let texts = this.#readSequence();
    while (this.#take("|")) {
      const more = this.#readSequence();
      texts = texts && more && [...texts, ...more];
    }
    return texts;
  }

  /** Of all that stands one after the other, one part is enough: the one that says most. */
  #readSequence(): readonly string[] | undefined {
    let best: readonly string[] | undefined;
    let run = "";
    while (this.#at < this.#source.length) {
      run += this.#match(plainRun);
      const sign = this.#source.charAt(this.#at);
      if (sign === "|" || sign === ")") break;
      const part = this.#readPart(sign);
      if (part === undefined) continue;
      const { least, isOnce } = this.#readCount();
      if (typeof part === "string" && least > 0) run += part;
      if (typeof part === "string" && isOnce) continue;
      best = stronger(best, [run]);
      run = "";
      if (typeof part !== "string" && least > 0) best = stronger(best, part.texts);
    }
    return stronger(best, [run]);
  }

  /** One character as it is; what a group needs; undefined for what takes no room, such as `\b`. */
  #readPart(sign: string): string | Needed | undefined {
    this.#at += 1;
    switch (sign) {
      case "^":
      case "$":
        return undefined;
      case ".":
        return anything;
      case "[":
        this.#match(classRest);
        return anything;
      case "(":
        return this.#readGroup();
      case "\\":
        return this.#readEscape();
      default:
        return sign;
    }
  }

  #readGroup(): Needed | undefined {
    const opening = this.#match(groupOpening);
    const texts = this.readAlternatives();
    this.#take(")");
    const isLook = opening.endsWith("=") || opening.endsWith("!");
    return isLook ? undefined : { texts };
  }

  #readEscape(): string | Needed | undefined {
    if (this.#take("b") || this.#take("B")) return undefined;
    if (this.#match(classEscape) !== "") return anything;
    this.#at += 1;
    return this.#source.charAt(this.#at - 1);
  }

  /** How often the part before stands there at least, and whether that is once and no more. */
  #readCount(): { readonly least: number; readonly isOnce: boolean } {
    const count = this.#match(counts);
    if (count === "") return once;
    const isMany = count.startsWith("+");
    return { least: isMany ? 1 : Number.parseInt(count.slice(1), 10) || 0, isOnce: false };
  }

  #match(sticky: RegExp): string {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#source)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #take(sign: string): boolean {
    if (this.#source.charAt(this.#at) !== sign) return false;
    this.#at += 1;
    return true;
  }
}

/** Of a part that may be more than one text. */
interface Needed {
  readonly texts: readonly string[] | undefined;
}

const anything: Needed = { texts: undefined };
const once = { least: 1, isOnce: true };

/** Characters that mean themselves, as far as no count follows the last of them. */
const plainRun = /[^\\^$.*+?()[\]{}|]+(?![*+?{])/y;
const groupOpening = /\?(?:[:=!]|<[=!]|<\w+>)/y;
const classRest = /(?:\\.|[^\]\\])*\]/sy;
const classEscape = /[dDwWsSfnrtv]|[pPu]\{[^}]*\}|u.{4}|x..|k<\w+>|\d+/y;
const counts = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;

function stronger(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  return strengthOf(other) > strengthOf(one) ? other : one;
}

function strengthOf(texts: readonly string[] | undefined): number {
  if (texts === undefined) return 0;
  const shortest = Math.min(...texts.map(({ length }) => length));
  return shortest < shortestRequired ? 0 : shortest;
}

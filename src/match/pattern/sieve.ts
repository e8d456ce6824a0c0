import { requiredTexts, shortestRequired } from "./required-texts.ts";

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

const bits = 5;
const startCount = 1 << (bits * shortestRequired);

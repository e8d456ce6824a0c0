import type { RawLine } from "./raw-line.ts";

/**
 * A phrase that is searched for by its rare part. A search runs from one first character to the next,
 * and in JSON a quotation mark is everywhere: begun in the middle, it takes half the time.
 */
export class RarePhrase {
  readonly length: number;
  readonly #before: string;
  readonly #rare: string;
  readonly #after: string;

  /** ASCII only. */
  constructor(before: string, rare: string, after = "") {
    this.length = before.length + rare.length + after.length;
    this.#before = before;
    this.#rare = rare;
    this.#after = after;
  }

  /** Where the phrase first begins in a text; -1 when it is not in it. */
  indexIn(text: string): number {
    const rare = this.#rare;
    let at = text.indexOf(rare, this.#before.length);
    while (at >= 0) {
      const begin = at - this.#before.length;
      if (text.startsWith(this.#before, begin) && text.startsWith(this.#after, at + rare.length)) {
        return begin;
      }
      at = text.indexOf(rare, at + 1);
    }
    return -1;
  }

  isIn(text: string): boolean {
    return this.indexIn(text) >= 0;
  }

  /** Whether the phrase is in a line, from an offset on, without making the line a text. */
  isInLine(line: RawLine, from = 0): boolean {
    let at = line.indexOf(this.#rare, from + this.#before.length);
    while (at >= 0) {
      const begin = at - this.#before.length;
      const end = begin + this.length;
      if (this.isIn(line.latin1(begin, end))) return true;
      at = line.indexOf(this.#rare, at + 1);
    }
    return false;
  }
}

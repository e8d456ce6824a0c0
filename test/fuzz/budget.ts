/**
 * How many cases a fuzz run tries: `slice` with `npm test`, `whole` with `npm run test:deep`. Each case has a seed of its own, so
 * one that failed is tried alone: `LESSONS_CASE=17 npx vitest run test/fuzz`. `LESSONS_SEED` tries others, and `LESSONS_SHARE=2/4`
 * the second quarter, for runs that are split.
 */
export function casesOf({ slice, whole }: Budget): readonly Case[] {
  const { LESSONS_DEEP, LESSONS_SEED, LESSONS_CASE, LESSONS_SHARE } = process.env;
  const seed = Number(LESSONS_SEED ?? 20_260_101);
  const count = LESSONS_DEEP === "1" ? whole : slice;
  const [share = 1, shares = 1] = (LESSONS_SHARE ?? "1/1").split("/").map(Number);
  const [first, end] = [(share - 1) / shares, share / shares].map((part) =>
    Math.floor(part * count),
  );
  const numbers =
    LESSONS_CASE === undefined
      ? Array.from({ length: (end ?? 0) - (first ?? 0) }, (_, index) => (first ?? 0) + index)
      : [Number(LESSONS_CASE)];
  return numbers.map((number) => ({ seed, number }));
}

interface Budget {
  readonly slice: number;
  readonly whole: number;
}

export interface Case {
  readonly seed: number;
  readonly number: number;
}

/** For a message: what to type to see it again. */
export function named({ seed, number }: Case): string {
  return `LESSONS_SEED=${seed} LESSONS_CASE=${number}`;
}

/** A whole run takes as long as it takes. */
export const patienceMs = 6 * 3_600_000;

/** Chance that is the same each time: xorshift over a seed that was mixed well, because neighbours begin alike. */
export class Chance {
  #state: number;

  constructor({ seed, number }: Case) {
    let mixed = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(number + 1, 0xc2b2_ae35);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d);
    this.#state = mixed ^ (mixed >>> 13) || 1;
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % end;
  }

  /** Whether one of so many times it happens. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  of<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0];
  }
}

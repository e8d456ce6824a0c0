import fc from "fast-check";
import { expect, test } from "vitest";

import {
  bandCount,
  candidatePairs,
  rowsPerBand,
  signatureOf,
  surelyFoundFrom,
  jaccard,
} from "./similarity.ts";
import { law } from "../../../test/kit/law.ts";

test("the chance to miss a pair at the promised similarity is below one in ten thousand million", () => {
  expect((1 - surelyFoundFrom ** rowsPerBand) ** bandCount).toBeLessThan(1e-10);
});

test("rows agree as often as the similarity says, and bands as if rows were independent", () => {
  const pairs = Array.from({ length: 100 }, (_, index) => halfAlike(index));
  const rows = mean(pairs.map(([one, other]) => agreements(one, other, 1)));
  const bands = mean(pairs.map(([one, other]) => agreements(one, other, rowsPerBand)));

  expect(rows / (rowsPerBand * bandCount)).toBeCloseTo(0.5, 2);
  expect(bands / bandCount).toBeCloseTo(0.5 ** rowsPerBand, 2);
});

test("the order of the tokens does not change the signature", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 2 }), (tokens) => {
      expect(signatureOf(new Set(tokens.toReversed()))).toEqual(signatureOf(new Set(tokens)));
    }),
    law(),
  );
});

test("every pair that is similar enough is a candidate, once, the earlier first", () => {
  const set = fc
    .array(fc.integer({ min: 0, max: 9 }), { maxLength: 8 })
    .map((numbers) => new Set(numbers.map((number) => `word${number}`)));
  fc.assert(
    fc.property(fc.array(set, { maxLength: 30, size: "max" }), (sets) => {
      const candidates = [...candidatePairs(sets)].map(([earlier, later]) => `${earlier} ${later}`);
      const alike = sets.flatMap((one, later) =>
        sets
          .slice(0, later)
          .flatMap((other, earlier) =>
            jaccard(one, other) >= surelyFoundFrom ? [`${earlier} ${later}`] : [],
          ),
      );
      expect(new Set(candidates).size).toBe(candidates.length);
      expect(candidates).toEqual(expect.arrayContaining(alike));
    }),
    law(),
  );
});

test("most texts that share only everyday words are not compared", () => {
  const texts = Array.from(
    { length: 200 },
    (_, text) =>
      new Set(["the", "to", ...Array.from({ length: 20 }, (_none, word) => `${text}-${word}`)]),
  );
  const pairCount = (200 * 199) / 2;
  expect([...candidatePairs(texts)].length).toBeLessThan(pairCount / 4);
});

test("a set without tokens is in no pair", () => {
  expect([...candidatePairs([new Set(), new Set(), new Set(["a"])])]).toEqual([]);
});

/** Two sets that share two thirds of their tokens each: half of all. */
function halfAlike(index: number): readonly [ReadonlySet<string>, ReadonlySet<string>] {
  const size = 1 + (index % 10);
  const words = (name: string, count: number) =>
    Array.from({ length: count }, (_, word) => `${name}${index}-${word}`);
  const shared = words("shared", 2 * size);
  return [
    new Set([...shared, ...words("one", size)]),
    new Set([...shared, ...words("other", size)]),
  ];
}

function agreements(one: ReadonlySet<string>, other: ReadonlySet<string>, rows: number): number {
  const [a, b] = [signatureOf(one), signatureOf(other)];
  const starts = Array.from({ length: a.length / rows }, (_, group) => group * rows);
  return starts.filter((start) =>
    a.subarray(start, start + rows).every((hash, row) => hash === b[start + row]),
  ).length;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

import fc from "fast-check";
import { expect, test } from "vitest";

import {
  findNearDuplicates,
  nearestTo,
  type KeyedTokens,
  type NearDuplicates,
  jaccard,
  tokenSet,
} from "./similarity.ts";
import { law } from "../../../test/kit/law.ts";

const lessons: readonly KeyedTokens[] = [
  { key: "verbose", tokens: tokenSet("pytest hangs without a terminal, use --no-header -v") },
  { key: "hang", tokens: tokenSet("pytest hangs without a terminal, use --no-header") },
  { key: "force", tokens: tokenSet("never force-push to main") },
  { key: "copy", tokens: tokenSet("Pytest hangs without a terminal: use --no-header") },
];

test("near duplicates come as ordered pairs, the most similar first", () => {
  expect(findNearDuplicates(lessons)).toEqual([
    { a: "copy", b: "hang", similarity: 1 },
    { a: "copy", b: "verbose", similarity: 7 / 8 },
    { a: "hang", b: "verbose", similarity: 7 / 8 },
  ]);
});

test("one text is compared with many, the nearest first", () => {
  expect(nearestTo(tokenSet("pytest hangs, use --no-header"), lessons)).toEqual([
    { key: "copy", similarity: 4 / 7 },
    { key: "hang", similarity: 4 / 7 },
    { key: "verbose", similarity: 4 / 8 },
  ]);
  expect(nearestTo(tokenSet("pytest hangs, use --no-header"), lessons, 0.6)).toEqual([]);
});

test("exactly the threshold is enough", () => {
  const halfAlike = [
    { key: "one", tokens: new Set(["a", "b", "c"]) },
    { key: "two", tokens: new Set(["b", "c", "d"]) },
  ];
  expect(findNearDuplicates(halfAlike)).toEqual([{ a: "one", b: "two", similarity: 0.5 }]);
});

test("three equal texts are three pairs", () => {
  const tokens = new Set(["same", "words"]);
  const copies = ["one", "three", "two"].map((key) => ({ key, tokens }));
  expect(findNearDuplicates(copies)).toEqual([
    { a: "one", b: "three", similarity: 1 },
    { a: "one", b: "two", similarity: 1 },
    { a: "three", b: "two", similarity: 1 },
  ]);
});

test("the result is what comparing all pairs gives", () => {
  fc.assert(
    fc.property(anyItems(), (items) => {
      expect(findNearDuplicates(items)).toEqual(byComparingAll(items));
    }),
    law({ quick: 400 }),
  );
});

test("the nearest are the pairs that a text would be in", () => {
  fc.assert(
    fc.property(anyItems(), (items) => {
      const [first, ...others] = items;
      fc.pre(first !== undefined);
      const pairs = findNearDuplicates(items).filter(
        ({ a, b }) => a === first.key || b === first.key,
      );
      expect(new Set(nearestTo(first.tokens, others))).toEqual(
        new Set(
          pairs.map(({ a, b, similarity }) => ({ key: a === first.key ? b : a, similarity })),
        ),
      );
    }),
    law(),
  );
});

/** Few words, so that many pairs are near the threshold, some are equal and some are empty. */
function anyItems(): fc.Arbitrary<readonly KeyedTokens[]> {
  const word = fc.integer({ min: 0, max: 11 }).map((number) => `word${number}`);
  const item = fc.record({
    key: fc.string({ minLength: 1, maxLength: 3 }),
    tokens: fc.array(word, { maxLength: 9 }).map((words) => new Set(words)),
  });
  return fc.uniqueArray(item, { selector: ({ key }) => key, maxLength: 40, size: "max" });
}

function byComparingAll(items: readonly KeyedTokens[]): readonly NearDuplicates[] {
  const sorted = items.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return sorted
    .flatMap((one, index) =>
      sorted.slice(index + 1).map((other) => ({
        a: one.key,
        b: other.key,
        similarity: jaccard(one.tokens, other.tokens),
      })),
    )
    .filter(({ similarity }) => similarity >= 0.5)
    .toSorted((one, other) => other.similarity - one.similarity);
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { shortHash } from "./short-hash.ts";
import { law } from "../../../test/kit/law.ts";

test("the same text has the same number on every machine: stores hold it", () => {
  expect(["", "a", "toolu_01", "é日本🎉"].map(shortHash)).toEqual([
    3338908027751811, 7929297801672961, 3039535840994603, 3221548521547155,
  ]);
});

test("ten thousand ids that differ little have ten thousand numbers", () => {
  const numbers = new Set(Array.from({ length: 10_000 }, (_, index) => shortHash(`call_${index}`)));
  expect(numbers.size).toBe(10_000);
});

test("law: it is a whole number that SQLite and JSON keep exactly", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const number = shortHash(text);
      expect(Number.isSafeInteger(number) && number >= 0).toBe(true);
      expect(shortHash(text)).toBe(number);
    }),
    law(),
  );
});

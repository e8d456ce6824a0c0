import fc from "fast-check";
import { expect, test } from "vitest";
import { PatternSieve } from "./sieve.ts";
import { law } from "../../../test/kit/law.ts";

test("only patterns of which a text is there are worth trying", () => {
  const sieve = new PatternSieve([/not found/, /^fatal: |^error: /, /\d+/, /found it/]);
  expect(new Set(sieve.candidatesFor("error: x not found"))).toEqual(new Set([0, 1, 2]));
  expect(sieve.candidatesFor("")).toEqual([2]);
});

test("a pattern that matches is never left out", () => {
  const word = fc.stringMatching(/^[a-dA-D:é ]{1,5}$/);
  const anyPattern = fc
    .array(
      fc.array(fc.oneof(word, fc.constantFrom("(?:ab|cd)", "[ab]", "a?", "b+", "(c{2})", ".")), {
        minLength: 1,
        maxLength: 4,
      }),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((alternatives) => new RegExp(alternatives.map((parts) => parts.join("")).join("|")));
  const anyText = fc.stringMatching(/^[a-dA-D:é ]{0,30}$/);
  fc.assert(
    fc.property(fc.array(anyPattern, { maxLength: 8 }), fc.array(anyText), (patterns, texts) => {
      const sieve = new PatternSieve(patterns);
      for (const text of texts) {
        const matching = patterns.flatMap((pattern, at) => (pattern.test(text) ? [at] : []));
        expect(sieve.candidatesFor(text)).toEqual(expect.arrayContaining(matching));
      }
    }),
    law({ quick: 800, deep: 1000 }),
  );
});

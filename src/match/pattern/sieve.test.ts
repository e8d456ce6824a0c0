import fc from "fast-check";
import { expect, test } from "vitest";
import { PatternSieve, requiredTexts } from "./sieve.ts";
import { law } from "../../../test/kit/law.ts";
import { failureRules } from "../../capture/failures/failure-rules.ts";

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

test.each<readonly [RegExp, readonly string[] | undefined]>([
  [/^fatal: not a git repository/, ["fatal: not a git repository"]],
  [/\b(?:socket hang up|early EOF)\b/, ["socket hang up", "early EOF"]],
  [/colou?rs? (?:scarlet|crimson)/, ["scarlet", "crimson"]],
  [/abc+def/, ["abc"]],
  [/abcd?efg/, ["abc"]],
  [/(?:long text)?short/, ["short"]],
  [/(?:long text){2}short/, ["long text"]],
  [/a(?!never)bcd/, ["abcd"]],
  [/x\.y\/z\b/, ["x.y/z"]],
  [/[Nn]ot \d{1,9} found/, [" found"]],
  [/one|two|\d/, undefined],
  [/a.b.c/, undefined],
  [/fatal/i, undefined],
])("%s needs %j", (pattern, texts) => {
  expect(requiredTexts(pattern)).toEqual(texts);
});

const linePatterns = failureRules.flatMap(({ lines = [] }) => lines);

test("nearly every pattern that knows a failure needs some text", () => {
  const without = linePatterns.filter((pattern) => requiredTexts(pattern) === undefined);
  expect(without.length).toBeLessThan(linePatterns.length / 50);
});

test("whatever a pattern matches has one of the texts that it needs", () => {
  for (const { source } of linePatterns) {
    // Texts are made for what can be made: borders of words and looks around stand in the way of it.
    const madeFor = new RegExp(source.replaceAll("\\b", ""));
    if (/\(\?(?:!|=|<[!=])/.test(source)) continue;
    const texts = requiredTexts(madeFor);
    fc.assert(
      fc.property(fc.stringMatching(madeFor), (line) => {
        const isThere = texts?.some((text) => line.includes(text)) ?? true;
        expect({ line, isThere }).toEqual({ line, isThere: true });
      }),
      law({ quick: 5, deep: 10 }),
    );
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { RarePhrase } from "./rare-phrase.ts";
import { rawLine } from "./raw-line.ts";
import { law } from "../../../test/kit/law.ts";

/** Few letters, so that phrases overlap and begin again before they end. */
const someText = fc.string({ unit: fc.constantFrom("a", "b", '"'), maxLength: 12 });

test("law: a phrase is found where a plain search finds it", () => {
  const parts = fc.tuple(shortText(0), shortText(1), shortText(0));
  fc.assert(
    fc.property(parts, someText, fc.nat({ max: 5 }), ([before, rare, after], text, from) => {
      const phrase = new RarePhrase(before, rare, after);
      const whole = before + rare + after;
      expect({
        length: phrase.length,
        at: phrase.indexIn(text),
        isIn: phrase.isIn(text),
        isInLine: phrase.isInLine(rawLine(text), from),
      }).toEqual({
        length: whole.length,
        at: text.indexOf(whole),
        isIn: text.includes(whole),
        isInLine: text.includes(whole, from),
      });
    }),
    law({ quick: 2000 }),
  );
});

function shortText(minLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom("a", "b", '"'), minLength, maxLength: 3 });
}

test("a phrase that only the next line has is not in the line", () => {
  const line = rawLine('{"a":1}{"is_error":true}');
  line.end = 7;
  expect(new RarePhrase('"is', '_error"', ":true").isInLine(line)).toBe(false);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { stepCounter } from "./count-steps.ts";
import { law } from "../../../test/kit/law.ts";

const plenty = 1_000_000;

test("it counts the same each time, and what is longer takes longer", () => {
  const count = stepCounter({ source: "^a*b", flags: "" });
  const steps = (length: number) => count("a".repeat(length), plenty).steps;
  expect(steps(10)).toBe(steps(10));
  expect(steps(40) - steps(20)).toBe(2 * (steps(20) - steps(10)));
});

test("it gives up where the allowance ends", () => {
  const count = stepCounter({ source: "^(a+)+$", flags: "" });
  expect(count(`${"a".repeat(40)}!`, 10_000)).toEqual({ outcome: "given up", steps: 10_001 });
});

/**
 * What a pattern can be put together from, small enough that texts of a few characters meet all of it.
 * Not `(?i:…)`: the engine itself is wrong about it, `/(?-i:x|[ab])/i` matches "A".
 */
const patterns = fc.letrec<{ element: string; sequence: string }>((tie) => ({
  element: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("a", "b", "A", ".", "\\w", "\\s", "[ab]", "[^a]", "^", "$", "\\b", "\\B"),
    fc
      .tuple(
        fc.constantFrom("(?:", "(", "(?=", "(?!", "(?<=", "(?<!", "(?s-m:", "(?m:"),
        tie("sequence"),
        tie("sequence"),
      )
      .map(([open, one, other]) => `${open}${one}|${other})`),
    fc
      .tuple(
        fc.constantFrom("(?:", "("),
        tie("sequence"),
        fc.constantFrom("*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}"),
      )
      .map(([open, body, often]) => `${open}${body})${often}`),
    fc.constantFrom("\\1", "\\2"),
  ),
  sequence: fc
    .array(tie("element"), { minLength: 1, maxLength: 3 })
    .map((elements) => elements.join("")),
})).sequence;

test("law: it finds what the engine finds", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "A", " ", "\n"), maxLength: 7 });
  const flags = fc.subarray(["i", "m", "s", "u", "y"]).map((letters) => letters.join(""));
  fc.assert(
    fc.property(patterns, flags, fc.array(text, { minLength: 5 }), (source, chosen, texts) => {
      const expression = compiled(source, chosen);
      fc.pre(expression !== undefined);
      const count = stepCounter({ source, flags: chosen });
      for (const each of texts) {
        const { outcome } = count(each, plenty);
        fc.pre(outcome !== "given up");
        expression.lastIndex = 0;
        expect({ text: each, outcome }).toEqual({
          text: each,
          outcome: expression.test(each) ? "found" : "not found",
        });
      }
    }),
    law({ quick: 150, deep: 600 }),
  );
});

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    // Such as a reference to a group that is not there, with `u`.
    return undefined;
  }
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { patternChoices } from "./choices.ts";
import { readPattern } from "./pattern.ts";
import { law } from "../../../test/kit/law.ts";

test.each([
  ["^(npm|yarn)\\s+test", ["^npm\\s+test", "^yarn\\s+test"]],
  ["a|b", ["a", "b"]],
  [
    "(?-i)^git\\s+(?:pull|push(?: -f| --force))",
    ["(?-i)^git\\s+pull", "(?-i)^git\\s+push -f", "(?-i)^git\\s+push --force"],
  ],
  ["^git(?=.*(-a|-b))", ["^git(?=.*-a)", "^git(?=.*-b)"]],
  ["^git(?!.*(-a|-b))", ["^git(?!.*(-a|-b))"]],
  ["(a|b)+", ["(a|b)+"]],
  ["a|b|c|d|e|f|g", ["a|b|c|d|e|f|g"]],
  ["(a|b)\\1", ["(a|b)\\1"]],
  ["(", ["("]],
])("%s is %j", (pattern, choices) => {
  expect(patternChoices(pattern)).toEqual(choices);
});

test("law: the choices together match what the pattern matches", () => {
  const piece = fc.constantFrom("a", "b", "\\s", "-f", ".*", "(?!.*(a|b))", "(?=.*(a|b))", "\\b");
  const group = fc
    .array(fc.array(piece, { maxLength: 2 }), { minLength: 1, maxLength: 3 })
    .map((parts) => `(?:${parts.map((each) => each.join("")).join("|")})`);
  const pattern = fc.array(fc.oneof(piece, group, fc.constant("|")), { maxLength: 5 });
  const text = fc.array(fc.constantFrom("a", "b", " ", "-f"), { maxLength: 7 });
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), (parts, texts) => {
      const source = parts.join("");
      const choices = patternChoices(source);
      for (const letters of texts) {
        const line = letters.join("");
        const isMatched = choices.some((each) => new RegExp(readPattern(each).source).test(line));
        expect(isMatched).toBe(new RegExp(source).test(line));
      }
    }),
    law({ quick: 500 }),
  );
});

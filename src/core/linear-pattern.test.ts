import fc from "fast-check";
import { checkSync } from "recheck/lib/browser.js";
import { expect, test } from "vitest";
import { isPlainlyLinear } from "./linear-pattern.ts";
import { readPattern } from "./pattern.ts";
import { law } from "../../test/kit/law.ts";

test.each([
  "^git\\s+stash\\b",
  "^git\\s+stash\\b(?!.*(-u|--include-untracked))",
  "^git\\s+push\\b.*--force",
  "^git\\s+push\\b(?!.*--force-with-lease).*--force",
  "^(?:npm|pnpm|yarn)\\s+(?:i|install)\\b",
  "^python\\b(?!\\S)",
  "^pip3?\\s+install\\s+-e\\b",
  "^a|^b+c",
  "^rm\\s+-\\w*r",
])("%s is plainly linear", (pattern) => {
  expect(isPlainlyLinear(readPattern(pattern))).toBe(true);
});

test.each([
  ["git\\s+stash", "it does not begin with ^"],
  ["^a|b+c", "one way through does not begin with ^"],
  ["^.*a.*b", "two repetitions can end anywhere"],
  ["^(a+)+b", "a repetition is repeated"],
  ["^(?:a|a)*b", "alternatives are repeated"],
  ["^.*(?!.*a)b", "every end of the first repetition looks ahead again"],
  ["^a+[ab]+c", "the second repetition reads on from every end of the first"],
  ["^(a)+\\1", "it refers back"],
  ["^a+(?<=b)c", "it looks behind"],
  [`^${"(?:a|a)".repeat(30)}b`, "there are too many ways through"],
  ["^.*é.*漢", "characters beyond the samples count as all"],
])("%s is not: %s", (pattern) => {
  expect(isPlainlyLinear(readPattern(pattern))).toBe(false);
});

test("law: what is plainly linear, a thorough checker never finds to be slow", () => {
  const piece = fc.constantFrom(
    "a",
    "b",
    "\\s",
    "\\s+",
    "a+",
    "b*",
    "[ab]+",
    "\\w*",
    ".*",
    "a?",
    "(?:a|b)",
    "(?:ab|a)?",
    "(?!.*b)",
    "(?=a)",
    "\\b",
    "$",
  );
  const pattern = fc
    .array(piece, { minLength: 1, maxLength: 6 })
    .map((pieces) => `^${pieces.join("")}`);
  fc.assert(
    fc.property(pattern, (source) => {
      fc.pre(isPlainlyLinear({ source, flags: "" }));
      const { status } = checkSync(source, "", {
        timeout: 300,
        randomSeed: 1,
        attackTimeout: 200,
        incubationTimeout: 100,
      });
      expect(status).not.toBe("vulnerable");
    }),
    law({ quick: 20, deep: 150 }),
  );
});

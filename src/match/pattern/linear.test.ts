import fc from "fast-check";
import { expect, test } from "vitest";
import { isPlainlyLinear } from "./linear.ts";
import { measureGrowth } from "./speed.ts";
import { readPattern } from "./pattern.ts";
import { law } from "../../../test/kit/law.ts";

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
  "^a+(?<=b)c",
  "git\\s+stash",
  "(?:npm|yarn)\\s+(?:i|install)\\b",
  "\\d\\d",
  "(?<![\\w.])f(?:it|describe)\\(",
  "\\bAKIA(?![0-9A-Z]{9}EXAMPLE)[0-9A-Z]{16}\\b",
])("%s is plainly linear", (pattern) => {
  expect(isPlainlyLinear(readPattern(pattern))).toBe(true);
});

test.each([
  ["git.*stash", "it does not begin with ^, and what is repeated takes what comes first"],
  ["(?:npm|\\s)\\s+i", "what is repeated takes one of what may come first"],
  ["\\s+git", "what is repeated comes first"],
  ["(?!.*x)git", "every place looks ahead to the end"],
  ["a{1,50}b", "a high limit is as good as none"],
  ["^A+(?i:a+)b", "case counts in one part only"],
  ["^a|b+c", "one way through does not begin with ^"],
  ["^.*a.*b", "two repetitions can end anywhere"],
  ["^(a+)+b", "a repetition is repeated"],
  ["^(?:a|a)*b", "alternatives are repeated"],
  ["^.*(?!.*a)b", "every end of the first repetition looks ahead again"],
  ["^a+[ab]+c", "the second repetition reads on from every end of the first"],
  ["^(a)+\\1", "it refers back"],
  ["^a+(?<=b+)c", "it looks behind, and reads on there"],
  [`^${"(?:a|a)".repeat(30)}b`, "there are too many ways through"],
  ["^.*é.*漢", "characters beyond the samples count as all"],
])("%s is not: %s", (pattern) => {
  expect(isPlainlyLinear(readPattern(pattern))).toBe(false);
});

test("law: for what is plainly linear, no text is found on which it is slow", () => {
  const piece = fc.constantFrom(
    "a",
    "b",
    "-",
    "\\s",
    "\\s+",
    "a+",
    "b*",
    "[ab]+",
    "\\w*",
    ".*",
    "a?",
    "[ab]{0,3}",
    "(?:a|b)",
    "(?:ab|a)?",
    "(?:a|-b)",
    "(?!.*b)",
    "(?!a*b)",
    "(?=a)",
    "(?<!-)",
    "\\b",
    "$",
  );
  const pattern = fc
    .tuple(fc.constantFrom("^", ""), fc.array(piece, { minLength: 1, maxLength: 6 }))
    .map(([start, pieces]) => `${start}${pieces.join("")}`);
  fc.assert(
    fc.property(pattern, (source) => {
      fc.pre(isPlainlyLinear({ source, flags: "" }));
      expect(measureGrowth({ source, flags: "" })).toBeUndefined();
    }),
    law({ quick: 20, deep: 150 }),
  );
});

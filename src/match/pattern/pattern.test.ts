import { expect, test } from "vitest";
import { patternProblem } from "./breadth.ts";
import { readPattern } from "./pattern.ts";

test("patterns ignore case unless they say otherwise", () => {
  expect(readPattern("\\bgit\\b")).toEqual({ source: "\\bgit\\b", flags: "i" });
  expect(readPattern("(?-i)\\bGIT\\b")).toEqual({ source: "\\bGIT\\b", flags: "" });
});

test("ordinary patterns have no problem", () => {
  expect(
    patternProblem("\\bpytest\\b(?!.*(--no-header|-p no:faulthandler|TERM=dumb))"),
  ).toBeUndefined();
  expect(patternProblem("(?-i)^git\\s+stash\\b")).toBeUndefined();
});

test.each(["(unclosed", "[a", "a{2,1}", "(?<n>a)(?<n>b)"])(
  "%s is not a regular expression",
  (text) => {
    expect(patternProblem(text)).toMatch(/^is not a regular expression: /);
  },
);

test.each([".*", "a*", "x?", "(?:)", "^", "a|"])("%s matches the empty string", (text) => {
  expect(patternProblem(text)).toMatch(/^matches the empty string/);
});

test.each([".", "..", ".{3,9}", ".+", "[^]", "[\\s\\S]", "\\S"])("%s matches any text", (text) => {
  expect(patternProblem(text)).toMatch(/^matches any text/);
});

test("a pattern of a thousand and one characters is too long", () => {
  expect(patternProblem("a".repeat(1001))).toBe("is longer than 1000 characters");
});

test.each([
  String.raw`(\w+)+b`,
  String.raw`((\w+)+)+b`,
  `^(?:${Array.from({ length: 200 }, () => "(q)").join("|")})*x`,
  `^(?:${"(7?)".repeat(200)})*x`,
])("a pattern that would take exponential time is never handed to the engine: %s", (pattern) => {
  expect(patternProblem(pattern)).toContain("takes very long");
});

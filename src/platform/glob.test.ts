import { expect, test } from "vitest";
import { globProblem } from "./glob.ts";

test.each([
  "**/package.json",
  "src/**/*.ts",
  "*.{json,yml}",
  "docs/**/adr/*-*.md",
  ".github/**",
  "a/[bc]?.ts",
])("%s is a path pattern", (glob) => {
  expect(globProblem(glob)).toBeUndefined();
});

test.each([
  [" ", "is empty"],
  ["a[b", "is not a glob"],
  ["**", "matches any path"],
  ["**/*", "matches any path"],
  ["**/*a*a*a*a*a*b", "so many wildcards"],
  ["**/a/**/b/**/c/**", "so many wildcards"],
  ["+(a|b)c", "so many wildcards"],
  ["a".repeat(501), "is longer than 500"],
])("%s is none: %s", (glob, problem) => {
  expect(globProblem(glob)).toContain(problem);
});

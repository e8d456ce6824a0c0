import { expect, test } from "vitest";
import { globProblem } from "./glob.ts";

test.each([
  "**/package.json",
  "src/**/*.ts",
  "*.{json,yml}",
  "docs/**/adr/*-*.md",
  ".github/**",
  "a/[bc]?.ts",
  "**/*.{js,jsx,ts,tsx,mjs,cjs,mts,cts,vue,svelte}",
  "{src,lib,app,packages/*}/**/*.{test,spec}.{ts,tsx,js,jsx}",
  "!(*.ts)",
  "app/(group)/page.tsx",
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
  ["{a?,?a,??}".repeat(30), "so many alternatives"],
  ["@(a?|?a|??)".repeat(20), "so many alternatives"],
  ["{,a}".repeat(80), "so many alternatives"],
  ["?(a)".repeat(40), "so many alternatives"],
  ["!(a)".repeat(8), "so many alternatives"],
  ["[a]+".repeat(20), "so many alternatives"],
  ["((a)+)+b", "so many alternatives"],
  ["(a|aa)+b", "so many alternatives"],
  ["a".repeat(501), "is longer than 500"],
])("%s is none: %s", (glob, problem) => {
  expect(globProblem(glob)).toContain(problem);
});

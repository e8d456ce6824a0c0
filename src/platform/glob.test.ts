import fc from "fast-check";
import { expect, test } from "vitest";
import { mayBeAt } from "../match/pattern/find.ts";
import { law } from "../../test/kit/law.ts";
import { globPattern, globProblem } from "./glob.ts";

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
  ["**/*a*a*a*a*a*b", "too many wildcards"],
  ["**/a/**/b/**/c/**", "too many wildcards"],
  ["+(a|b)c", "too many wildcards"],
  ["{a?,?a,??}".repeat(30), "too many alternatives"],
  ["@(a?|?a|??)".repeat(20), "too many alternatives"],
  ["{,a}".repeat(80), "too many alternatives"],
  ["?(a)".repeat(40), "too many alternatives"],
  ["!(a)".repeat(8), "too many alternatives"],
  ["[a]+".repeat(20), "too many alternatives"],
  ["((a)+)+b", "too many alternatives"],
  ["(a|aa)+b", "too many alternatives"],
  ["a".repeat(501), "is longer than 500"],
])("%s is none: %s", (glob, problem) => {
  expect(globProblem(glob)).toContain(problem);
});

test("law: where a glob matches, the text that rules paths out has not ruled it out", () => {
  const parts =
    "** / * ? src a.ts b .sql . ./ ../ {a,b} {src/,}a {a..c} [ab] [!a] !(a) @(a|b) ! \\* a{b".split(
      " ",
    );
  const names = ["src", "a.ts", "b", "b.sql", ".sql", "lib", "a", "ab", "*", "!", "a{b"];
  const globs = fc.array(fc.constantFrom(...parts, "/"), { minLength: 1, maxLength: 6 });
  const paths = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(globs, paths, fc.constantFrom("", "/", "./"), (glob, path, root) => {
      const pattern = globPattern(glob.join(""));
      const text = `${root}${path.join("/")}`;
      if (!new RegExp(pattern.source, pattern.flags).test(text)) return;
      expect([pattern.glob, text, mayBeAt(pattern, [text])]).toEqual([pattern.glob, text, true]);
    }),
    law({ quick: 3000, deep: 50_000 }),
  );
});

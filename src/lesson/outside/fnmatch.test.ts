import picomatch from "picomatch";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { globProblem } from "../../platform/glob.ts";
import { fnmatchGlobs } from "./fnmatch.ts";

test.each([
  ["*.py", ["**/*.py"]],
  ["**/plugin.json", ["**/plugin.json"]],
  ["**/*version*", ["**/*version*", "**/*version*/**"]],
  ["src/*.py", ["src/**/*.py"]],
  ["src/*", ["src/**"]],
  ["tests/test_*", ["tests/test_*", "tests/test_*/**"]],
  ["a/b.txt", ["a/b.txt"]],
  ["{a,b}.py", ["\\{a,b\\}.py"]],
  ["[!x].py", ["[!x].py"]],
])("fnmatch globs are translated: %s is %j", (pattern, globs) => {
  expect(fnmatchGlobs(pattern)).toEqual(globs);
});

/** As Python does it: over the whole text, and a star takes anything. */
function fnmatch(path: string, pattern: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(path);
}

test("law: what fnmatch finds, the translated globs find, too", () => {
  const anyName = fc.constantFrom("a", "b.py", "src", "version", "x_version.txt", "test_a", "{a}");
  const anyPattern = fc
    .array(fc.constantFrom("*", "**", "*.py", "src", "*version*", "test_*", "{a}", "a"), {
      minLength: 1,
      maxLength: 3,
    })
    .map((names) => names.join("/"));
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(anyName, { minLength: 1, maxLength: 4 }).map((names) => names.join("/")),
      anyPattern,
      (path, pattern) => {
        if (!fnmatch(path, pattern)) return;
        found += 1;
        const globs = fnmatchGlobs(pattern);
        expect(globs.some((glob) => picomatch(glob, { dot: true })(path))).toBe(true);
      },
    ),
    law({ quick: 2000, deep: 20_000 }),
  );
  expect(found).toBeGreaterThan(100);
  expect(fnmatchGlobs("**/*version*").map(globProblem)).toEqual([undefined, undefined]);
});

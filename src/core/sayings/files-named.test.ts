import fc from "fast-check";
import { expect, test } from "vitest";
import { filesNamed } from "./files-named.ts";
import { law } from "../../../test/kit/law.ts";

test("the files of a remark become globs, each once", () => {
  expect(
    filesNamed(
      "you forgot @config/plugin.json and src\\app.ts:12, then plugin.json. See .gitignore!",
    ),
  ).toEqual(["**/plugin.json", "**/app.ts", "**/.gitignore"]);
});

test.each([
  "see https://example.com/docs/setup.md for it",
  "we moved to Node.js and Next.js",
  "bump it to 0.3.0, e.g. today",
  "the license is fine",
])("no file is named in: %s", (text) => {
  expect(filesNamed(text)).toEqual([]);
});

test("law: a glob has no special character but the stars in front, and is no path", () => {
  const word = fc.constantFrom(
    "a.ts",
    "/",
    "..",
    "[x].md",
    "{a,b}.js",
    "*.go",
    " ",
    "version.ts",
    "\\",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 10 }), (words) => {
      for (const glob of filesNamed(words.join("")))
        expect(glob).toMatch(/^\*\*\/\*?(?:[\w.-]|\\[@+~])+\*?[\w.-]*$/u);
    }),
    law(),
  );
});

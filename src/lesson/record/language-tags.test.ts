import fc from "fast-check";
import { expect, test } from "vitest";
import { languageOfProgram, languagesOfFiles, toolTag } from "./language-tags.ts";
import { parseTag } from "./tag.ts";
import { law } from "../../../test/kit/law.ts";

test("files speak of languages by their names", () => {
  const paths = ["src/App.tsx", "db/schema.SQL", "Gemfile", "deploy.sh", ".ts", "notes.txt"];
  expect(languagesOfFiles(paths)).toEqual([
    "lang:ruby",
    "lang:shell",
    "lang:sql",
    "lang:typescript",
  ]);
});

test.each([
  ["python3.12", ["lang:python"]],
  ["pip3", ["lang:python"]],
  ["npm", ["lang:javascript"]],
  ["tsc", ["lang:typescript"]],
  ["gradlew", ["lang:java"]],
  ["dotnet", ["lang:csharp"]],
  ["g++", ["lang:cpp"]],
  ["git", []],
  ["", []],
])("the program %j speaks of %j", (program, tags) => {
  expect(languageOfProgram(program)).toEqual(tags);
});

test.each([
  ["git", "tool:git"],
  ["./node_modules/.bin/ESLint", "tool:eslint"],
  ["C:\\tools\\node.exe", "tool:node"],
  ["g++", "tool:g++"],
  ["7z", "tool:7z"],
  ["$TOOL", undefined],
  ["", undefined],
  ["[", undefined],
])("the tag of the program %j is %j", (program, tag) => {
  expect(toolTag(program)).toBe(tag);
});

test("law: every tag is one that we keep, and the order of what was seen makes no difference", () => {
  const path = fc.oneof(fc.string(), fc.constantFrom("a.ts", "b.js", "Cargo.toml", "x/y.h"));
  fc.assert(
    fc.property(fc.array(path), (paths) => {
      const tags = languagesOfFiles(paths);
      expect(tags.map(parseTag)).toEqual(tags);
      expect(languagesOfFiles(paths.toReversed())).toEqual(tags);
    }),
    law(),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { isMemoryFile } from "../../agents/memory-file.ts";
import { filesNamed, namesMemoryFile, triggerKeywords } from "./files-named.ts";
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

test.each([
  "CLAUDE.md",
  "packages/web/AGENTS.md",
  "C:\\code\\app\\CLAUDE.local.md",
  ".github/copilot-instructions.md",
  ".github/instructions/style.instructions.md",
  ".cursorrules",
  ".cursor/rules/tests.mdc",
  "home/.claude/projects/app/memory/feedback_commits.md",
  ".learnings/ERRORS.md",
  "GEMINI.md",
])("%s is a memory file", (path) => {
  expect(isMemoryFile(path)).toBe(true);
});

test.each([
  "README.md",
  "src/memory/pool.ts",
  "src/rules/naming.md",
  "docs/claude.md.txt",
  "agents.ts",
  "",
])("%s is none", (path) => {
  expect(isMemoryFile(path)).toBe(false);
});

test.each([
  ["put that into CLAUDE.md", true],
  ["please save this to your memory", true],
  ["the service runs out of memory", false],
  ["the agents are slow", false],
])("%s names one: %s", (text, isNamed) => {
  expect(namesMemoryFile(text)).toBe(isNamed);
});

test("verbs and topics are found with their endings", () => {
  expect(triggerKeywords("You forgot to UPDATE the changelog when bumping the versions")).toEqual({
    actionKeywords: ["update", "bump"],
    contextKeywords: ["version", "changelog"],
  });
});

test("short words are not found inside others", () => {
  expect(triggerKeywords("the address of the logic in the latest prototype")).toEqual({
    actionKeywords: [],
    contextKeywords: [],
  });
});

test.each([
  ["dependencies", ["dependency"]],
  ["pull-request", ["pull request"]],
  ["modified", []],
])("%s is about %s", (text, contextKeywords) => {
  expect(triggerKeywords(text).contextKeywords).toEqual(contextKeywords);
});

test("law: case makes no difference, and no keyword comes twice", () => {
  const word = fc.constantFrom(
    "release",
    "Deploying",
    "tests",
    "run",
    "CI",
    "tagging",
    "docs",
    "api",
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join(" ");
      const { actionKeywords, contextKeywords } = triggerKeywords(text.toLowerCase());
      expect(triggerKeywords(text.toUpperCase())).toEqual({ actionKeywords, contextKeywords });
      expect(new Set(actionKeywords).size).toBe(actionKeywords.length);
      expect(new Set(contextKeywords).size).toBe(contextKeywords.length);
    }),
    law(),
  );
});

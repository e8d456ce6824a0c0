import { expect, test } from "vitest";
import { isMemoryFile, namesMemoryFile } from "./memory-file.ts";

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

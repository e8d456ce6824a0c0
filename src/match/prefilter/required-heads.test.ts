import { expect, test } from "vitest";
import { readPattern } from "../pattern/pattern.ts";
import { leadingWord } from "../../shell/word.ts";
import { requiredHeads } from "./required-heads.ts";

test.each([
  ["^git\\b", ["git"]],
  ["^git\\s+push", ["git"]],
  ["^(?:npm|pnpm) ", ["npm", "pnpm"]],
  ["^(?:sudo\\s+)?Git(?!\\S)", ["git", "sudo"]],
  ["^docker(?:-compose|\\s+compose)\\s+up", ["docker"]],
  ["^\\./run", [""]],
  ["^pip3?$", ["pip", "pip3"]],
])("%s asks for the heads %j", (pattern, heads) => {
  expect(requiredHeads([readPattern(pattern)])).toEqual(heads);
});

test.each([
  "git\\b",
  "^git",
  "^git|npm\\b",
  "^\\w+ x",
  "^g.t ",
  "^(?:go)+ ",
  "^[gn]it ",
  "^(?:x|)",
])("%s leaves the head open", (pattern) => {
  expect(requiredHeads([readPattern(pattern)])).toBeUndefined();
});

test("one pattern with an open head opens all, and without patterns nothing is known", () => {
  expect(requiredHeads([readPattern("^git "), readPattern("push")])).toBeUndefined();
  expect(requiredHeads([])).toBeUndefined();
});

test("the head of a command ends where its first word stops being letters", () => {
  expect(["git push", "GIT", "git-lfs pull", "./run", ""].map(leadingWord)).toEqual([
    "git",
    "git",
    "git",
    "",
    "",
  ]);
});

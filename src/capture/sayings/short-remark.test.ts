import { expect, test } from "vitest";
import { sentencesOf } from "./correction-words.ts";
import { weighShortRemark } from "./short-remark.ts";

const afterEdits = { hasWorked: true, isAsked: false, wasInterrupting: false };

function namesIn(words: string, work: Partial<typeof afterEdits> = {}): readonly string[] {
  return weighShortRemark(sentencesOf(words), { ...afterEdits, ...work }).map(({ name }) => name);
}

test.each([
  ["use the shared logger", "plain-order"],
  ['no "any"', "plain-order"],
  ["you should add it to install.sh", "norm"],
  ["the key step belongs into install.sh", "norm"],
  ["why error while running the linter", "failing-check"],
])("%j after finished work corrects it", (words, name) => {
  expect(namesIn(words)).toEqual([name]);
});

test.each([
  "add a test",
  "run it again",
  "no problem",
  "commit and push",
  "can you use the logger",
])("%j is the next task or an answer", (words) => {
  expect(namesIn(words)).toEqual([]);
});

test("before anything was changed, and in answer to a question, the same words correct nothing", () => {
  expect(namesIn("use the shared logger", { hasWorked: false })).toEqual([]);
  expect(namesIn("use the shared logger", { isAsked: true })).toEqual([]);
});

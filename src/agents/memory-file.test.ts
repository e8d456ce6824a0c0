import { expect, test } from "vitest";
import { notedWords } from "./memory-file.ts";

test("what an edit adds to a file of instructions is noted, without the lines that were there", () => {
  const input = { old_string: "# Rules\n- one", new_string: "# Rules\n- one\n- never two" };
  expect(notedWords("/home/me/shop/CLAUDE.md", input)).toBe("- never two");
});

test("of several edits in one call each is noted", () => {
  const edits = [{ newText: "first" }, { newText: "second" }];
  expect(notedWords("AGENTS.md", { edits })?.split("\n").filter(Boolean)).toEqual([
    "first",
    "second",
  ]);
});

test("no other file is looked into", () => {
  expect(notedWords("src/prices.ts", { content: "export const tax = 1;" })).toBeUndefined();
});

test("a long note is cut", () => {
  expect(notedWords("memory/prices.md", { content: "x".repeat(5000) })).toHaveLength(2000);
});

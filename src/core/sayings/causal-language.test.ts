import { expect, test } from "vitest";
import { givesCause } from "./causal-language.ts";

test.each([
  ["don't amend, because reviewers lose their place", true],
  ["the issue is that the port is taken", true],
  ["skip the end-to-end suite, too slow", true],
  ["since it runs twice, guard it", true],
  ["use tabs", false],
  ["it has worked ever since", false],
])("%s → %s", (text, hasCause) => {
  expect(givesCause(text)).toBe(hasCause);
});

import { expect, test } from "vitest";
import { durationWords } from "./duration-words.ts";

test.each([
  [0, "0 s"],
  [8_400, "8 s"],
  [59_700, "1 min"],
  [12 * 60_000, "12 min"],
  [59.6 * 60_000, "1 h"],
  [151 * 60_000, "2 h 31 min"],
])("%d ms are %s", (milliseconds, words) => {
  expect(durationWords(milliseconds)).toBe(words);
});

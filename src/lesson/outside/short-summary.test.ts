import fc from "fast-check";
import { expect, test } from "vitest";
import { shortSummary } from "./text.ts";
import { law } from "../../../test/kit/law.ts";

test("a text that fits is one line of it", () => {
  expect(shortSummary("  git stash\n\tleaves  new files ")).toEqual({
    summary: "git stash leaves new files",
    isCut: false,
  });
  const eightyPoints = "🙂".repeat(80);
  expect(shortSummary(eightyPoints)).toEqual({ summary: eightyPoints, isCut: false });
});

test("a longer text is cut at a word", () => {
  const text =
    "Search for known pitfalls before any work, because finding them again costs a day, or two";

  expect(shortSummary(text)).toEqual({
    summary: "Search for known pitfalls before any work, because finding them again costs a…",
    isCut: true,
  });
});

test("a text without spaces where they would help is cut in the word", () => {
  expect(shortSummary("漢".repeat(81)).summary).toBe(`${"漢".repeat(79)}…`);
  expect(shortSummary(`see ${"x".repeat(90)}`).summary).toBe(`see ${"x".repeat(75)}…`);
});

test("law: it has at most 80 characters on one line, and begins as the text does", () => {
  const characters = ["a", "é", "漢", "-", ",", "…", "🙂", " ", "\n", "\u2028", "\uD800"];
  const texts = fc.string({ unit: fc.constantFrom(...characters), maxLength: 200, size: "max" });
  fc.assert(
    fc.property(texts, (text) => {
      const line = text.replaceAll(/\s+/gu, " ").trim();
      const { summary, isCut } = shortSummary(text);

      expect(Array.from(summary).length).toBeLessThanOrEqual(80);
      expect(isCut).toBe(Array.from(line).length > 80);
      expect(line.startsWith(isCut ? summary.slice(0, -1) : summary)).toBe(true);
      expect(summary.endsWith(isCut ? "…" : line)).toBe(true);
    }),
    law(),
  );
});

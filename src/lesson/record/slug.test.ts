import fc from "fast-check";
import { expect, test } from "vitest";
import { isSlug, makeSlug } from "./slug.ts";
import { law } from "../../../test/kit/law.ts";

test("a slug is the words of the summary and the suffix", () => {
  expect(makeSlug("git stash drops untracked files", "x7k2")).toBe(
    "git-stash-drops-untracked-files-x7k2",
  );
});

test("accents are dropped, other scripts fall back to a plain word", () => {
  expect(makeSlug("Café: prüfen!", "0000")).toBe("cafe-prufen-0000");
  expect(makeSlug("忘れないで", "0000")).toBe("lesson-0000");
});

test("a long summary is cut between two words", () => {
  expect(
    makeSlug("pytest hangs in non-interactive environments because of terminal detection", "abcd"),
  ).toBe("pytest-hangs-in-non-interactive-environments-abcd");
});

test.each(["../x", "a..b", "-a", "a-", "A", "a b", "", "a/b", "a".repeat(101)])(
  "%j is no slug",
  (text) => {
    expect(isSlug(text)).toBe(false);
  },
);

test("law: whatever the summary, the slug is one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (summary) => {
      expect(isSlug(makeSlug(summary, "x7k2"))).toBe(true);
    }),
    law(),
  );
});

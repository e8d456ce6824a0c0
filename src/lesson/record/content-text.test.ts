import { expect, test } from "vitest";
import { contentText } from "./content-text.ts";

const body = { mistake: "git stash drops files", remediation: "use git stash -u" };

test("spacing, case and the order of patterns do not change what a lesson is", () => {
  expect(
    contentText(
      "pitfall",
      { mistake: " Git  stash\ndrops files", remediation: "Use git stash -u ", area: "git" },
      { commandPatterns: ["b", "a"] },
    ),
  ).toBe(contentText("pitfall", body, { commandPatterns: ["a", "b"] }));
});

test("a word moved across a field makes another lesson", () => {
  expect(
    contentText(
      "pitfall",
      { mistake: "git stash drops", remediation: "files use git stash -u" },
      { commandPatterns: [] },
    ),
  ).not.toBe(contentText("pitfall", body, { commandPatterns: [] }));
});

test("other patterns and other kinds make another lesson", () => {
  expect(contentText("pitfall", body, { commandPatterns: ["a"] })).not.toBe(
    contentText("pitfall", body, { commandPatterns: [] }),
  );
});

import { expect, test } from "vitest";
import { bodyFields, bodyText, kinds, contentText } from "./body.ts";

test("every kind has fields, and a list of kinds knows no other", () => {
  expect(Object.keys(bodyFields).toSorted()).toEqual(kinds.toSorted());
});

test("the text of a body is what it says, without its machinery", () => {
  expect(
    bodyText("checklist", {
      title: "Version bump",
      items: ["a.json", "b.json"],
      format: "checkbox",
    }),
  ).toBe("Version bump\na.json\nb.json");
  expect(bodyText("pitfall", { mistake: "m", remediation: "r" })).toBe("m\nr");
});

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

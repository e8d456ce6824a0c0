import { expect, test } from "vitest";
import { bodyFields, bodyText, kinds } from "./body.ts";

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

import { expect, test } from "vitest";
import { inferProcessType, ruleLine } from "./saying-body.ts";

test.each([
  ["checklist", "you also need the changelog"],
  ["checklist", "Don't forget marketplace.json"],
  ["checklist", "don’t forget marketplace.json"],
  ["checklist", "bump it in all files"],
  ["checklist", "the list was not complete."],
  ["checklist", "change both"],
  ["checklist", "bump plugin.json and pyproject.toml"],
  ["checklist", "also  update the lock file"],
  ["pattern", "when it hangs, set TERM=dumb"],
  ["pattern", "Always run it from the root"],
  ["pattern", "whenever it hangs"],
  ["pattern", "after the merge"],
  ["pattern", "before the merge"],
  ["warning", "there is a risk here"],
  ["warning", "danger!"],
  ["warning", "be careful"],
  ["warning", "it could fail"],
  ["warning", "it might fail"],
  ["warning", "a warning"],
  ["requirement", "it must be signed"],
  ["requirement", "a signature is required"],
  ["requirement", "that is a constraint"],
  ["requirement", "you cannot push there"],
  ["requirement", "you should not push there"],
])("%s: %s", (type, text) => {
  expect(inferProcessType(text)).toBe(type);
});

test("the first kind whose indicator is there wins", () => {
  expect(inferProcessType("always bump both")).toBe("checklist");
  expect(inferProcessType("before that you must be careful")).toBe("pattern");
  expect(inferProcessType("it must not run, that could break")).toBe("warning");
});

test("a correction that names an occasion is a pattern", () => {
  expect(
    inferProcessType(
      "You forgot to update marketplace.json when you bumped the version in plugin.json",
    ),
  ).toBe("pattern");
});

test("a sentence without an indicator is a pattern", () => {
  expect(inferProcessType("use pnpm here")).toBe("pattern");
});

test.each([
  "the command must be quoted",
  "auto-complete is required",
  "the aftermath is a constraint",
  "completely required",
  "beforehand is required",
  "always_run is required",
])("an indicator inside a word does not count: %s", (text) => {
  expect(inferProcessType(text)).toBe("requirement");
});

test("a rule that is too long for a line loses its examples first, then its occasion", () => {
  expect(
    [
      "Keep the order of the price list such as small, medium and large articles when you add one to it",
      "Remember: changes to the price table of the shop go on a branch that is named `ledger`",
      "Before you change a column of the price table, ask the owner of the ledger whether it is read there",
    ].map(ruleLine),
  ).toEqual([
    "Keep the order of the price list when you add one to it",
    "Changes to the price table of the shop go on a branch that is named `ledger`",
    "Ask the owner of the ledger whether it is read there",
  ]);
});

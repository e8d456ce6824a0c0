import { expect, test } from "vitest";
import { noteAbout } from "./note-about.ts";

test("the sentence that orders what the person spoke of is taken, without its marks", () => {
  const note = [
    "## Prices",
    "- Totals are kept in cents.",
    "- **Never** round prices before the tax",
    "  is added (agreed 2024-05-01).",
  ].join("\n");
  expect(noteAbout(note, "you rounded the prices before tax, that is how we lost money")).toBe(
    "Never round prices before the tax is added",
  );
});

test.each([
  [
    "is about something else",
    "Always run the formatter first",
    "rounding prices before tax is bad",
  ],
  [
    "only tells what happened",
    "The owner approved prices before tax",
    "approved the prices before tax",
  ],
  ["was written after a bare yes", "Never round prices before tax", "yes"],
])("a note that %s is none", (_, note, words) => {
  expect(noteAbout(note, words)).toBeUndefined();
});

test("a memory marked as feedback begins with the rule, in whatever words", () => {
  const note =
    "---\nname: prices\ntype: feedback\n---\nRounding came up twice. Do not round prices in the cart.\nAlways keep cents in the ledger.";
  expect([
    noteAbout(note, "why are the prices off?"),
    noteAbout(note.replace("feedback", "project"), "why are the prices off?"),
  ]).toEqual(["Do not round prices in the cart", undefined]);
});

test("a point of a file that the person named is a rule by where it stands", () => {
  const note = "# Instructions\n- Changes of prices go through the ledger branch";
  expect([
    noteAbout(note, "AGENTS.md should only name the ledger branch for prices"),
    noteAbout(note, "only the ledger branch for prices"),
  ]).toEqual(["Changes of prices go through the ledger branch", undefined]);
});

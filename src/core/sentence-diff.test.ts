import fc from "fast-check";
import { expect, test } from "vitest";
import { sentenceDiff, sentencesOf } from "./sentence-diff.ts";
import { law } from "../../test/kit/law.ts";

test("what is added, gone and the same is told sentence by sentence", () => {
  expect(
    sentenceDiff(
      "git stash only saves tracked files. It is quiet about it.",
      "Git stash only  saves tracked files! A pop may conflict.\nCheck the tree first",
    ),
  ).toEqual([
    { is: "same", text: "Git stash only  saves tracked files!" },
    { is: "gone", text: "It is quiet about it." },
    { is: "added", text: "A pop may conflict." },
    { is: "added", text: "Check the tree first" },
  ]);
});

test("a dot inside of a word ends no sentence", () => {
  expect(sentencesOf("Use tsconfig.json v5.2 here. Then stop")).toEqual([
    "Use tsconfig.json v5.2 here.",
    "Then stop",
  ]);
});

const anyText = fc
  .array(fc.constantFrom("One.", "one", "Two!", "Three", "four?", "Five words are here."), {
    maxLength: 12,
  })
  .map((sentences) => sentences.join("\n"));

test("the diff has all sentences of both texts in order, and nothing else", () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const diff = sentenceDiff(before, after);
      const plain = (text: string) => text.replace(/[.!?]$/, "").toLowerCase();
      const left = diff.filter(({ is }) => is !== "added").map(({ text }) => plain(text));
      const right = diff.filter(({ is }) => is !== "gone").map(({ text }) => text);
      expect(left).toEqual(sentencesOf(before).map(plain));
      expect(right).toEqual(sentencesOf(after));
    }),
    law(),
  );
});

test("where sentences were only added, none is gone", () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.boolean(), { maxLength: 12 }), (after, kept) => {
      const sentences = sentencesOf(after);
      const before = sentences.filter((_, index) => kept[index] === true).join("\n");
      expect(sentenceDiff(before, after).filter(({ is }) => is === "gone")).toEqual([]);
    }),
    law(),
  );
});

test("a text compared with itself is all the same, however long", () => {
  const long = "A sentence of this text. ".repeat(5000);
  expect(new Set(sentenceDiff(long, long).map(({ is }) => is))).toEqual(new Set(["same"]));
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff, sentenceDiff, sentencesOf } from "./text-diff.ts";
import { law } from "../../test/kit/law.ts";

test("a changed line stands between the unchanged ones around it", () => {
  const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";
  expect(lineDiff(before, before.replace("five", "FIVE"))).toBe(
    "@@ -2,7 +2,7 @@\n two\n three\n four\n-five\n+FIVE\n six\n seven\n eight\n",
  );
});

test("changes that are far from each other are two pieces, near ones are one", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`);
  const changed = (...at: readonly number[]) =>
    lines.map((line, index) => (at.includes(index) ? "changed\n" : line)).join("");
  const pieces = (text: string) => lineDiff(lines.join(""), text).match(/^@@/gm)?.length;
  expect([pieces(changed(2, 20)), pieces(changed(2, 8))]).toEqual([2, 1]);
});

test("a missing line end at the end of the file is a change", () => {
  expect(lineDiff("a\n", "a")).toBe("@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n");
  expect(lineDiff("", "a\n")).toBe("@@ -0,0 +1,1 @@\n+a\n");
  expect(lineDiff("a\n", "a\n")).toBe("");
});

const anyLines = fc
  .array(fc.constantFrom("a", "b", "c", "", "-x", "+y", "@@ -1 +1 @@", "a\r"), { maxLength: 25 })
  .chain((lines) => fc.constantFrom(lines.join("\n"), `${lines.join("\n")}\n`));

test("the old text with the diff applied is the new text", () => {
  fc.assert(
    fc.property(anyLines, anyLines, (before, after) => {
      expect(applied(before, lineDiff(before, after))).toBe(after);
    }),
    law({ quick: 200, deep: 1000 }),
  );
});

test("of texts that have too little in common all is replaced, and the diff still holds", () => {
  const many = (word: string) =>
    Array.from({ length: 20_000 }, (_, n) => `${word} ${n}\n`).join("");
  const diff = lineDiff(many("old"), many("new"));
  expect(diff.match(/^@@.*/gm)).toEqual(["@@ -1,20000 +1,20000 @@"]);
  expect(applied(many("old"), diff)).toBe(many("new"));
  expect(applied("", lineDiff("", many("new")))).toBe(many("new"));
  expect(applied(many("old"), lineDiff(many("old"), ""))).toBe("");
});

/** What `patch` would make of it. */
function applied(before: string, diff: string): string {
  const old = before === "" ? [] : before.split(/(?<=\n)/);
  const out: string[] = [];
  let at = 0;
  let previous = "";
  for (const line of diff.split(/(?<=\n)/).filter((part) => part !== "")) {
    const [mark, rest] = [line[0], line.slice(1)];
    const head = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (mark === "@" && head !== null) {
      const start = Number(head[1]) - (head[2] === "0" ? 0 : 1);
      while (at < start) out.push(old[at++] ?? "");
    } else if (mark === "\\") {
      if (previous === "+") out.push((out.pop() ?? "").replace(/\n$/, ""));
    } else if (mark === "+") out.push(rest);
    else if (mark === " ") out.push(old[at++] ?? "");
    else at += 1;
    previous = mark ?? "";
  }
  return [...out, ...old.slice(at)].join("");
}

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

test("a dot inside of a word ends no sentence", () => {
  expect(sentencesOf("Use tsconfig.json v5.2 here. Then stop")).toEqual([
    "Use tsconfig.json v5.2 here.",
    "Then stop",
  ]);
});

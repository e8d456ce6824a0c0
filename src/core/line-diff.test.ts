import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff } from "./line-diff.ts";
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
  expect(lineDiff("a\n", "a")).toBe("@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n");
  expect(lineDiff("", "a\n")).toBe("@@ -0,0 +1 @@\n+a\n");
  expect(lineDiff("a\n", "a\n")).toBe("");
});

const text = fc
  .array(fc.constantFrom("a", "b", "c", "", "-x", "+y", "@@ -1 +1 @@", "a\r"), { maxLength: 25 })
  .chain((lines) => fc.constantFrom(lines.join("\n"), `${lines.join("\n")}\n`));

test("the old text with the diff applied is the new text", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applied(before, lineDiff(before, after))).toBe(after);
    }),
    law({ quick: 1000 }),
  );
});

test("texts that have nothing in common are done quickly, and the diff still holds", () => {
  const many = (word: string) =>
    Array.from({ length: 20_000 }, (_, n) => `${word} ${n}\n`).join("");
  const started = performance.now();
  const diff = lineDiff(many("old"), many("new"));
  expect(performance.now() - started).toBeLessThan(3000);
  expect(applied(many("old"), diff)).toBe(many("new"));
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

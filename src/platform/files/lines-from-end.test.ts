import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { freshFolder } from "../../../test/kit/store.ts";
import { linesFromEnd } from "./lines-from-end.ts";

const folder = freshFolder();
const all = { longest: 1_000_000, mostBytes: 100_000_000 };

function fileWith(text: string): string {
  const file = join(folder, "lines");
  writeFileSync(file, text);
  return file;
}

test("law: from the end on come the same lines as from the start on", () => {
  const anyLine = fc.oneof(
    fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\n", "")),
    fc.integer({ min: 60_000, max: 140_000 }).map((length) => "ä".repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 8 }), (lines) => {
      const text = lines.join("\n");
      expect([...linesFromEnd(fileWith(text), all)]).toEqual(text.split("\n").toReversed());
    }),
    law({ quick: 50, deep: 300 }),
  );
});

test("of a line that is too long the beginning comes, and the others whole", () => {
  const file = fileWith(`first\n{"long":"${"x".repeat(500_000)}"}\nlast`);
  expect([...linesFromEnd(file, { ...all, longest: 8 })]).toEqual(["last", '{"long":', "first"]);
});

test("no more bytes are read than somebody allows", () => {
  const file = fileWith(`first\n${"x".repeat(200_000)}\nlast`);
  expect([...linesFromEnd(file, { ...all, mostBytes: 100_000 })]).toEqual(["last"]);
});

test("what is no file has no lines", () => {
  expect([join(folder, "none"), folder].map((path) => [...linesFromEnd(path, all)])).toEqual([
    [],
    [],
  ]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { charactersOf, wrapText } from "./cells.ts";
import { cursorPlace, editorOf, typeKey, type Editor } from "./field-editor.ts";
import type { Key } from "./keys.ts";
import { law } from "../../../test/kit/law.ts";

const columns = 10;
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "one two three four five six",
    "a\nb\n\nc",
    "漢字かな交じり文",
    "🧑‍💻🧑‍💻 é",
    "x".repeat(25),
  ),
);
const names = [
  "left",
  "right",
  "up",
  "down",
  "home",
  "end",
  "wordLeft",
  "wordRight",
  "backspace",
  "delete",
  "deleteWord",
  "enter",
  "tab",
] as const;
const key: fc.Arbitrary<Key> = fc.oneof(
  fc.constantFrom(...names).map((name) => ({ key: name })),
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 1 })
    .map((typed) => ({ key: "text" as const, text: typed })),
  // They join what stands before them.
  fc
    .constantFrom("\u0301", "\u200D", "🏽", "🇩")
    .map((typed) => ({ key: "text" as const, text: typed })),
  text.map((pasted) => ({ key: "paste" as const, text: pasted })),
  fc.constantFrom("a", "e", "k", "u", "w").map((letter) => ({ key: "control" as const, letter })),
);

test("the cursor never stands inside a character, and always in a row", () => {
  fc.assert(
    fc.property(
      text,
      fc.boolean(),
      fc.array(key, { maxLength: 25 }),
      (start, isMultiline, keys) => {
        let editor: Editor = editorOf(start, { isMultiline });
        for (const each of keys) {
          editor = typeKey(editor, each, columns) ?? editor;
          expect(boundaries(editor.text)).toContain(editor.cursor);
          expect(isMultiline || !editor.text.includes("\n")).toBe(true);
          const place = cursorPlace(editor, columns);
          expect(place.row).toBeLessThan(wrapText(editor.text, columns).length);
          expect(place.column).toBeLessThanOrEqual(columns);
        }
      },
    ),
    law({ quick: 500, deep: 1000 }),
  );
});

test("what is typed and taken back leaves the text as it was", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "漢", " ", "é"), maxLength: 10 });
  fc.assert(
    fc.property(letters, letters, (start, typed) => {
      const before = editorOf(start, { isMultiline: true });
      const more = typeKey(before, { key: "paste", text: typed }, columns) ?? before;
      const after = Array.from(typed).reduce<Editor>(
        (editor) => typeKey(editor, { key: "backspace" }, columns) ?? editor,
        more,
      );
      expect(after).toEqual(before);
    }),
    law(),
  );
});

test("rows cover a text without a gap", () => {
  fc.assert(
    fc.property(text, (given) => {
      const rows = wrapText(given, columns);
      const joined = rows.reduce(
        (read, { start, end }) => read + given.slice(read.length, start) + given.slice(start, end),
        "",
      );
      expect(joined).toBe(given);
      for (const [index, row] of rows.entries()) {
        const between = given.slice(rows[index - 1]?.end ?? 0, row.start);
        expect(["", "\n"]).toContain(between);
      }
    }),
    law(),
  );
});

test("up and down go through the rows that are seen, and leave at the first and the last", () => {
  const editor = editorOf("one two three four", { isMultiline: true });
  const up = typeKey(editor, { key: "up" }, columns);
  expect(up).toEqual({ ...editor, cursor: "one two".length });
  expect(up === undefined ? "" : typeKey(up, { key: "up" }, columns)).toBe(undefined);
  expect(typeKey(editor, { key: "down" }, columns)).toBe(undefined);
});

test("Enter ends every text, and Ctrl-J breaks one that may have lines", () => {
  for (const isMultiline of [false, true])
    expect(typeKey(editorOf("a", { isMultiline }), { key: "enter" }, columns)).toBe(undefined);
  const broken = (isMultiline: boolean) =>
    typeKey(editorOf("a", { isMultiline }), { key: "newLine" }, columns)?.text;
  expect([broken(true), broken(false)]).toEqual(["a\n", undefined]);
});

function boundaries(given: string): readonly number[] {
  let at = 0;
  const ends = given.split("\n").flatMap((line) => {
    const found = [at];
    for (const character of charactersOf(line)) found.push((at += character.length));
    at += 1;
    return found;
  });
  return ends;
}

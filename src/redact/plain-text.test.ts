import fc from "fast-check";
import { expect, test } from "vitest";
import { plainLine, plainText, visibleJson } from "./plain-text.ts";
import { hasHiddenCharacters } from "./visible.ts";
import { law } from "../../test/kit/law.ts";

test("terminal escapes, zero-width characters and direction marks are gone, the words stay", () => {
  expect(
    plainText(
      "\u001B[31mred\u001B[0m \u001B]8;;http://x\u0007link\u001B]8;;\u0007 a\u200Bb\u202Ec\u0000",
    ),
  ).toBe("red link abc");
});

test("line breaks of every system become one, tabs stay", () => {
  expect(plainText("a\r\nb\rc\td")).toBe("a\nb\nc\td");
  expect(plainLine(" a\r\n  b ")).toBe("a b");
});

test("emoji and scripts that need joiners are left alone", () => {
  expect(plainText("👩‍💻 می‌خواهم")).toBe("👩‍💻 می‌خواهم");
});

test("law: cleaning twice is cleaning once", () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        "\u001B",
        "[",
        "]",
        "\u0007",
        "m",
        "\r",
        "\n",
        "\u200B",
        "e",
        "\u0301",
        "\uFEFF",
        " ",
        "\\",
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(nasty, (text) => {
      expect(plainText(plainText(text))).toBe(plainText(text));
      expect(plainLine(plainLine(text))).toBe(plainLine(text));
      expect(plainText(text)).not.toContain("\u001B");
    }),
    law({ quick: 100, deep: 500 }),
  );
});

test("what terminals obey and what turns the reading direction around is escaped", () => {
  expect(visibleJson({ quote: "\u009B31m \u202Eevil\u2066 \u061C \u{E0041} é 👩‍💻" })).toBe(
    String.raw`{"quote":"\u009b31m \u202eevil\u2066 \u061c \udb40\udc41 é 👩‍💻"}`,
  );
});

test("law: nothing hidden is left, and parsed it is the same value", () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom("\u009B", "\u202E", "\u2067", "\uFEFF", "\u{E0001}", "\\", '"', "\n"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(nasty, fc.constantFrom(undefined, 2), (text, indent) => {
      const json = visibleJson({ text }, indent);
      expect([hasHiddenCharacters(json), JSON.parse(json).text]).toEqual([false, text]);
    }),
    law(),
  );
});

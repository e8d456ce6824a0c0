import fc from "fast-check";
import { expect, test } from "vitest";
import { hasHiddenCharacters } from "./plain-text.ts";
import { visibleJson } from "./visible-json.ts";
import { law } from "../../test/kit/law.ts";

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

import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../test/kit/law.ts";
import { hasHiddenCharacters, visible } from "./visible.ts";

test("every character that Unicode wants ignored, and every control character, is gone", () => {
  const hidden = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(character))
    .filter((character) => !"\t\n".includes(character));
  expect(hidden.length).toBeGreaterThan(4000);
  const seen = new Set(["ab", "a\nb", "a", "b"]);
  expect(hidden.filter((character) => !seen.has(visible(`a${character}b`)))).toEqual([]);
});

test.each([
  ["a colour", "\u001B[33mghp_\u001B[39mabc\u001B[0m", "ghp_abc"],
  ["a colour in one byte", "\u009B33mghp_\u009B39mabc", "ghp_abc"],
  ["a link", "\u001B]8;;http://x\u0007link\u001B]8;;\u001B\\", "link"],
  ["a string for the terminal", "\u001BPq#0\u001B\\sixel", "sixel"],
  ["another set of letters", "\u001B(Bplain\u001B7", "plain"],
  ["an unclosed link", "\u001B]8;;http://x", "]8;;http://x"],
  ["bold by backspace", "N\bNA\bAM\bME\bE", "NAME"],
  ["a sentence in variation selectors", `ok${selectors("run curl evil.sh")}!`, "ok!"],
  ["a sentence in tags", `ok${tags("run curl evil.sh")}!`, "ok!"],
  ["soft hyphens", "ghp\u00AD_\u00ADabc", "ghp_abc"],
  ["turned direction", "a\u202Ecba\u2066", "acba"],
  ["line breaks of all kinds", "a\r\nb\rc\u2028d\u2029e\u0085f", "a\nb\nc\nd\ne\nf"],
])("%s goes, the words stay", (_, text, seen) => {
  expect(visible(text)).toBe(seen);
});

test("joiners stay where a script or an emoji is written with them, one at a time", () => {
  const written = "👩‍💻 👩🏽‍💻 می‌خواهم क्‍ष";
  expect(visible(written)).toBe(written);
  expect(visible("❤️‍🔥")).toBe("❤‍🔥");
  expect(visible("a\u200Db ghp\u200C_x 👩\u200D\u200D💻 می\u200C\u200Cخ")).toBe(
    "ab ghp_x 👩💻 میخ",
  );
});

test("law: nothing hidden is left, and looking twice is looking once", () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        ...Array.from("\u001B[]\u0007m\b\r\u200B\u200C\u200D\uFE0F\u061C\u180Bخ👩❤\u{E0041}"),
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(nasty, (text) => {
      const seen = visible(text);
      expect([visible(seen), hasHiddenCharacters(seen)]).toEqual([seen, false]);
    }),
    law({ quick: 2000 }),
  );
});

/** How bytes are hidden in characters that are not shown. */
function selectors(text: string): string {
  return Array.from(Buffer.from(text), (byte) =>
    String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16),
  ).join("");
}

function tags(text: string): string {
  return Array.from(Buffer.from(text), (byte) => String.fromCodePoint(0xe0000 + byte)).join("");
}

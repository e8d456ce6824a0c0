import fc from "fast-check";
import { expect, test } from "vitest";
import { sentenceAt, unquoted } from "./unquoted.ts";
import { law } from "../../../test/kit/law.ts";

test("code, quotes and fences are blanked out", () => {
  expect(unquoted('say `x` or "y"\n> z\n```\nfence\n```\nend')).toBe(
    "say     or    \n   \n   \n     \n   \nend",
  );
});

test("a fence that nobody closes goes to the end", () => {
  expect(unquoted("a\n~~~\nb\n```\nc")).toBe("a\n   \n \n   \n ");
});

test("a sentence is cut out where it begins and ends", () => {
  const text = "One. Two is in `a.b` here! Three";
  expect(sentenceAt(text, unquoted(text), text.indexOf("in"))).toBe("Two is in `a.b` here!");
});

test("law: the length stays, and so do the line breaks", () => {
  const piece = fc.constantFrom("`", '"', "“", "”", "\n", "> ", "```", "~~~", "a", " ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      const plain = unquoted(text);
      expect(plain.split("\n").map(({ length }) => length)).toEqual(
        text.split("\n").map(({ length }) => length),
      );
    }),
    law(),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { edgesOf } from "./edges-of.ts";
import { mayHaveEdges } from "./edges.ts";

test("the edges of a pattern are the characters next to its anchors", () => {
  const edges = (source: string) => edgesOf({ source, flags: "i" });
  expect(edges("^git\\b.*[xY][^z]$")).toEqual({ starts: ["+g", "+i", "+t"], ends: ["-z", "+xy"] });
  expect(edges("^(?:a\\d{2}(?=b))x?\\w$")).toEqual({
    starts: ["+a", "+0123456789", "+0123456789"],
    ends: [expect.stringMatching(/^\+abc/)],
  });
  expect(edges("a.\\s$")).toEqual({ starts: [], ends: ["", "", "+a"] });
  expect(edges("^é$")).toEqual({ starts: [""], ends: [""] });
});

test.each(["git push", "^a|b$", "(?:^a)?b", "^(?:ab|cd)", "(?!^a$)"])(
  "of %s nothing is known",
  (source) => {
    expect(edgesOf({ source, flags: "i" })).toEqual({ starts: [], ends: [] });
  },
);

const parts =
  "a B [ab] [^a] [^B] [a-c] \\d \\w \\W \\s \\S . - \\$ é [^é] [\\w-] [\\s\\d] [^] (?:a) (b) (?:a|c) \\b (?=.*a) (?!b) \u{1F600} \\u212a [k] K (?<=a)";
const anyPart = fc.constantFrom(...parts.split(" "));
const anyQuantity = fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{1,2}", "{3,}");
const anySource = fc
  .tuple(
    fc.constantFrom("^", "^", "", "(?:"),
    fc.array(fc.tuple(anyPart, anyQuantity), { minLength: 1, maxLength: 5 }),
    fc.constantFrom("$", "$", "", "|a$"),
  )
  .map(([start, chosen, end]) => {
    const inner = chosen.map(([part, quantity]) => part + (isAsserting(part) ? "" : quantity));
    return `${start}${inner.join("")}${start === "(?:" ? ")" : ""}${end}`;
  });
const anyText = fc.string({
  unit: fc.constantFrom(...Array.from("aAbBcCkK1 -_$é\u212A\n\u{1F600}")),
  maxLength: 7,
});

test("law: a text that a pattern matches has its edges", () => {
  let matched = 0;
  fc.assert(
    fc.property(
      fc.record({ source: anySource, flags: fc.constantFrom<Pattern["flags"]>("i", "") }),
      fc.array(anyText, { minLength: 20, maxLength: 20 }),
      (pattern, texts) => {
        const expression = new RegExp(pattern.source, pattern.flags);
        const matching = texts.filter((text) => expression.test(text));
        matched += matching.length;
        const edges = edgesOf(pattern);
        expect(matching.filter((text) => !mayHaveEdges(edges, text))).toEqual([]);
      },
    ),
    law({ quick: 2000, deep: 50_000 }),
  );
  expect(matched).toBeGreaterThan(100);
});

function isAsserting(part: string): boolean {
  return (
    part === "\\b" || part.startsWith("(?=") || part.startsWith("(?!") || part.startsWith("(?<")
  );
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { ownWords, sentenceAt, separatePasted, unquoted } from "./own-words.ts";
import { law } from "../../../test/kit/law.ts";

test("terminal output after a person's sentence is pasted", () => {
  expect(
    separatePasted("this fails now:\n\n$ npm test\n\nFAIL:\n  expected 3\nwe had this before"),
  ).toEqual({
    own: "this fails now:\n\n\nwe had this before",
    pasted: "$ npm test\nFAIL:\n expected 3",
  });
});

test.each([
  ["a stack trace", "it crashed\nTypeError: x is undefined\n    at run (app.js:3:9)", "it crashed"],
  ["a fence", "use this\n```\nnever do that\n```\ninstead", "use this\ninstead"],
  ["a quoted line", "> you always do that\nthat is not true", "that is not true"],
  ["lines of a log", "look\n[build] step 3\n2031-01-02T10:00:00 started", "look"],
  ["a diff", "why this?\ndiff --git a/x b/x\n@@ -1 +1 @@", "why this?"],
])("%s is not the person's own words", (_, text, own) => {
  expect(ownWords(text)).toBe(own);
});

test("a message that begins with a heading was copied, also when it says you", () => {
  const text = `## Error Type\nLedger Error\n\n## Message\n${"You may have booked it twice. ".repeat(6)}`;
  expect(ownWords(text)).toBe("");
});

test("of a graded review only the introduction is the person's", () => {
  const text = "can you fix this:\nStale cache\nMedium Severity\nThe map is never cleared.";
  expect(separatePasted(text)).toEqual({
    own: "can you fix this:",
    pasted: "Stale cache\nMedium Severity\nThe map is never cleared.",
  });
});

test("long prose in which nobody says I, we or you was written by a program", () => {
  const prose = `${"The handler ignores the second argument and returns early. ".repeat(4)}Consider adding a guard.`;
  expect(ownWords(prose)).toBe("");
  expect(ownWords(`I think so. ${prose}`)).toBe(`I think so. ${prose}`);
});

test.each([
  "ok then add a test",
  "run it again",
  "error handling is missing here",
  "- first do this",
])("what people type stays theirs: %s", (text) => {
  expect(ownWords(text)).toBe(text);
});

test("law: every line that is not empty is either own or pasted, in its order", () => {
  const line = fc.constantFrom(
    "$ ls -la",
    "> no",
    "please stop",
    "```",
    "at x (a.js:1:2)",
    "hm",
    "",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const { own, pasted } = separatePasted(lines.join("\n"));
      const kept = [...own.split("\n"), ...pasted.split("\n")].filter(Boolean).toSorted();
      expect(kept).toEqual(lines.filter(Boolean).toSorted());
    }),
    law(),
  );
});

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

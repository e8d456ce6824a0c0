import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import {
  givesCause,
  isHangComplaint,
  isStandingRule,
  sentencesOf,
  wordCount,
} from "./correction-words.ts";

test.each([
  "always run the formatter first",
  "Please never push on a Friday",
  "from now on use the staging key",
  "next time ask me",
  "in this project we sort imports by hand",
  "we don't use default exports",
  "use bun as the runner",
  "internal errors are never shown to users",
  "ask before you delete anything",
  "dont run the slow suite anymore",
  "In future, please sign the commits",
  "remember to pull first",
  "dorénavant en français",
])("%s is a rule", (text) => {
  expect(isStandingRule(text)).toBe(true);
});

test.each([
  "run the formatter",
  "I don't see the button anymore",
  "this may change in the future",
  "is it always like this?",
  "look at our code",
  "I can never find it",
])("%s is not", (text) => {
  expect(isStandingRule(text)).toBe(false);
});

test.each([
  ["don't amend, because reviewers lose their place", true],
  ["the issue is that the port is taken", true],
  ["skip the end-to-end suite, too slow", true],
  ["since it runs twice, guard it", true],
  ["use tabs", false],
  ["it has worked ever since", false],
])("%s → %s", (text, hasCause) => {
  expect(givesCause(text)).toBe(hasCause);
});

test.each([
  "it's stuck",
  "its hanging again",
  "this hangs when I run it",
  "the tests have been stuck for ten minutes",
  "seems frozen",
  "this is taking forever",
  "the command never returns",
])("%s is a complaint", (text) => {
  expect(isHangComplaint(text)).toBe(true);
});

test.each([
  "I'm stuck on the types, any idea?",
  "we are stuck mid-merge",
  "the picture hangs on the left",
  "```\nit's stuck\n```",
  "wait for the build",
])("%s is none", (text) => {
  expect(isHangComplaint(text)).toBe(false);
});

test("sentences are plain: lower case, no apostrophes, no Markdown, words written out", () => {
  expect(sentencesOf("No!  That’s *wrong*, u know.\nDon't touch `ur` file app.ts - ok?")).toEqual([
    "no",
    "thats wrong, you know",
    "dont touch your file app.ts",
    "ok",
  ]);
});

test("law: a sentence is never empty and has no double space", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      const odd = sentencesOf(text).filter((sentence) => !/^\S+(?: \S+)*$/u.test(sentence));
      expect(odd).toEqual([]);
    }),
    law(),
  );
});

test("a sign of Chinese, Japanese or Korean is a word by itself, wherever it stands in Unicode", () => {
  const isSign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
  const signs = Array.from({ length: 0x3_3000 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => isSign.test(character),
  );
  expect(signs.length).toBeGreaterThan(90_000);
  expect(signs.filter((sign) => wordCount(`a${sign}b`) !== 3)).toEqual([]);
  expect(wordCount("don’t — use it… 🙂")).toBe(5);
});

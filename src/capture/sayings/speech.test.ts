import fc from "fast-check";
import { expect, test } from "vitest";
import { sentencesOf } from "./speech.ts";
import { law } from "../../../test/kit/law.ts";

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

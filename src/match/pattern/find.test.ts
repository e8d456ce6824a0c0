import fc from "fast-check";
import { expect, test } from "vitest";
import { headOf, findPattern, mayBeAt } from "./find.ts";
import { readPattern } from "./pattern.ts";
import { law } from "../../../test/kit/law.ts";
import { globPattern } from "../../../test/kit/ready-lesson.ts";

test.each([
  ["^git\\s+stash\\b(?!.*(?:-u|-a))", { text: "git", isAtStart: true }],
  ["\\bpytest\\b(?!.*(--no-header|TERM=dumb))", { text: "pytest", isAtStart: false }],
  ["(?-i)Git push", { text: "git push", isAtStart: false }],
  ["^gits?\\b", { text: "git", isAtStart: true }],
  ["^git[|)]", { text: "git", isAtStart: true }],
  ["^git|^hg", undefined],
  ["^x*", undefined],
  ["^(?:git|hg) push", undefined],
  ["\\s+push", undefined],
  ["^", undefined],
])("the head of %s", (pattern, head) => {
  expect(headOf(readPattern(pattern))).toEqual(head);
});

test("law: a pattern is found where its expression matches, whatever it begins with", () => {
  const part = fc.constantFrom(
    ..."^ $ \\b a b A k s - \\s \\w . | (?:a|b) (?=b) (?!a) [ab|] ? * + {0,2} \\| \\( \\[ [(] [^a\\]] é".split(
      " ",
    ),
    " ",
  );
  // What folds to an ASCII letter, or to more than one character.
  const odd = ["é", "\u212A", "\u017F", "\u0130"];
  const source = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(""));
  const text = fc.string({
    unit: fc.constantFrom(..."aAbBkKsS- |".split(""), ...odd),
    maxLength: 8,
  });
  fc.assert(
    fc.property(source, fc.boolean(), fc.array(text), (written, isExact, texts) => {
      const pattern = readPattern(isExact ? `(?-i)${written}` : written);
      fc.pre(isExpression(pattern.source));
      const expression = new RegExp(pattern.source, pattern.flags);
      expect(findPattern(pattern, texts)).toBe(texts.find((each) => expression.test(each)));
    }),
    law({ quick: 3000, deep: 5000 }),
  );
});

function isExpression(source: string): boolean {
  try {
    return new RegExp(source).test("") || true;
  } catch {
    return false;
  }
}

test("law: a glob that matches a path is never ruled out by its beginning or its names", () => {
  const piece = fc.oneof(
    fc.constantFrom("a", "b", "ab", "A", "-", "_", ".", "/", "/", "./"),
    fc.constantFrom("*", "**", "**/", "?", "[ab]", "[x1]", "[!a]", "[a-c]", "[", "]+"),
    fc.constantFrom("{a,b}", "@(a|b)", "+(a)", "?(a)", "!(b)", "(a)", "+", "\\a"),
  );
  const anyGlob = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));
  const anyPath = fc
    .array(fc.constantFrom("a", "b", "ab", "/", "x", "1", ".", "-", "[ab]", "A"), {
      minLength: 1,
      maxLength: 6,
    })
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(anyGlob, fc.array(anyPath, { minLength: 1, maxLength: 20 }), (glob, paths) => {
      const pattern = globPattern(glob);
      const expression = new RegExp(pattern.source);
      for (const path of paths.filter((each) => expression.test(each)))
        expect([glob, path, mayBeAt(pattern, [path])]).toEqual([glob, path, true]);
    }),
    law({ quick: 3000, deep: 100_000 }),
  );
});

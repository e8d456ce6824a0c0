import fc from "fast-check";
import { expect, test } from "vitest";

import { jaccard, tokenSet } from "./similarity.ts";
import { law } from "../../../test/kit/law.ts";

test.each<[string, readonly string[]]>([
  ["", []],
  ["— … !?", []],
  ["Use GIT, use git.", ["use", "git"]],
  ["run pytest --no-header -rN", ["run", "pytest", "--no-header", "-rn"]],
  ["`--no-header=yes`", ["--no-header", "yes"]],
  ["one - two -- three--four", ["one", "two", "three", "four"]],
  ["ERR_REQUIRE_ESM", ["err_require_esm"]],
  ["_really_ __init__", ["really", "init"]],
  ["bump plugin.json to 3.12.", ["bump", "plugin.json", "to", "3.12"]],
  ["src/core/lesson.ts", ["src", "core", "lesson.ts"]],
  ["non-interactive", ["non", "interactive"]],
  ["don't, don’t 'quote'", ["don't", "quote"]],
  ["C++ and C# but issue#5", ["c++", "and", "c#", "but", "issue", "5"]],
  ["Über den Straßen", ["über", "den", "straßen"]],
  ["हिन्दी में", ["हिन्दी", "में"]],
  ["設定を git で。", ["設定", "定を", "git", "で"]],
  ["サーバー", ["サー", "ーバ", "バー"]],
  ["done ✔️ ❤️", ["done"]],
])("the tokens of %j", (text, tokens) => {
  expect([...tokenSet(text)]).toEqual(tokens);
});

test("composed and decomposed letters are the same word", () => {
  expect(tokenSet("cafe\u0301")).toEqual(tokenSet("caf\u00e9"));
});

test("law: a letter of another script changes nothing about the words beside it", () => {
  const plain = fc.string({
    unit: fc.constantFrom(...Array.from("aZ09_-.'+# –—…→─’\n")),
    maxLength: 24,
  });
  fc.assert(
    fc.property(plain, (text) => {
      expect([...tokenSet(`${text} é`)]).toEqual([...tokenSet(text), "é"]);
    }),
    law({ quick: 300, deep: 5000 }),
  );
});

test("two words of four are one half", () => {
  expect(jaccard(tokenSet("push the branch"), tokenSet("push the tag"))).toBe(0.5);
});

test("texts without words are not alike", () => {
  expect(jaccard(new Set(), new Set())).toBe(0);
});

test("similarity is symmetric, from 0 to 1, and 1 only for equal sets", () => {
  fc.assert(
    fc.property(anyTokens(), anyTokens(), (a, b) => {
      const similarity = jaccard(a, b);
      const areEqual = a.size > 0 && a.size === b.size && [...a].every((token) => b.has(token));
      expect(jaccard(b, a)).toBe(similarity);
      expect(similarity).toBeGreaterThanOrEqual(0);
      expect(similarity).toBeLessThanOrEqual(1);
      expect(similarity === 1).toBe(areEqual);
    }),
    law(),
  );
});

test("similarity is the size of the intersection through the size of the union", () => {
  fc.assert(
    fc.property(anyTokens(), anyTokens(), (a, b) => {
      const union = new Set([...a, ...b]);
      fc.pre(union.size > 0);
      const shared = [...union].filter((token) => a.has(token) && b.has(token));
      expect(jaccard(a, b)).toBe(shared.length / union.size);
    }),
    law(),
  );
});

test("the tokens of the tokens are the tokens", () => {
  const piece = fc.constantFrom(
    "--",
    "-",
    "_",
    ".",
    "'",
    "’",
    "#",
    "++",
    "ℋ",
    " ",
    "a",
    "B",
    "7",
    "を",
    "定",
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(
    fc.property(text, (written) => {
      const tokens = tokenSet(written);
      expect(tokenSet([...tokens].join(" "))).toEqual(tokens);
    }),
    law({ quick: 1000 }),
  );
});

function anyTokens(): fc.Arbitrary<ReadonlySet<string>> {
  return fc
    .array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 6 })
    .map((tokens) => new Set(tokens));
}

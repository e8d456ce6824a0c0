import fc from "fast-check";
import { expect, test } from "vitest";
import { commonPairs, diffTokens, tokensOf } from "./tokens.ts";
import { parseCommandLine } from "../command.ts";
import { law } from "../../../test/kit/law.ts";

test("a difference is what was removed and added at each place, without what only moved", () => {
  const { hunks, requoted, moved } = diffTokens(tokens("a -x 1 *.c z"), tokens("a z -y 1 '*.c'"));
  expect({ hunks, requoted, moved }).toEqual({
    hunks: [{ removed: [same("-x")], added: [same("-y")], follows: same("a") }],
    requoted: [[same("*.c"), { text: '""', value: "*.c" }]],
    moved: [same("z")],
  });
});

test("law: the common words are in order in both, and no longer list of them exists", () => {
  const anyWords = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 7 });
  fc.assert(
    fc.property(anyWords, anyWords, (before, after) => {
      const pairs = commonPairs(before, after, (one, other) => one === other);
      expect(pairs.every(([row, column]) => before[row] === after[column])).toBe(true);
      expect(isRising(pairs.map(([row]) => row))).toBe(true);
      expect(isRising(pairs.map(([, column]) => column))).toBe(true);
      expect(pairs.length).toBe(longestCommon(before, after));
    }),
    law({ quick: 500 }),
  );
});

function tokens(line: string): ReturnType<typeof tokensOf> {
  return parseCommandLine(line).commands.flatMap(tokensOf);
}

function same(text: string): { readonly text: string; readonly value: string } {
  return { text, value: text };
}

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}

/** By trying everything. */
function longestCommon([one, ...more]: readonly string[], others: readonly string[]): number {
  if (one === undefined || others.length === 0) return 0;
  const at = others.indexOf(one);
  const without = longestCommon(more, others);
  return at < 0 ? without : Math.max(without, 1 + longestCommon(more, others.slice(at + 1)));
}

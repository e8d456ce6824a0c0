import { expect, test } from "vitest";
import { shellWords } from "./first-words.ts";

test.each([
  ["vi", ["vi"]],
  ["code --wait", ["code", "--wait"]],
  ['"/opt/my editor/bin" -n', ["/opt/my editor/bin", "-n"]],
  ["env FOO=bar ed", ["env", "FOO=bar", "ed"]],
  ["", []],
  ["if", []],
])("%j has the words %j", (line, words) => {
  expect(shellWords(line)).toEqual(words);
});

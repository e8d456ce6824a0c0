import fc from "fast-check";
import { expect, test } from "vitest";
import { errorSignature } from "./error-signature.ts";
import { law } from "../../../test/kit/law.ts";

test.each([
  ["bash: line 12: yq: command not found", "bash: line <n>: yq: command not found"],
  [
    "a\nfatal: pathspec 'lib/a.py' did not match any files",
    "fatal: pathspec <name> did not match any files",
  ],
  ["error: unknown option `cached'\nusage: git", "error: unknown option <name>"],
  ["cat: /srv/app/a.md: No such file or directory", "cat: <path>: No such file or directory"],
  ["cat: C:\\work\\a.md: No such file or directory", "cat: <path>: No such file or directory"],
  ["error: Get https://a.test/b?c=1 failed", "error: Get <url> failed"],
  ["fatal: unable to read 0123abc4567", "fatal: unable to read <hash>"],
  ["2026-01-02T03:04:05Z it broke", "<time> it broke"],
  ["Traceback (most recent call last):\n  File x\nKeyError: 'a'", "KeyError: <name>"],
  ["\u001B[31mError: no\u001B[0m\r\n", "Error: no"],
])("the signature of %j is %j", (output, signature) => {
  expect(errorSignature(output)).toBe(signature);
});

test("without a word, the status is the signature", () => {
  expect(errorSignature("", 3)).toBe("exit 3");
  expect(errorSignature("\n \n")).toBe("silent");
});

test("law: numbers, paths and quoted names make no difference", () => {
  const number = fc.integer({ min: 0 });
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  fc.assert(
    fc.property(number, number, name, name, (one, other, left, right) => {
      const message = (count: number, word: string) =>
        `error: line ${count}: '${word}' in /srv/${word}/a${count}.ts is no option`;
      expect(errorSignature(message(one, left))).toBe(errorSignature(message(other, right)));
    }),
    law(),
  );
});

test("law: a signature is one short line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(60), (text, times) => {
      const signature = errorSignature(text.repeat(times));
      expect(signature.length).toBeLessThanOrEqual(160);
      expect(signature).not.toMatch(/[\n\r]/);
      expect(signature).not.toBe("");
    }),
    law(),
  );
});

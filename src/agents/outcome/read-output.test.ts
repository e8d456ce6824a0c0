import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { parseCommandLine } from "../../shell/command.ts";
import { errorSignature, outputLines, printsContent } from "./read-output.ts";

test("lines come without colours, returns, blanks at the end and the runner's prefix", () => {
  expect(outputLines("[lint:go] a \r\n\n\u001B[31;1mb\u001B[0m\n  c")).toEqual(["a", "b", "  c"]);
});

test("a bracket that is not a task stays", () => {
  expect(outputLines("[remote rejected] x\n[1;2] y")).toEqual(["[remote rejected] x", "[1;2] y"]);
});

test("law: lines are whole, not empty, and bounded in number and length", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom("a\n", "ab ")),
      fc.nat(1500),
      (text, times) => {
        const lines = outputLines(text.repeat(times));
        expect(lines.length).toBeLessThanOrEqual(600);
        expect(
          lines.every((line) => line !== "" && line.length <= 600 && !line.includes("\n")),
        ).toBe(true);
      },
    ),
    law(),
  );
});

test.each([
  "cat a.md",
  "head -20 a.log",
  "sed -n 1,9p a.md",
  "grep -rn x",
  "grep x a.log",
  "git show HEAD",
  "git log -p",
  "gh pr diff 3",
  "kubectl logs pod",
  "curl https://a.test",
])("%s prints what is stored somewhere", (line) => {
  expect(parseCommandLine(line).commands.some(printsContent)).toBe(true);
});

test.each([
  "make | head -20",
  "make | grep x",
  "make | sed -n 1,9p",
  "git push",
  "gh pr create",
  "docker ps",
])("%s only says what happens", (line) => {
  expect(parseCommandLine(line).commands.some(printsContent)).toBe(false);
});

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

import { expect, test } from "vitest";
import { parseScript, shellWords } from "./script.ts";

test.each([
  ["an unclosed quote", 'echo "a b'],
  ["an unclosed loop", "for x in a; do b"],
  ["an unclosed substitution", "echo $(a"],
  ["nothing behind an operator", "a |"],
  ["as much as a line may hold", `echo ${"x".repeat(65_531)}`],
])("a tree is good enough with %s", (_, line) => {
  expect(parseScript(line)).toMatchObject({ type: "Script" });
});

test.each([
  ["a stray bracket drops what follows", "a ) b"],
  ["another shell's loop is not understood", "for f (*.txt) echo $f"],
  ["it is nested too deep", `${"{ ".repeat(300)}a${"; }".repeat(300)}`],
  ["it is too long", `echo ${"x".repeat(65_532)}`],
])("there is no tree when %s", (_, line) => {
  expect(parseScript(line)).toBeUndefined();
});

test.each(["{a,", "$[", "$(", "{a,{b}"])(
  "60 kB of %j is refused instead of parsed for seconds",
  (text) => {
    expect(parseScript(text.repeat(60_000 / text.length))).toBeUndefined();
  },
);

test("brackets that are closed again do not add up", () => {
  expect(parseScript(`echo ${"{a,b} [c] $(d) ".repeat(500)}`)).toMatchObject({ type: "Script" });
});

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

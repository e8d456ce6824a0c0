import { expect, test } from "vitest";
import { readPattern } from "../../match/pattern/pattern.ts";
import { fixLine } from "./fix-line.ts";

const python = { from: "python", to: "python3", commandPatterns: [readPattern("^python(?!\\S)")] };
const bun = {
  from: "rtk bun",
  to: "bun",
  commandPatterns: [readPattern("^rtk\\s+bun(?!\\S)")],
};

test.for([
  [python, "python a.py", "python3 a.py"],
  [
    python,
    "cd src && python  'a b.py' \"$X\" >out 2>&1 # python",
    "cd src && python3  'a b.py' \"$X\" >out 2>&1 # python",
  ],
  [python, "sudo -u me python x", "sudo -u me python3 x"],
  [python, "X='python' python x", "X='python' python3 x"],
  [python, "cat a | python - | head", "cat a | python3 - | head"],
  [python, "echo python; python python", "echo python; python3 python"],
  [python, "for f in *.py; do python $f; done", "for f in *.py; do python3 $f; done"],
  [python, "(cd x; python y) &", "(cd x; python3 y) &"],
  [python, "echo 'ä\u{1F600}' && python x <<< \"in\"", "echo 'ä\u{1F600}' && python3 x <<< \"in\""],
  [python, "python $(ls)", "python3 $(ls)"],
  [bun, "cd a; rtk  bun run test --x", "cd a; bun run test --x"],
] as const)("the words of the one command are replaced (%#)", ([fix, line, expected]) => {
  expect(fixLine(line, fix)).toBe(expected);
});

test.for([
  ["two commands match", python, "python a && python b"],
  ["the word is quoted", python, '"python" a'],
  ["the word is escaped", python, "\\python a"],
  ["it is another program by its path", python, "/usr/bin/python a"],
  ["it is in a substitution", python, "echo $(python a)"],
  ["it is in a string", python, "sh -c 'python a'"],
  ["there is a here-document", python, "python - <<EOF\nprint(1)\nEOF"],
  ["a function has that name", python, 'python() { python3 "$@"; }; python a'],
  ["an alias is made", python, "alias python=python3; python a"],
  ["the line is broken", python, "python 'a"],
  ["a redirection stands between the words", bun, "rtk 2>x bun run test"],
  ["a line is continued between the words", bun, "rtk \\\nbun run test"],
  ["nothing matches", python, "python3 a"],
  ["the words are not in it", { ...python, from: "python -m" }, "python a"],
  ["the corrected line would still match", { ...python, to: "python -u" }, "python a"],
  ["what is put there is more than words", { ...python, to: "python3; rm" }, "python a"],
  ["what is put there is a substitution", { ...python, to: "$(x)" }, "python a"],
  ["what is put there writes a file", { ...python, to: "python3 >x" }, "python a"],
] as const)("nothing is replaced where %s", ([, fix, line]) => {
  expect(fixLine(line, fix)).toBeUndefined();
});

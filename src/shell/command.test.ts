import { expect, test } from "vitest";
import { parseCommandLine, type SimpleCommand } from "./command.ts";

test("a command stands apart from what it was wrapped in", () => {
  const line = `TOKEN=x sudo -u deploy env A="b c" timeout 5 /usr/bin/git push "my remote" >log 2>&1`;
  expect(parseCommandLine(line)).toEqual({
    isParsed: true,
    commands: [
      {
        program: "git",
        words: ["/usr/bin/git", "push", "my remote"],
        text: 'git push ""',
        wrappers: ["sudo", "env", "timeout"],
        assignments: ["TOKEN", "A"],
      },
    ],
  });
});

test.each([
  ["", []],
  ["# pytest", []],
  ["A=1", []],
  ["> out", []],
  ["cd src && go test ./...", ["cd src", "go test ./..."]],
  ["a | b || c; d & e\nf", ["a", "b", "c", "d", "e", "f"]],
  ["(a; { b; }) && ! c", ["a", "b", "c"]],
  ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
  ["for x in $(a); do b $x; done; while c; do d; done", ["a", "b $x", "c", "d"]],
  ["case $(a) in x) b;; *) c;; esac", ["a", "b", "c"]],
  ["deploy() { git push; }; deploy", ["git push", "deploy"]],
  ["[[ -n $(a) ]] && b", ["a", "b"]],
  ["echo $(a `b`) > >(c)", ["echo $()", "a $()", "b", "c"]],
  ['A=$(a) b "$(c "$(d)")" $((1 + $(e)))', ['b "" ""', "a", 'c ""', "d", "e"]],
  ["cat <<EOF\n$(a) b\nEOF", ["cat", "a"]],
  ["bash -c 'a; sh -c \"b\"' $(c)", ["a", "b", "c"]],
  ['bash -c "a $(b)"', ["a $()", "b"]],
  ['eval "$(ssh-agent -s)"', ["$()", "ssh-agent -s"]],
  ["bash -c ''", ['bash -c ""']],
])("%j runs %j", (line, texts) => {
  expect(textsOf(line)).toEqual(texts);
});

test.each([
  ['git commit -m "fix pytest hang"', 'git commit -m ""'],
  ["git log --format='%H %s' a'b'c", 'git log --format="" a""c'],
  ["git commit -m \"$(cat <<'EOF'\npytest\nEOF\n)\"", 'git commit -m ""'],
  ["echo a # b", "echo a"],
  ["cat <<'EOF' - <<< c >d\n$(b)\nEOF", "cat -"],
  ['rm -rf "$DIR" "${DIR}" "$DIR/a" "${DIR:-b}"', 'rm -rf $DIR ${DIR} "" ""'],
  [
    'echo ${A:-b} ${A:-"b"} {a,b} {a,"b"} *.[ab] $((1 + 1))',
    'echo ${A:-b} "" {a,b} "" *.[ab] $((1 + 1))',
  ],
  ["touch a\\ b \\*.ts", "touch a\\ b \\*.ts"],
  ["npm \\\n  run bu\\\nild", "npm run build"],
  ["diff <(sort a) b", "diff <() b"],
  ["export A='b c' D=(1 2) E+=f G=", 'export A="" D=(1 2) E+=f G='],
  ['export D=(1 "b")', "export D=()"],
  ['"git" status', "git status"],
  ["\\git 'status'", 'git ""'],
  ['"$(npm bin)/eslint" .', "$()/eslint ."],
  [".venv/bin/python x.py", ".venv/bin/python x.py"],
  ["/bin/ls /usr/bin/git", "ls /usr/bin/git"],
])("patterns see %j as %j", (line, text) => {
  expect(textsOf(line)[0]).toBe(text);
});

test.each([
  ["/opt/homebrew/bin/git status", "git"],
  [".venv/bin/python", "python"],
  ["$HOME/bin/run", "run"],
  ["bin/", "bin/"],
])("the program of %j is %j", (line, program) => {
  expect(parseCommandLine(line).commands.map((command) => command.program)).toEqual([program]);
});

test("time wraps every command of its pipeline", () => {
  const wrappers = parseCommandLine("time (a | sudo b); c").commands.map((one) => one.wrappers);
  expect(wrappers).toEqual([["time"], ["time", "sudo"], []]);
});

test("a command in a substitution is not wrapped by what wraps the command around it", () => {
  const wrappers = parseCommandLine("sh -c 'A=1 sudo a $(b)'").commands.map((one) => one.wrappers);
  expect(wrappers).toEqual([["sh", "sudo"], ["sh"]]);
});

test.each([
  "foreach ($file in $files) { Remove-Item $file }",
  "for file (*.txt) echo $file",
  "&& ls",
  "f() ".repeat(15_000).trim(),
  `echo ${"x".repeat(70_000)}`,
])("what cannot be parsed is one raw command", (line) => {
  expect(parseCommandLine(` ${line}\n`)).toEqual({ isParsed: false, commands: [raw(line)] });
});

test("an inner line that cannot be parsed is raw on its own", () => {
  expect(parseCommandLine("a && B=1 zsh -c 'for f (*) rm $f'").commands[1]).toEqual({
    ...raw("for f (*) rm $f"),
    wrappers: ["zsh"],
    assignments: ["B"],
  });
});

test.each([
  ['git commit -m "it is', ['git commit -m ""']],
  ["for x in a; do npm test", ["npm test"]],
  ["npm test &&", ["npm test"]],
  ["echo $(npm test", ["echo $()", "npm test"]],
])("the unfinished line %j still shows its programs", (line, texts) => {
  expect(textsOf(line)).toEqual(texts);
});

test("no more than 200 commands are found", () => {
  expect(textsOf("a;".repeat(300))).toEqual(Array.from({ length: 200 }, () => "a"));
});

test("what is nested deeper than 8 levels is not looked into", () => {
  expect(textsOf(`${"a $(".repeat(12)}b${")".repeat(12)}`)).toEqual(
    Array.from({ length: 9 }, () => "a $()"),
  );
  expect(parseCommandLine(`${"eval ".repeat(12)}ls`).commands).toMatchObject([
    { text: "eval eval eval eval ls", wrappers: Array.from({ length: 8 }, () => "eval") },
  ]);
});

function textsOf(line: string): readonly string[] {
  const { isParsed, commands } = parseCommandLine(line);
  expect(isParsed).toBe(true);
  return commands.map((command) => command.text);
}

function raw(line: string): SimpleCommand {
  return { program: "", words: [line], text: line, wrappers: [], assignments: [] };
}

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
        around: {
          settings: [
            { name: "TOKEN", text: "TOKEN=x", isOpen: true },
            { name: "A", text: 'A=""', isOpen: false },
          ],
          prefix: ["TOKEN=x", "sudo", "-u", "deploy", "env", 'A=""', "timeout", "5"],
          pipedInto: [],
        },
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
  ["git log | cat", [["cat"], []]],
  ["a | sudo b | xargs -n 1 c", [["sudo b", "xargs c"], ["xargs c"], []]],
  ["a || b; c && d", [[], [], [], []]],
  ["(a | b; c) | d", [["b", "d"], ["d"], ["d"], []]],
  ["{ a; } |& time b", [["time b"], []]],
  ["a $(b | c) | d", [["d"], ["c"], [], []]],
  ["sh -c 'a | b' | c", [["b", "c"], ["c"], []]],
  ["for x in 1; do a; done | while read y; do b; done", [["read"], [], []]],
  ["cat <<E | b\nx\nE", [["b"], []]],
])("the commands of %j are piped into %j", (line, piped) => {
  const { commands } = parseCommandLine(line);
  expect(commands.map(({ around }) => around?.pipedInto ?? [])).toEqual(piped);
});

test("a variable that the line exported holds for what follows, and quotes around one word mean nothing", () => {
  const { commands } = parseCommandLine(`a; export A=1 B='x' C="$D"; E="f" b`);
  expect(commands.map(({ around }) => around?.settings.map(({ text }) => text) ?? [])).toEqual([
    [],
    [],
    ["A=1", "B=x", 'C=""', "E=f"],
  ]);
});

test.each([
  ["git -C x push", "git push", "-C x"],
  ["git -c a.b=c --no-pager commit -m 'x'", 'git commit -m ""', "-c a.b=c --no-pager"],
  ["docker --context x compose -f dev.yml up -d", "docker compose up -d", "--context x -f dev.yml"],
  ["kubectl -n ns --context=x get pods", "kubectl get pods", "-n ns --context=x"],
  ["cargo +nightly test", "cargo test", "+nightly"],
  ["terraform -chdir=infra plan", "terraform plan", "-chdir=infra"],
  ["systemctl --user --no-pager status x", "systemctl status x", "--user --no-pager"],
  ["sudo make -C dir -j 8 all", "make all", "-C dir -j 8"],
  ["python3 -W ignore -m pytest -q", "python3 -m pytest -q", "-W ignore"],
  ["npm --prefix 'a b' run -s build", "npm run build", '--prefix "" -s'],
  ["gh -R a/b pr view", "gh pr view", "-R a/b"],
])("what is asked for by %j is %j, with %j", (line, text, options) => {
  expect(parseCommandLine(line).commands[0]?.asked).toEqual({ text, options });
});

test.each([
  "git push -f",
  "git --version",
  "ls -la x",
  "make CC=gcc all",
  "git -C",
  "npm run build",
])("there is no option before the subcommand of %j", (line) => {
  expect(parseCommandLine(line).commands[0]?.asked).toBeUndefined();
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
    around: {
      settings: [{ name: "B", text: "B=1", isOpen: true }],
      prefix: ["B=1"],
      pipedInto: [],
    },
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

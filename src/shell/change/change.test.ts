import fc from "fast-check";
import { expect, test } from "vitest";
import { describeChange, isSameKindOfCall } from "./change.ts";
import { law } from "../../../test/kit/law.ts";

test("a change says what differs, what to do, and by which words to know it", () => {
  expect(describeChange("gh pr view 5 | cat", "cd web && gh pr view 5 --repo acme/shop")).toEqual({
    is: "flag-added",
    before: "gh pr view 5",
    after: "gh pr view 5 --repo acme/shop",
    failed: "gh pr view 5 | cat",
    worked: "gh pr view 5 --repo acme/shop",
    advice: "Add `--repo acme/shop` to `gh pr view`. Run it from `web` (`cd web` first).",
    fixWords: ["--repo"],
    mistakeWords: [],
  });
});

test.each([
  ["python app.py", "python3 app.py", "program-replaced", "Use `python3` instead of `python`."],
  [
    "python app.py",
    ".venv/bin/python app.py",
    "program-replaced",
    "Use `.venv/bin/python` instead of `python`.",
  ],
  ["cat -A a.txt", "xxd a.txt", "program-replaced", "Use `xxd` instead of `cat -A`."],
  ["git mv a b", "mv a b", "program-replaced", "Use `mv` instead of `git mv`."],
  ["yarn install", "npm install", "program-replaced", "Use `npm` instead of `yarn`."],

  ["git push", "git push -u origin main", "flag-added", "Add `-u origin main` to `git push`."],
  ["curl x", "curl -H 'a: b' x", "flag-added", "Add `-H …` to `curl`."],
  ["git push --foo", "git push", "flag-dropped", "Drop `--foo` from `git push`."],
  ["grep -oP 'a' f", "grep -oE 'b' f", "flag-replaced", "Use `-oE` instead of `-oP` with `grep`."],
  [
    "make x | grep -P a",
    "make x | grep -E a",
    "flag-replaced",
    "Use `-E` instead of `-P` with `grep`.",
  ],
  [
    "head --lines=5 a",
    "head --lines=9 a",
    "flag-replaced",
    "Use `--lines=9` instead of `--lines=5` with `head`.",
  ],

  [
    "npm run lint | head",
    "npm run lint:fix",
    "argument-changed",
    "Use `npm run lint:fix` instead of `npm run lint`.",
  ],
  ["npm lint", "npm run lint", "argument-changed", "Use `npm run lint` instead of `npm lint`."],
  ["git comit -a", "git commit -a", "argument-changed", "Use `git commit` instead of `git comit`."],
  [
    "git push -u origin master",
    "git push -u origin main",
    "argument-changed",
    "Use `main` instead of `master` with `git push`.",
  ],
  [
    "jq -n 5 a.json b.json",
    "jq -n 7 a.json b.json",
    "argument-changed",
    "Use `-n 7` instead of `-n 5` with `jq`.",
  ],
  ["psql -c 'a'", "psql -c 'b'", "argument-changed", "Change the quoted text of `psql`."],
  [
    "go test ./a -C src",
    "go test -C src ./a",
    "argument-changed",
    "Put the arguments in this order: `go test -C src ./a`.",
  ],

  [
    "npm test",
    "cd packages/api && npm test",
    "directory-changed",
    "Run it from `packages/api` (`cd packages/api` first).",
  ],
  ["cd src && go vet", "go vet", "directory-changed", "Run it without `cd src`."],
  [
    "cd src && go vet",
    "cd /srv/a/b/src && go vet",
    "directory-changed",
    "Run it from `…/b/src` instead of `src`.",
  ],
  [
    "go vet",
    'cd "$(git rev-parse --show-toplevel)" && go vet',
    "directory-changed",
    "Run it from the root of the repository (`cd $(git rev-parse --show-toplevel)` first).",
  ],
  [
    "go vet",
    "cd 'a b' && go vet",
    "directory-changed",
    "Run it from another directory (`cd` there first).",
  ],
  ["git status", "git -C api status", "directory-changed", "Run it in `api`, with `git -C api`."],
  [
    "cd api && npm test",
    "npm --prefix api test",
    "directory-changed",
    "Run it in `api`, with `npm --prefix api`.",
  ],
  ["grep a f", "grep -C 3 a f", "flag-added", "Add `-C 3` to `grep`."],

  ["npm test", "CI=1 npm test", "variable-set", "Set `CI` for `npm test`."],
  ["go test", "export A=1 B='x'; go test", "variable-set", "Set `A` and `B` for `go test`."],
  ["apt install jq", "sudo apt install jq", "wrapper-added", "Run `apt install` with `sudo`."],
  ["pytest -q", "uv run pytest -q", "wrapper-added", "Run `pytest` through `uv run`."],
  ["vitest", "npx vitest", "wrapper-added", "Run `vitest` through `npx`."],
  [
    "wrapit npm run docs",
    "npm run docs",
    "wrapper-dropped",
    "Run `npm run docs` without `wrapit`.",
  ],
  ["sudo npm i", "npm i", "wrapper-dropped", "Run `npm i` without `sudo`."],
  [
    "grep -r a --include=*.go .",
    "grep -r a . --include='*.go'",
    "quoting-changed",
    "Quote the pattern `--include=*.go` for `grep`.",
  ],
  ["find . -name '*.c'", "find . -name *.c", "quoting-changed", "Do not quote `*.c` for `find`."],
  ["npm test", "npm install && npm test", "step-added", "Run `npm install` first."],
  [
    "pytest",
    "source .venv/bin/activate && pytest",
    "step-added",
    "Run `source .venv/bin/activate` first.",
  ],

  ["git log -5", "git log -5 | cat", "piped", "Use `git log | cat`."],
  ["npm test 2>&1 | tail -5", "npm test", "same", "Run it again: the same call worked later."],
  [
    "npm test",
    "npm test | tail -5; echo done",
    "same",
    "Run it again: the same call worked later.",
  ],
  ["npm test", "git log -3; npm test", "same", "Run it again: the same call worked later."],
  ["npm test", "npm test && git push", "same", "Run it again: the same call worked later."],
  ["git add a && git commit", "git commit", "rewritten", "Leave out `git add a`."],
  ["CI=1 npm test", "npm test", "rewritten", "Run `npm test` without setting `CI`."],
  [
    "tar -xzf a.tgz --strip 1 dir",
    "tar cvf b.tar src docs tests",
    "rewritten",
    "Use `tar cvf b.tar src docs tests` instead.",
  ],
])("from %j to %j is %s: %s", (failed, worked, is, advice) => {
  expect(describeChange(failed, worked)).toMatchObject({ is, advice });
});

test.each([
  ["git push --foo=1", "git push", [], ["--foo"]],
  ["grep -P a f", "grep -E a f", ["-E"], ["-P"]],
  ["grep a --include=*.go", "grep a --include='*.go'", ['--include=""'], ["--include=*.go"]],
  ["gh pr view 5 --json a,b", "gh pr view 5 --repo x/y --json b,a", ["--repo"], []],
  ["go test ./...", "go test ./a", ["./a"], ["./..."]],
  ["cat -A f", "xxd f", [], ["-A"]],
  ["psql -c 'a'", "psql -c 'b'", [], []],
  ["npm test", "cd x && npm test", [], []],
  ["git status", "git -C api status", ["-C"], []],
  ["npm test", "CI=1 npm test", ["CI=1"], []],
  ["npm test", "A=1 B='x y' npm test", ["A=1", "B="], []],
  ["CI=1 npm test", "npm test", [], ["CI=1"]],
  ["npm test", "timeout 5 npm test", ["timeout"], []],
  ["sudo npm test", "npm test", [], ["sudo"]],
  ["git log", "git log | cat", ["| cat"], []],
])("from %j to %j the fix shows in %j and the mistake in %j", (failed, worked, fix, mistake) => {
  expect(describeChange(failed, worked)).toMatchObject({ fixWords: fix, mistakeWords: mistake });
});

test.each([
  ["npm test", "go build"],
  ["git status", "git log"],
  ["gh pr view 5", "gh repo view"],
  ["cat a.txt", "rm a.txt"],
  ["./run.sh", "chmod +x ./run.sh"],
  ["make x | tail -5", "go vet | tail -5"],
  ["for f (*) rm $f", "for f (*) rm $f"],
  ["", ""],
])("%j and %j are not the same kind of call", (failed, later) => {
  expect(isSameKindOfCall(failed, later)).toBe(false);
  expect(describeChange(failed, later)).toBeUndefined();
});

const secret = "hunter2";
const anyWord = fc.constantFrom(
  ..."-x|--foo|--foo=bar|--repo a/b|-C dir|a|b|/srv/a/b/c/d.ts|*.go|$X|a\\ b|./...|--|-".split("|"),
  `'${secret}'`,
  `"a ${secret} b"`,
  `--jq='${secret}'`,
  `"$(echo '${secret}')"`,
  `<<< '${secret}'`,
  `\\\``,
  "x".repeat(90),
);
const anyWords = fc.array(anyWord, { maxLength: 3 });
const anyCommand = fc
  .tuple(
    fc.constantFrom("", "", "sudo ", `TOKEN='${secret}' `, "timeout 5 ", "npx ", "uv run "),
    fc.constantFrom(
      ..."git push|git|npm run lint|npm run lint:fix|python|python3|grep|mytool".split("|"),
    ),
    fc.array(anyWord, { maxLength: 5 }),
  )
  .map(([wrapper, program, words]) => `${wrapper}${[program, ...words].join(" ")}`);
const anyLine = fc
  .array(fc.oneof(anyCommand, fc.constantFrom("cd src", `cd '${secret}'`, "echo a", "tail -5")), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((commands) =>
    fc.constantFrom(" && ", "; ", " | ", "\n").map((glue) => commands.join(glue)),
  );
/** Two lines that have nothing to do with each other, or that differ in a few words. */
const anyPair = fc.oneof(
  fc.tuple(fc.oneof(anyLine, fc.string()), anyLine),
  fc
    .tuple(anyCommand, anyWords, anyWords, anyWords)
    .map(
      ([command, wrong, right, rest]) =>
        [[command, ...wrong, ...rest].join(" "), [command, ...right, ...rest].join(" ")] as const,
    ),
);

test("law: advice is one short sentence or two, and nothing that was quoted is ever in a change", () => {
  fc.assert(
    fc.property(anyPair, ([failed, worked]) => {
      const change = describeChange(failed, worked);
      if (change === undefined) return;
      expect(change.advice).toMatch(/^[A-Z].*[.]$/u);
      expect(change.advice.length).toBeLessThanOrEqual(200);
      expect(change.advice.split("`").length % 2).toBe(1);
      expect(JSON.stringify(change)).not.toContain(secret);
    }),
    law({ quick: 800 }),
  );
});

test("law: there is a change exactly between calls of the same kind, and that goes both ways", () => {
  fc.assert(
    fc.property(anyPair, ([failed, worked]) => {
      const isSame = isSameKindOfCall(failed, worked);
      expect(describeChange(failed, worked) !== undefined).toBe(isSame);
      expect(isSameKindOfCall(worked, failed)).toBe(isSame);
    }),
    law({ quick: 800 }),
  );
});

test("law: between a call and itself nothing was changed", () => {
  fc.assert(
    fc.property(fc.oneof(anyLine, fc.string()), (line) => {
      expect(describeChange(line, line)?.is ?? "same").toBe("same");
    }),
    law({ quick: 500 }),
  );
});

test("law: the mistake's words are in the command that failed, and the fix's only in the other", () => {
  fc.assert(
    fc.property(anyPair, ([failed, worked]) => {
      const change = describeChange(failed, worked);
      if (change === undefined) return;
      const [before, after] = [namesIn(change.failed), namesIn(change.worked)];
      expect(change.mistakeWords.filter((word) => !before.has(word) || after.has(word))).toEqual(
        [],
      );
      expect(change.fixWords.filter((word) => before.has(word) || !after.has(word))).toEqual([]);
    }),
    law({ quick: 800 }),
  );
});

/** Words, and flags and variables also without their values. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set(
    text
      .replaceAll("| ", "|")
      .split(" ")
      .flatMap((word) => [
        word.replace(/^\|/, "| "),
        word.replace(/^(-[^=]*)=.*/, "$1"),
        word.replace(/^(\w+=).*/, "$1"),
      ]),
  );
}

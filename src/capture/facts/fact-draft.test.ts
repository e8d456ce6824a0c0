import { expect, test } from "vitest";
import type { FailureStory } from "../episodes/episode.ts";
import { factDraft } from "./fact-draft.ts";
import { isStockAdvice } from "./fact-words.ts";
import { factOf } from "./fact.ts";

type Given = Partial<FailureStory> & Pick<FailureStory, "failureClass" | "headline">;

function draft(...failures: readonly Given[]) {
  const stories = failures.map((given): FailureStory => {
    const story = {
      is: "failure" as const,
      tool: "Bash",
      head: "tar",
      about: "environment",
      signature: "",
      attempts: 1,
      ...given,
    };
    return { ...story, fact: factOf(story, story.headline) };
  });
  return factDraft(stories, "project:demo");
}

test("an option that does not exist is named, and so is what worked instead, with how often", () => {
  const failure: Given = {
    failureClass: "no-such-flag",
    headline: "/bin/bash: line 1: tar: illegal option -- Q",
    command: "cd build && tar -Q out.tar",
    fix: { line: 9, command: "cd build && tar -t out.tar" },
  };
  expect(draft(failure, failure)).toEqual({
    kind: "pitfall",
    summary: "`tar` has no option `-Q` here",
    body: {
      mistake: "The version on this machine does not know the option.",
      remediation: "Use `-t` instead of `-Q` with `tar`. (Worked 2 times.)",
    },
    tags: ["severity:error", "tool:tar"],
    scope: "project:demo",
    triggers: {
      injectOn: ["PostToolUseFailure"],
      toolNames: ["Bash"],
      commandPatterns: ["(?-i)^tar(?!\\S)(?=.*\\s-Q(?![^\\s=]))"],
    },
    source: "heuristic",
    flags: [],
  });
});

test("the command that the message is about is blamed, not the first of the line", () => {
  const { summary, triggers } = draft({
    failureClass: "no-such-flag",
    headline: "error: unexpected argument '--now' found",
    command: "cat notes.txt; podman pull --now image",
  });
  expect({ summary, patterns: triggers?.commandPatterns }).toEqual({
    summary: "`podman pull` has no option `--now` here",
    patterns: ["^podman\\s+pull(?!\\S)(?=.*\\s--now(?![^\\s=]))"],
  });
});

test("a variable that helped is said with its value, and the trigger is silent where it is set", () => {
  const failure: Given = {
    failureClass: "unknown",
    headline: "error: the terminal is too clever",
    command: "pytest -q",
    fix: { line: 4, command: "TERM=dumb pytest -q" },
  };
  expect(draft(failure).body).toMatchObject({ remediation: "Use `TERM=dumb pytest`." });
  expect(draft(failure, failure, failure).triggers?.commandPatterns).toEqual([
    "(?-i)^pytest(?!\\S)(?!.*\\sTERM=dumb(?!\\S))",
  ]);
  // Most calls lack it and go well: once or twice says too little.
  expect(draft(failure, failure).triggers?.commandPatterns).toBeUndefined();
});

test("a word that came with a runner does not make a trigger of the program alone", () => {
  const { triggers } = draft({
    failureClass: "unknown",
    headline: "error: no config for this version",
    command: "pytest -q",
    fix: { line: 4, command: "uv run pytest -q -- tests" },
  });
  expect(triggers?.commandPatterns).toBeUndefined();
});

test("a change of another command of the line is no fix", () => {
  const { body } = draft({
    failureClass: "command-not-found",
    headline: "zsh:1: command not found: shellcheck",
    command: "git diff --check && shellcheck run.sh",
    fix: { line: 4, command: "git diff --stat && echo done" },
  });
  expect(body).toMatchObject({ remediation: "Do without `shellcheck`." });
});

test("to get around a check is no fix", () => {
  const { body } = draft({
    failureClass: "unknown",
    headline: "error: the licence header is missing",
    command: "git commit -m x",
    fix: { line: 4, command: "git commit --no-verify -m x" },
  });
  expect(body).toMatchObject({ remediation: "Needs a fix from you." });
});

test("what must run first is said as it was typed", () => {
  const { summary, body } = draft({
    failureClass: "format",
    headline: "Formatter would have printed the following content:",
    head: "npm run lint",
    command: "npm run lint",
    fix: { line: 4, command: "npm run lint:fix", isStep: true },
  });
  expect({ summary, body }).toMatchObject({
    summary: "`npm run lint` fails on formatting",
    body: { remediation: "Run `npm run lint:fix` first." },
  });
});

test("a message that nobody knows, and no fix, is left to a person", () => {
  const { body, flags } = draft({
    failureClass: "unknown",
    headline: "the moon is full",
    head: "frob",
    command: "frob",
  });
  expect({ body, flags }).toEqual({
    body: { mistake: "`frob` fails: the moon is full.", remediation: "Needs a fix from you." },
    flags: ["needsHumanFix"],
  });
});

test("a command alone is no trigger: most of its calls go well", () => {
  const locked: Given = {
    failureClass: "git-lock",
    headline: "fatal: Unable to create '.git/index.lock': File exists.",
    head: "git commit",
    command: "git commit -m x",
    fix: { line: 4, command: "git commit -m y" },
  };
  const unknown: Given = {
    failureClass: "unknown",
    headline: "the moon is full",
    head: "frob up",
    command: "frob up",
  };
  expect([draft(locked).triggers, draft(unknown).triggers]).toEqual([
    { injectOn: ["PostToolUseFailure"], toolNames: ["Bash"] },
    { injectOn: ["PostToolUseFailure"], toolNames: ["Bash"] },
  ]);
});

test("a pattern is silent at every form that worked", () => {
  const { triggers } = draft(
    {
      failureClass: "no-such-flag",
      headline: "tar: illegal option -- Q",
      command: "tar -Q out.tar",
    },
    {
      failureClass: "no-such-flag",
      headline: "tar: illegal option -- Q",
      command: "tar -Q old.tar",
      fix: { line: 3, command: "tar -Q -x new.tar" },
    },
  );
  expect(triggers?.commandPatterns ?? []).not.toContain("(?-i)^tar(?!\\S)(?=.*\\s-Q(?![^\\s=]))");
});

test("a program that is missing is its own trigger", () => {
  const { triggers } = draft({
    failureClass: "command-not-found",
    headline: "zsh:1: command not found: python",
    head: "python",
    command: "python build.py",
    fix: { line: 4, command: "python3 build.py" },
  });
  expect(triggers?.commandPatterns).toEqual(["^python(?!\\S)"]);
});

test("another program that did the same thing is the fix of one that is not there", () => {
  const { body, triggers } = draft({
    failureClass: "command-not-found",
    headline: "zsh:1: command not found: fd",
    command: "fd -tf '^a' src",
    fix: { line: 9, command: "rg --files src", isOtherWay: true },
  });
  expect([body, triggers?.commandPatterns]).toEqual([
    {
      mistake: "The agent's shell finds no program `fd`.",
      remediation: "Use `rg --files` instead of `fd`.",
    },
    ["^fd(?!\\S)"],
  ]);
});

test("a folder that commands work in is named by its name", () => {
  const failure: Given = {
    failureClass: "outside-project",
    headline: "go: cannot find main module",
    command: "go test ./...",
    fix: { line: 9, command: "cd /srv/demo/src && go test ./..." },
  };
  expect(draft(failure).body).toMatchObject({
    remediation: "Run `go` from the folder `src`: `cd` to it by its absolute path first.",
  });
});

test("of a list of fields, the one that took the place of the wrong one is named", () => {
  const remediation = (worked: string) =>
    draft({
      failureClass: "no-such-field",
      headline: 'Unknown JSON field: "runAttempt"',
      command: "gh run view 77 --json status,runAttempt",
      fix: { line: 9, command: worked },
    }).body;
  expect(remediation("gh run view 77 --json status,attempt")).toMatchObject({
    remediation: "Use `attempt` instead of `runAttempt`.",
  });
  expect(remediation("gh run view 77 --json status,url,jobs")).toMatchObject({
    remediation: "Leave `runAttempt` out.",
  });
});

test("a program that takes one argument gets one", () => {
  const { body } = draft({
    failureClass: "no-such-flag",
    headline: "error: unexpected argument 'b' found",
    command: "cargo test a b",
    fix: { line: 9, command: "cargo test a" },
  });
  expect(body).toMatchObject({ remediation: "Give `cargo test` one argument only." });
});

test("a message that no class knows is not cured by a call after the files were changed", () => {
  const failure: Given = {
    failureClass: "stated",
    headline: "frob: the plan requires a name",
    command: "frob plan --all",
    fix: { line: 9, command: "frob plan", isAfterEdit: true },
  };
  expect(draft(failure).flags).toEqual(["needsHumanFix"]);
  expect(draft({ ...failure, fix: { line: 9, command: "frob plan" } }).body).toMatchObject({
    remediation: "Drop `--all` from `frob`.",
  });
});

test("a hook that runs another program in place of the typed one is the fact, and its fix is what was done instead", () => {
  const output = "error: unexpected argument '-n' found\n\nUsage: wrap find [OPTIONS] <PATTERN>";
  const story = {
    is: "failure" as const,
    tool: "Bash",
    head: "find",
    about: "interface",
    signature: "",
    attempts: 1,
    failureClass: "no-such-flag",
    headline: "error: unexpected argument '-n' found",
    command: "find src -name '*.ts'",
  };
  const failure: FailureStory = { ...story, fact: factOf(story, output) };
  const fixed = { ...failure, fix: { line: 9, tool: "Glob", isOtherWay: true } as const };
  expect(factDraft([fixed], "project:demo")).toMatchObject({
    summary: "`find` runs as `wrap find` here, which takes other options",
    body: {
      mistake:
        "A wrapper or hook runs `wrap find` in place of `find`, and `wrap find` cannot read its options.",
      remediation: "Use the `Glob` tool instead of `find`.",
    },
    flags: [],
  });
  // What helps against options that a program does not have says nothing about another program.
  expect(factDraft([failure], "project:demo").flags).toEqual(["needsHumanFix"]);
});

test("where there is no skill, the command of that name is what helps", () => {
  const { summary, body } = draft({
    tool: "Skill",
    head: "Skill",
    failureClass: "no-such-tool",
    headline: "Unknown skill: commit",
    fix: { line: 9, command: "git commit", isOtherWay: true },
  });
  expect([summary, body]).toMatchObject([
    "There is no tool, skill or agent `commit` here",
    { remediation: "Run `git commit` instead." },
  ]);
});

test.each([
  ["./target/debug/frob check", "Use `./target/debug/frob` instead of `frob`."],
  ["mise x frob -- frob check", "Use `mise x frob -- frob` instead of `frob`."],
  ["/home/[user]/.local/bin/frob check", "Use `~/.local/bin/frob` instead of `frob`."],
  ["which frob", "Do without `frob`."],
  ["/tmp/build-1/frob check", "Do without `frob`."],
])(
  "a program that is not on the path is called as it was after that: %s",
  (worked, remediation) => {
    const { body } = draft({
      failureClass: "command-not-found",
      headline: "zsh:1: command not found: frob",
      command: "frob check",
      fix: { line: 9, command: worked },
    });
    expect(body).toMatchObject({ remediation });
  },
);

test("a refusal names what is refused, and its words are the fix", () => {
  expect(
    draft({
      failureClass: "refusal",
      headline: "Use the Read tool to read files",
      command: "cat notes.md",
    }),
  ).toMatchObject({
    summary: "A hook refuses `cat`: Use the Read tool to read files",
    body: {
      mistake: "A hook or a policy refuses `cat`.",
      remediation: "Use the Read tool to read files.",
    },
  });
});

test("advice that holds for every fact of a class is known as such", () => {
  expect(isStockAdvice("not-installed jq", "Do without `jq`.")).toBe(true);
  expect(isStockAdvice("not-installed jq", "Use `node -p` instead of `jq`.")).toBe(false);
  expect(isStockAdvice("wrong-directory", "Check `pwd` first, and use absolute paths.")).toBe(true);
  expect(isStockAdvice("no-such-class x", "Do without `x`.")).toBe(false);
});

test("a relative path that is not there, and is from elsewhere, shows that the shell stayed where it was", () => {
  const stayed =
    "Begin the line with `cd` and an absolute path: the shell stays where the last call left it.";
  const remediation = (command: string, worked: string) =>
    draft({
      failureClass: "wrong-directory",
      headline: "bash: line 1: cd: web: No such file or directory",
      command,
      fix: { line: 9, command: worked },
    }).body;
  const given = { failureClass: "wrong-directory", headline: "bash: cd: web: No such file" };
  const { summary } = draft({
    ...given,
    command: "cd web && ls",
    fix: { line: 9, command: "ls" },
  });
  expect(summary).toBe("Relative paths fail: the shell stays where the last call left it");
  expect(remediation("cd web && npm test", "npm test")).toMatchObject({ remediation: stayed });
  expect(remediation("git add web/a.js", "cd /srv/demo && git add web/a.js")).toMatchObject({
    remediation: stayed,
  });
  expect(remediation("cd /srv/web && npm test", "npm test")).not.toMatchObject({
    remediation: stayed,
  });
});

test("a file that was found in another folder says which one is meant", () => {
  const path = "ui/tests/unit/form.test.ts";
  const { body } = draft({
    failureClass: "wrong-directory",
    headline: `sed: ${path}: No such file or directory`,
    command: `sed -i s/a/b/ ${path}`,
    fix: { line: 9, command: "sed -i s/a/b/ tests/unit/form.test.ts" },
  });
  expect(body).toMatchObject({ remediation: "Use `tests/` instead of `ui/tests/`." });
});

test("a wrapper that is not installed is left away, whatever it was put around", () => {
  const { body, triggers } = draft({
    failureClass: "command-not-found",
    headline: "zsh:1: command not found: timeout",
    command: "timeout 60 go test ./...",
    fix: { line: 9, command: "go test ./..." },
  });
  expect(body).toMatchObject({ remediation: "Run commands without `timeout`." });
  expect(triggers?.commandPatterns).toEqual(["^timeout(?!\\S)"]);
});

test("what is missing on another machine is not said of this one", () => {
  const { summary } = draft({
    failureClass: "command-not-found",
    headline: "bash: sqlite3: command not found",
    command: "docker exec db sh -c 'sqlite3 a.db'",
  });
  expect(summary).toMatch(/^`sqlite3` is not installed where `docker exec` runs it$/u);
});

test("a program's own hint is the fix where none was seen, and its usage where an argument was wrong", () => {
  const query: Given = {
    failureClass: "bad-query",
    headline: 'rg: the literal "\\n" is not allowed in a regex',
    command: "rg 'a\\nb'",
    advice: { hint: "Consider enabling multiline mode with the --multiline flag" },
  };
  expect(draft(query).body).toMatchObject({
    remediation: "Consider enabling multiline mode with the --multiline flag.",
  });
  const argument: Given = {
    failureClass: "no-such-flag",
    headline: "error: unexpected argument 'lint' found",
    command: "task ls lint",
    advice: { usage: "task ls [OPTIONS]" },
  };
  expect(draft(argument).body).toMatchObject({ remediation: "Call it as `task ls [OPTIONS]`." });
  const cured: Given = { ...query, fix: { line: 9, command: "rg -U 'a\\nb'" } };
  expect(draft(cured).body).toMatchObject({ remediation: "Add `-U` to `rg`." });
});

test("a cure of one failure among many is what that session needed", () => {
  const denied: Given = {
    failureClass: "commit-hook",
    headline: "husky - pre-commit script failed (code 1)",
    command: "git commit -m x",
  };
  const cured: Given = { ...denied, fix: { line: 9, command: "npm run lint:fix", isStep: true } };
  const stories = (failures: number) => [cured, ...Array.from({ length: failures }, () => denied)];
  expect(draft(...stories(3)).body).toMatchObject({ remediation: "Run `npm run lint:fix` first." });
  expect(draft(...stories(9)).body).not.toMatchObject({
    remediation: "Run `npm run lint:fix` first.",
  });
});

test("the sandbox is named with what it does not permit", () => {
  const denied = (command: string): Given => ({
    failureClass: "sandbox-denied",
    headline: "Operation not permitted",
    command,
  });
  expect(draft(denied("git add a.ts"), denied("git add b.ts"), denied("go list")).summary).toBe(
    "The sandbox does not permit `git add`, `go list`",
  );
});

test("a message that opens with a command is about that command", () => {
  const { body } = draft({
    failureClass: "stated",
    headline: "error: `cargo run` could not determine which binary to run.",
    command: "if [ -x bin/a ]; then bin/a up; else cargo run -- up; fi",
    fix: { line: 9, command: "cargo run --bin a -- up" },
  });
  expect(body).toMatchObject({ remediation: "Add `--bin a` to `cargo run`." });
});

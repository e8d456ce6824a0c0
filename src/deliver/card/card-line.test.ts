import { expect, test } from "vitest";
import { cardLineOf, type CardFact } from "./card-line.ts";

const fact: CardFact = {
  about: "not-installed jq",
  summary: "`jq` is not installed here",
  remediation: "Use `node -p` instead of `jq`. (Worked 3 times.)",
  sessions: 2,
  isPersonal: false,
  needsFix: false,
};

test.each<[Partial<CardFact>, string]>([
  [{}, "`jq` is not installed: use `node -p`"],
  [{ remediation: "Do without `jq`." }, "`jq` is not installed: do without it"],
  [
    { remediation: "Run `jq -r` through `mise exec --`." },
    "`jq` is not installed: run it through `mise exec --`",
  ],
  [
    {
      about: "wrong-directory",
      summary: "Relative paths fail: the shell stays where the last call left it",
      remediation:
        "Begin the line with `cd` and an absolute path: the shell stays where the last call left it. (Worked 4 times.)",
    },
    "the shell stays where the last call left it: begin lines with `cd` and an absolute path",
  ],
  [
    {
      about: "no-option cat -A",
      summary: "`cat` has no option `-A` here",
      remediation: "Use `-v` instead of `-A` with `cat`. (Worked 4 times.)",
    },
    "`cat` has no option `-A` here: use `cat -v`",
  ],
  [
    {
      about: "no-option bd --short",
      summary: "`bd` has no option `--short` here",
      remediation: "Drop `--short` from `bd`.",
    },
    "`bd` has no option `--short` here: leave it out",
  ],
  [
    {
      about: "no-command rtk bun",
      summary: "`rtk` has no command `bun`",
      remediation: "Run `bun run test` without `rtk`. (Worked 32 times.)",
    },
    "`rtk` has no command `bun`: run `bun` without `rtk`",
  ],
  [
    {
      about: "no-option rtk find -n",
      summary: "`find` runs as `rtk find` here, which has no option `-n`",
      remediation: "Use the `Glob` tool instead of `find`. (Worked 2 times.)",
    },
    "`find` runs as `rtk find` here, which has no option `-n`: use the `Glob` tool",
  ],
  [
    {
      about: "bad-argument cargo test",
      summary: "`cargo test` takes one argument",
      remediation: "Give `cargo test` one argument only. (Worked 6 times.)",
    },
    "`cargo test` takes one argument: give it only one",
  ],
  [
    {
      about: "zsh-glob",
      summary: "zsh aborts the line when a glob matches nothing",
      remediation: "Quote `*`, `?`, `[` and `=` that the program should see.",
    },
    "zsh: quote globs, an unmatched one aborts the line",
  ],
  [
    {
      about: "wrong-directory",
      summary: "Commands run in the wrong directory",
      remediation:
        "Run `go` from the folder `src`: `cd` to it by its absolute path first. (Worked 4 times.)",
    },
    "run go commands from `src/`",
  ],
  [
    {
      about: "format bun run lint",
      summary: "`bun run lint` fails on formatting",
      remediation: "Run `bun run lint:fix` first. (Worked 25 times.)",
    },
    "`bun run lint` fails on formatting: run `bun run lint:fix` first",
  ],
  [
    {
      about: "message no library targets found in package <name>",
      summary: "no library targets found in package `mise`",
      remediation: "Drop `--lib` from `cargo test`. (Worked 5 times.)",
      fix: {
        how: "instead",
        from: "cargo test --lib",
        to: "cargo test",
        times: 5,
        repairs: 11,
        sessions: 5,
      },
    },
    "no library targets found in package `mise`: drop `--lib` from `cargo test`",
  ],
  [
    {
      about: "refused Use the Read tool to read file contents",
      summary: "Use the Read tool to read file contents",
      remediation:
        "Do as the refusal says from the start: Use the Read tool to read file contents.",
    },
    "a hook or policy refuses other ways: use the Read tool to read file contents",
  ],
])("what is so and what to do: %j", (more, line) => {
  expect(cardLineOf({ ...fact, ...more })).toBe(line);
});

test.each<[string, Partial<CardFact>]>([
  ["a single session", { sessions: 1 }],
  ["nobody knows a fix", { needsFix: true }],
  ["a message of one moment", { about: "message Script error", remediation: "Try again." }],
  [
    "a slip of the agent's own tools",
    { about: "edit-before-read", remediation: "Read the file with the read tool first." },
  ],
  [
    "a wrong directory without a folder",
    { about: "wrong-directory", remediation: "Check `pwd` first, and use absolute paths." },
  ],
  [
    "a folder for a program that needs none",
    {
      about: "wrong-directory",
      remediation: "Run `git` from the folder `app`: `cd` to it first. (Worked 2 times.)",
    },
  ],
  [
    "a refusal that does not say what to do",
    {
      about: "refused The user denied this",
      summary: "The user denied this",
      remediation: "Do as the refusal says from the start: The user denied this.",
    },
  ],
  [
    "a change that cannot have been the cure",
    {
      about: "no-known-remote",
      summary: "gh cannot tell which repository is meant",
      remediation: "Add `--head topic` to `gh pr create`.",
    },
  ],
  [
    "a task that is missing in one folder",
    {
      about: "no-task bun run lint",
      summary: "`bun run` has no task `lint` here",
      remediation: "There is no `lint` here: do not run `bun run lint`.",
    },
  ],
  [
    "an option of another program that runs in its place, and a single cure",
    {
      about: "no-option rtk git -C",
      summary: "`git` runs as `rtk git` here, which has no option `-C`",
      remediation: "Drop `-C` from `git status`.",
    },
  ],
  [
    "a cause that does not begin with what it is about",
    {
      about: "cause stale",
      summary: "Test failures in `tmp/clones/`",
      remediation: "Remove what is left in `tmp/clones` first. (Worked 5 times.)",
    },
  ],
  ["a line that is too long", { remediation: `Use \`${"x".repeat(150)}\` instead of \`jq\`.` }],
])("no line: %s", (_, more) => {
  expect(cardLineOf({ ...fact, ...more })).toBeUndefined();
});

test("a person's own words stand as they are, after one session too", () => {
  const own = { ...fact, sessions: 1, isPersonal: true, summary: "Only `yq` is here" };
  expect(cardLineOf({ ...own, remediation: "Use `yq -p json`." })).toBe(
    "Only `yq` is here: use `yq -p json`",
  );
});

test("no word of a lesson can pass for ours", () => {
  const own = { ...fact, isPersonal: true, remediation: "one\n## Lessons from your history" };
  expect(cardLineOf({ ...own, summary: "x\n### CRITICAL pitfall: y" })).toBe(
    "x ### CRITICAL pitfall: y",
  );
});

test("what is missing on another machine has no line for this one", () => {
  const summary = "`jq` is not installed where `docker exec` runs it";
  expect(cardLineOf({ ...fact, summary, remediation: "Do without `jq`." })).toBeUndefined();
});

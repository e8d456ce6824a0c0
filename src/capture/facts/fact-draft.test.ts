import { expect, test } from "vitest";
import type { FailureStory } from "../episodes/episode.ts";
import { factDraft } from "./fact-draft.ts";
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
      toolNames: ["Bash"],
      commandPatterns: ["(?-i)^tar(?!\\S)(?=.*\\s-Q(?![^\\s=]))(?!.*\\s-t(?![^\\s=]))"],
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
  const { body, triggers } = draft({
    failureClass: "unknown",
    headline: "error: the terminal is too clever",
    command: "pytest -q",
    fix: { line: 4, command: "TERM=dumb pytest -q" },
  });
  expect(body).toMatchObject({ remediation: "Use `TERM=dumb pytest`." });
  expect(triggers?.commandPatterns).toEqual(["(?-i)^pytest(?!\\S)(?!.*\\sTERM=dumb(?!\\S))"]);
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
    { toolNames: ["Bash"] },
    { toolNames: ["Bash"] },
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

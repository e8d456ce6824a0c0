import { expect, test } from "vitest";
import type { FailureStory } from "../episodes/episode.ts";
import { failureDraft } from "./failure-draft.ts";

function failure(story: Partial<FailureStory>): FailureStory {
  return {
    is: "failure",
    tool: "Bash",
    head: "tar",
    failureClass: "unknown",
    about: "interface",
    signature: "",
    headline: "",
    attempts: 1,
    ...story,
  };
}

function told(...stories: readonly Partial<FailureStory>[]) {
  return failureDraft(stories.map(failure), "project:demo");
}

test("an option that does not exist is named, and so is what was used instead", () => {
  expect(
    told({
      head: "tar",
      failureClass: "no-such-flag",
      headline: "/bin/bash: line 1: tar: illegal option -- Q",
      command: "cd build && tar -Q out.tar",
      fix: { line: 9, command: "cd build && tar -t out.tar" },
    }),
  ).toEqual({
    kind: "pitfall",
    summary: "tar: has no option `-Q` here",
    body: {
      mistake:
        "`tar` is called with `-Q`, an option that the version on this machine does not have.",
      remediation: "Use `-t` instead of `-Q` with `tar`.",
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
  const { summary, triggers } = told({
    head: "cat",
    failureClass: "no-such-flag",
    headline: "error: unexpected argument '--now' found",
    command: "cat notes.txt; podman pull --now image",
  });
  expect({ summary, patterns: triggers?.commandPatterns }).toEqual({
    summary: "podman pull: has no option `--now` here",
    patterns: ["^podman\\s+pull(?!\\S)(?=.*\\s--now(?![^\\s=]))"],
  });
});

test("a change that cannot be the cure is not told as one", () => {
  const { body, flags } = told({
    head: "git push",
    failureClass: "protected-branch",
    about: "rule",
    headline: "remote: error: GH006: Protected branch update failed",
    command: "git push origin main",
    fix: { line: 4, command: "git push --verbose origin main" },
  });
  expect({ body, flags }).toEqual({
    body: {
      mistake:
        "`git push` changes a branch that is protected, or merges what its rules do not allow yet.",
      remediation:
        "Push to a branch of its own and open a pull request; let the required checks and reviews pass first.",
    },
    flags: [],
  });
});

test("a slip in using a tool is told without the file, for all the tools that it was seen with", () => {
  const slip = {
    failureClass: "edit-before-read",
    about: "harness",
    headline: "File has not been read yet.",
    cause: "The Edit tool wants the file first.",
    attempts: 4,
  };
  expect(
    told(
      { ...slip, tool: "Write", head: "Write", path: "/srv/app/a.go" },
      { ...slip, tool: "Edit", head: "Edit", path: "/srv/app/b.ts" },
      { ...slip, tool: "Edit", head: "Edit", path: "/srv/app/c.ts" },
    ),
  ).toEqual({
    kind: "pitfall",
    summary: "Edit: refused for a file that was not read in this session",
    body: {
      mistake:
        "A file is edited or overwritten that was not read in this session; the edit is refused and nothing is written.",
      remediation:
        "Read the file with the read tool first, also when its content is known from a search, a shell command or an earlier session.",
    },
    tags: ["severity:error", "tool:edit", "tool:write"],
    scope: "global",
    triggers: { toolNames: ["Edit", "Write"] },
    source: "heuristic",
    flags: [],
  });
});

const summaries: readonly (readonly [Partial<FailureStory>, string])[] = [
  [
    {
      head: "grep",
      failureClass: "zsh-glob",
      headline: "(eval):1: no matches found: --include=*.rs",
      command: "grep -rn TODO --include=*.rs .",
    },
    "grep: zsh takes `--include=*.rs` for a glob",
  ],
  [
    {
      head: "jless",
      failureClass: "command-not-found",
      headline: "zsh:1: command not found: jless",
      command: "jless out.json",
    },
    "jless: not installed here",
  ],
  [
    {
      head: "gh issue comment",
      failureClass: "command-not-found",
      headline: "zsh:1: command not found: widget",
      command: 'gh issue comment 3 --body "use `widget` here"',
    },
    "gh issue comment: backticks in double quotes are run as a command",
  ],
  [
    {
      head: "cat",
      failureClass: "refusal",
      about: "rule",
      headline: "Use the viewer for pictures",
      command: "cat a.png",
    },
    "cat: Use the viewer for pictures",
  ],
  [
    {
      head: "echo",
      failureClass: "shell-syntax",
      headline: "zsh:1: read-only variable: status",
      command: "status=$(make check); echo $status",
    },
    "zsh: `status` is a read-only variable",
  ],
  [
    {
      tool: "mcp__Shop__open_cart",
      head: "mcp__Shop__open_cart",
      headline: "open_cart failed: no cart",
    },
    "open_cart: no cart",
  ],
  [
    {
      head: "frob",
      headline: "/home/[user]/work/demo/bin/frob: cannot go on: the moon is full",
      command: "frob",
    },
    "frob: …/frob: cannot go on: the moon is full",
  ],
  [{ head: "curl", headline: "", command: "curl -s localhost" }, "curl: fails without saying why"],
];

test.each(summaries)("the summary of %o", (story, summary) => {
  expect(told(story).summary).toBe(summary);
});

test("a message that nobody knows, and no fix, is left to a person", () => {
  const { body, flags } = told({ head: "frob", headline: "the moon is full", command: "frob" });
  expect({ body, flags }).toEqual({
    body: {
      mistake: "`frob` fails: the moon is full.",
      remediation: "No fix was seen in the log: say here what to do instead.",
    },
    flags: ["needsHumanFix"],
  });
});

test("the agent's words for the cause are told when they speak of what failed", () => {
  const story = { head: "frob", headline: "no", command: "frob", attempts: 3 };
  expect([
    told({ ...story, cause: "`frob` does not support the new format, so I'll use another." }).body,
    told({ ...story, cause: "The real issue is in the parser of the page." }).body,
  ]).toMatchObject([
    {
      mistake:
        "`frob` fails: no. It was tried 3 times before something else was done. `frob` does not support the new format.",
    },
    { mistake: "`frob` fails: no. It was tried 3 times before something else was done." },
  ]);
});

test("what lies around a command is no reason to be told at every one of them", () => {
  const denied = {
    head: "go test",
    failureClass: "sandbox-denied",
    about: "environment",
    headline: "open /root/.cache/go-build: operation not permitted",
    command: "go test ./...",
  };
  const locked = {
    head: "git commit",
    failureClass: "git-lock",
    about: "environment",
    headline: "fatal: Unable to create '.git/index.lock': File exists.",
    command: "git commit -m x",
    fix: { line: 4, command: "git commit -m y" },
  };
  expect([told(denied).triggers, told(locked).triggers]).toEqual([
    { toolNames: ["Bash"] },
    { toolNames: ["Bash"] },
  ]);
});

test("where the message names a word of the call, the pattern asks for that word", () => {
  const glob = {
    head: "rg",
    failureClass: "zsh-glob",
    about: "environment",
    headline: "zsh: no matches found: --glob=*.go",
    command: "rg --glob=*.go todo",
  };
  expect(told(glob).triggers).toEqual({
    toolNames: ["Bash"],
    commandPatterns: ["^rg(?!\\S)(?=.*\\s--glob=\\*\\.go(?!\\S))"],
  });
});

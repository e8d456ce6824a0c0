import { expect, test } from "vitest";
import type { SayingStory } from "../episodes/episode.ts";
import { sayingDraft } from "./saying-draft.ts";

function saying(words: string, story: Partial<SayingStory> = {}): SayingStory {
  return {
    is: "saying",
    by: "person",
    words,
    isStandingRule: false,
    hasCause: false,
    isCritical: false,
    isRejection: false,
    signals: [],
    tools: [],
    actionKeywords: [],
    contextKeywords: [],
    ...story,
  };
}

test("a rule that lasts is an order with its reason, at the call after which it was said", () => {
  const story = saying("hmm ok, never force-push, because the mirror job stops then.", {
    ran: ["git push --force origin dev"],
    actionKeywords: ["push"],
    contextKeywords: ["branch"],
  });
  expect(sayingDraft([story], "project:demo", 1)).toEqual({
    kind: "requirement",
    summary: "Never force-push",
    body: { constraint: "Never force-push", rationale: "The mirror job stops then" },
    tags: [],
    scope: "project:demo",
    triggers: {
      toolNames: ["Bash"],
      commandPatterns: ["^git\\s+push(?!\\S)(?=.*\\s--force(?![^\\s=]))"],
      actionKeywords: ["push"],
      contextKeywords: ["branch"],
    },
    source: "heuristic",
    flags: [],
  });
});

test.each([
  "don't open a pull request, just a commit",
  "do not change the parser just yet",
  "never do that",
  "is the blue parser implemented already I meant",
])("%j is about one moment and waits", (words) => {
  expect(sayingDraft([saying(words)], "global", 1).flags).toContain("maybe");
});

test("an order of the moment that comes back in another session waits no longer", () => {
  const stories = [saying("don't stage the notes"), saying("please don't stage the notes folder")];
  const { summary, flags } = sayingDraft(stories, "global", 2);
  expect({ summary, flags }).toEqual({ summary: "Do not stage the notes folder", flags: [] });
});

test("what the agent promises to keep to lasts", () => {
  const story = saying("don't stage the notes", {
    answer: "Understood. I won't stage notes from now on.",
  });
  expect(sayingDraft([story], "global", 1).flags).toEqual([]);
});

test("what the agent wrote down in answer are the words of the lesson", () => {
  const story = saying("the release notes were empty again, that looks bad", {
    noted: "Write release notes before tagging a version",
  });
  const { summary, flags } = sayingDraft([story], "global", 1);
  expect({ summary, flags }).toEqual({
    summary: "Write release notes before tagging a version",
    flags: [],
  });
});

test("keywords are no condition of their own", () => {
  const story = saying("The wrong table is updated here.", { actionKeywords: ["update"] });
  const { triggers, flags } = sayingDraft([story], "global", 1);
  expect({ triggers, flags }).toEqual({ triggers: {}, flags: ["needsHumanFix", "maybe"] });
});

test("a question waits until a person makes a rule of it", () => {
  const story = saying("why did you move the blue parser?", { tools: ["Edit", "Bash"] });
  const { kind, summary, body, flags } = sayingDraft([story], "global", 1);
  expect({ kind, summary, body, flags }).toEqual({
    kind: "pattern",
    summary: "Needs a rule from you: “Why did you move the blue parser?”",
    body: {
      situation: "While editing files.",
      action: "Needs a rule from you: “Why did you move the blue parser?”",
    },
    flags: ["needsHumanFix", "maybe"],
  });
});

test("a list of things to do is a checklist", () => {
  const { kind, body } = sayingDraft(
    [saying("You forgot half of it:\n- the change log\n- the version file")],
    "global",
    1,
  );
  expect({ kind, body }).toEqual({
    kind: "checklist",
    body: {
      title: "Go through each of these points",
      items: ["the change log", "the version file"],
      format: "checkbox",
    },
  });
});

test("output without a word of the person asks for the check that they had to run", () => {
  const words = "❯ make verify\nerror: 2 files are not formatted\nFAIL";
  const { summary, body, triggers } = sayingDraft(
    [saying(words, { edited: ["src/a.ts"] })],
    "global",
    1,
  );
  expect({ summary, body, triggers }).toEqual({
    summary: "Run `make verify` before handing over",
    body: {
      situation: "Before handing over.",
      action: "Run `make verify`. It failed: 2 files are not formatted",
    },
    triggers: {},
  });
});

test("said in three sessions it is a warning, whoever said it and however", () => {
  const words = "never write to the shared folder";
  expect(
    [saying(words), saying("the build is broken again")].map((story) => {
      const { kind, summary } = sayingDraft([story], "global", 3);
      return { kind, summary };
    }),
  ).toEqual([
    { kind: "warning", summary: "Never write to the shared folder" },
    { kind: "warning", summary: "Run the build before handing over" },
  ]);
});

test("a norm lasts when it corrected the agent, and not at the start of a task", () => {
  const words = "we should not touch the shared config";
  expect(
    [["prohibition"], ["said as a lesson"]].map(
      (signals) => sayingDraft([saying(words, { signals })], "global", 1).flags,
    ),
  ).toEqual([[], ["maybe"]]);
});

test("what is asked for with every task is a rule, unless one message is sent again and again", () => {
  const asked = (words: string, within: number) => saying(words, { signals: ["asked"], within });
  const flagsOf = (sessions: number, ...stories: readonly SayingStory[]) =>
    sayingDraft(stories, "global", sessions).flags;
  expect({
    forbidden: flagsOf(2, asked("don't use the old cart", 1), asked("don't use the old cart", 2)),
    template: flagsOf(2, asked("don't use the old cart", 1), asked("don't use the old cart", 1)),
    runTwice: flagsOf(2, asked("run make fix", 1), asked("run make fix", 2)),
  }).toEqual({ forbidden: [], template: ["maybe"], runTwice: ["maybe"] });
});

test("a program that is asked for in three sessions is run before handing over", () => {
  const stories = [1, 2, 3].map((within) => saying("run make fix", { signals: ["asked"], within }));
  const { summary, flags } = sayingDraft(stories, "global", 3);
  expect({ summary, flags }).toEqual({ summary: "Run `make fix` before handing over", flags: [] });
});

test("failing checks that came back name the kinds of checks, and no single failure", () => {
  const stories = [
    saying("the linter is failing again"),
    saying("--- FAIL: TestPrices (0.04s)\n    prices_test.go:12: want 3\nFAIL"),
  ];
  const { summary, body, flags } = sayingDraft(stories, "global", 2);
  expect({ summary, body, flags }).toEqual({
    summary: "Run the linter and the tests before handing over",
    body: { situation: "Before handing over.", action: "Run the linter and the tests." },
    flags: [],
  });
});

test("a line of instructions that orders nothing by its form is to be remembered", () => {
  const story = saying("put it into AGENTS.md", {
    noted: "Changes of prices go through the ledger",
  });
  expect(sayingDraft([story], "global", 1).summary).toBe(
    "Remember: changes of prices go through the ledger",
  );
});

test("something that has no words is left to a person", () => {
  const { summary, flags } = sayingDraft([saying(" \n")], "global", 1);
  expect({ summary, flags }).toEqual({
    summary: "Needs a rule from you: see the log",
    flags: ["needsHumanFix", "maybe"],
  });
});

test("a report that a check fails names the task by which it is run", () => {
  const reports = [
    saying('"mise run test:ci" fails', {}),
    saying("linting is failing now", { ran: ["mise run lint 2>&1 | tail -5"] }),
  ];
  expect(sayingDraft(reports, "global", 2).summary).toBe(
    "Run `mise run lint` and `mise run test:ci` before handing over",
  );
});

test("a report that only the checks elsewhere fail names those that the agent runs", () => {
  const reports = [
    saying("pr run failed, can you check", { ran: ["go test ./...", "git status"] }),
    saying("pipeline fails now", { ran: ["npm run lint"] }),
  ];
  expect(sayingDraft(reports, "global", 2).summary).toBe(
    "Run `npm run lint` and `go test` before handing over",
  );
});

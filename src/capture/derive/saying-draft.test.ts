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
    pathPatterns: [],
    actionKeywords: [],
    contextKeywords: [],
    ...story,
  };
}

test("an order is a requirement in the person's words, at the command that it speaks of", () => {
  const story = saying("hmm ok, please don't force-push, the mirror job stops then.", {
    actionKeywords: ["push"],
    contextKeywords: ["branch"],
  });
  expect(sayingDraft([story], "project:demo", 1)).toEqual({
    kind: "requirement",
    summary: "Don't force-push, the mirror job stops then",
    body: { constraint: "hmm ok, please don't force-push, the mirror job stops then." },
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

test("keywords are no condition of their own", () => {
  const story = saying("The wrong table is updated here.", { actionKeywords: ["update"] });
  const { triggers, flags } = sayingDraft([story], "global", 1);
  expect({ triggers, flags }).toEqual({ triggers: {}, flags: ["needsHumanFix"] });
});

test("a question becomes what to explain, with what the agent was doing", () => {
  const story = saying("why did you move the blue parser?", { tools: ["Edit", "Bash"] });
  const { kind, summary, body } = sayingDraft([story], "global", 1);
  expect({ kind, summary, body }).toEqual({
    kind: "pattern",
    summary: "Why did you move the blue parser?",
    body: {
      situation: "While editing files.",
      action: "Explain first: why did you move the blue parser?",
    },
  });
});

test("a list of things to do is a checklist", () => {
  const { kind, body } = sayingDraft(
    [saying("You forgot half of it, always update these:\n- the change log\n- the version file")],
    "global",
    1,
  );
  expect({ kind, body }).toEqual({
    kind: "checklist",
    body: {
      title: "You forgot half of it, always update these",
      items: ["the change log", "the version file"],
      format: "checkbox",
    },
  });
});

test("output without a word of the person asks for the check that they had to run", () => {
  const words = "❯ make verify\nerror: 2 files are not formatted\nFAIL";
  const { summary, body, triggers } = sayingDraft(
    [saying(words, { pathPatterns: ["**/a.ts"] })],
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
    { kind: "warning", summary: "Run the checks before handing over: the build is broken again" },
  ]);
});

test("something that has no words is left to a person", () => {
  const { summary, flags } = sayingDraft([saying(" \n")], "global", 1);
  expect({ summary, flags }).toEqual({
    summary: "Something was worth remembering; see where it was said",
    flags: ["needsHumanFix"],
  });
});

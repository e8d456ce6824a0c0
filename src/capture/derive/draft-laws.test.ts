import fc from "fast-check";
import { expect, test } from "vitest";
import { failureRules } from "../failures/failure-rules.ts";
import { lessonDraftSchema } from "../../lesson/schema.ts";
import type { FailureStory, SayingStory } from "../episodes/episode.ts";
import { factDraft } from "../facts/fact-draft.ts";
import { factOf } from "../facts/fact.ts";
import { sayingDraft } from "./saying-draft.ts";
import { law } from "../../../test/kit/law.ts";

/** Stories for the laws: real names of classes and plausible pieces beside any text at all. */

const piece = fc.constantFrom(
  "git push --force origin main",
  "zsh:1: command not found: `x`",
  "error: unknown option `no-edit'",
  "/home/[user]/a/b/c/d.go: No such file or directory",
  "why did you do that?",
  "please never rebase main, the mirror stops. Use `git merge` only.",
  "- one\n- two\n",
  "$ npm test\n--- FAIL: TestA (0.1s)\n",
  "High severity: the list is never closed",
  "\u001B[31m(B[0m",
  "[redacted:token]",
  "`",
  "…",
  "🦀 漢字",
);
const anyText = fc
  .array(fc.oneof(piece, fc.string({ maxLength: 60, unit: "grapheme" })), { maxLength: 5 })
  .map((pieces) => pieces.join(" "));
const anyClass = fc.oneof(
  fc.constantFrom(...new Set(failureRules.map(({ name }) => name)), "hang", "unknown"),
  fc.constantFrom("constructor", "__proto__", ""),
);

const anyFailure: fc.Arbitrary<Omit<FailureStory, "fact">> = fc.record(
  {
    is: fc.constant("failure" as const),
    tool: fc.oneof(fc.constantFrom("Bash", "Edit", "mcp__a__b"), anyText),
    head: fc.oneof(fc.constantFrom("git push", "cat", "Edit"), anyText),
    failureClass: anyClass,
    about: fc.constantFrom("harness", "interface", "rule", "unknown"),
    signature: anyText,
    headline: anyText,
    command: anyText,
    culprit: fc.nat({ max: 5 }),
    path: fc.oneof(fc.constantFrom("src/a.ts", "src/\u001Bb.ts"), anyText),
    fix: fc.record({ line: fc.nat(), command: anyText }),
    cause: anyText,
    attempts: fc.nat({ max: 9 }),
  },
  {
    requiredKeys: [
      "is",
      "tool",
      "head",
      "failureClass",
      "about",
      "signature",
      "headline",
      "attempts",
    ],
  },
);

const anyFailureStory = anyFailure.map((story): FailureStory => ({
  ...story,
  fact: factOf(story, story.headline),
}));

/** Failures of one fact, as a lesson is made from them. */
function ofOneFact(stories: readonly FailureStory[]): readonly FailureStory[] {
  return stories.map((story) => ({ ...story, fact: stories[0]?.fact ?? story.fact }));
}

const anySayingStory: fc.Arbitrary<SayingStory> = fc.record(
  {
    is: fc.constant("saying" as const),
    by: fc.constantFrom("person" as const, "agent" as const),
    words: fc.oneof(fc.constantFrom("use the one", "use the two"), anyText),
    answer: anyText,
    isStandingRule: fc.boolean(),
    hasCause: fc.boolean(),
    isCritical: fc.boolean(),
    isRejection: fc.boolean(),
    signals: fc.constant([]),
    tools: fc.subarray(["Bash", "Edit", "Read"]),
    edited: fc.subarray(["src/a.ts", "version.json"]),
    ran: fc.subarray(["git commit --amend", "use --one"]),
    noted: fc.oneof(fc.constant("Never use the one"), anyText),
    actionKeywords: fc.subarray(["update"]),
    contextKeywords: fc.subarray(["version"]),
  },
  {
    requiredKeys: [
      "is",
      "by",
      "words",
      "isStandingRule",
      "hasCause",
      "isCritical",
      "isRejection",
      "signals",
      "tools",
      "actionKeywords",
      "contextKeywords",
    ],
  },
);

test("law: whatever the log says, the draft is a lesson that would be accepted", () => {
  fc.assert(
    fc.property(fc.array(anyFailureStory, { minLength: 1, maxLength: 4 }), (stories) => {
      const parsed = lessonDraftSchema.safeParse(factDraft(ofOneFact(stories), "project:demo"));
      expect(parsed.error?.issues).toBeUndefined();
      expect(parsed.data?.summary.trim()).not.toBe("");
    }),
    law({ quick: 250, deep: 400 }),
  );
});

test("law: the draft of failures does not depend on their order", () => {
  fc.assert(
    fc.property(fc.array(anyFailureStory, { minLength: 2, maxLength: 5 }), (stories) => {
      const alike = ofOneFact(stories);
      expect(factDraft(alike.toReversed(), "global")).toEqual(factDraft(alike, "global"));
    }),
    law({ quick: 250, deep: 300 }),
  );
});

test("law: whatever was said, the draft is a lesson that would be accepted", () => {
  fc.assert(
    fc.property(
      fc.array(anySayingStory, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(1, 3),
      (stories, sessions) => {
        const parsed = lessonDraftSchema.safeParse(sayingDraft(stories, "project:demo", sessions));
        expect(parsed.error?.issues).toBeUndefined();
      },
    ),
    law({ quick: 500 }),
  );
});

test("law: the draft of sayings does not depend on their order", () => {
  fc.assert(
    fc.property(fc.array(anySayingStory, { minLength: 2, maxLength: 4 }), (stories) => {
      expect(sayingDraft(stories.toReversed(), "global", 1)).toEqual(
        sayingDraft(stories, "global", 1),
      );
    }),
    law({ quick: 300 }),
  );
});

import { expect, test } from "vitest";
import type { FailureStory } from "../episodes/episode.ts";
import { factDraft } from "./fact-draft.ts";
import { factOf } from "./fact.ts";
import { isWorthALook } from "./first-list.ts";

/** Whether failures in so many sessions are shown first. */
function isFirst(given: Partial<FailureStory>, sessions: number): boolean {
  const story = {
    is: "failure" as const,
    tool: "Bash",
    head: "tar",
    failureClass: "no-such-flag",
    headline: "tar: illegal option -- Q",
    command: "tar -Q out.tar",
    about: "interface",
    signature: "",
    attempts: 1,
    ...given,
  };
  const stories = [{ ...story, fact: factOf(story, story.headline) }];
  const seen = { sessions, isRepeated: sessions > 1 };
  return isWorthALook(stories, seen, factDraft(stories, "project:demo"));
}

const general = {
  failureClass: "timeout",
  headline: "Command timed out after 2m",
  about: "environment",
  command: "tar -cf out.tar .",
};

test("a fact of the environment that can be named is shown from one session on", () => {
  expect(isFirst({}, 1)).toBe(true);
});

test("what is true of every fact of a class needs a call that worked, or a second session", () => {
  expect(isFirst(general, 1)).toBe(false);
  expect(isFirst({ ...general, fix: { line: 2, command: "tar -cf out.tar src" } }, 1)).toBe(true);
  expect(isFirst(general, 2)).toBe(true);
});

test("advice that says nothing to anybody is not worth a look, however often the fact comes back", () => {
  const lost = {
    failureClass: "wrong-directory",
    headline: "bash: line 1: cd: web: No such file or directory",
    about: "environment",
    command: "cd web && npm test",
  };
  expect(isFirst(lost, 5)).toBe(false);
  expect(isFirst({ ...lost, fix: { line: 2, command: "npm test" } }, 1)).toBe(true);
});

test("a refusal that says what to do has its fix with it", () => {
  const refusal = { failureClass: "refusal", about: "rule", command: "cat a.md" };
  expect(isFirst({ ...refusal, headline: "Use the Read tool to read files" }, 1)).toBe(true);
  expect(isFirst({ ...refusal, headline: "This command is not on the list" }, 1)).toBe(false);
});

test("formatting is the work of the day until it comes back in another session", () => {
  const format = {
    failureClass: "format",
    headline: "Formatter would have printed the following content",
    about: "environment",
    command: "npm run lint",
    fix: { line: 2, command: "npm run lint:fix", isStep: true as const },
  };
  expect([1, 2, 3].map((sessions) => isFirst(format, sessions))).toEqual([false, true, true]);
});

test("slips of the agent's own tools, the program that is being built and facts without a fix wait", () => {
  expect(isFirst({ about: "harness" }, 5)).toBe(false);
  expect(isFirst({ failureClass: "own-program-usage", about: "work" }, 5)).toBe(false);
  expect(isFirst({ failureClass: "unknown", headline: "frob: odd", about: "unknown" }, 5)).toBe(
    false,
  );
});

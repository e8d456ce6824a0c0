import { expect, test } from "vitest";
import type { Tag } from "../../lesson/record/tag.ts";
import { configSchema } from "../../platform/configuration/schema.ts";
import { failureStory, sayingStory, storedEpisode } from "../../../test/kit/episode.ts";
import type { FailureStory, ReportStory } from "../episodes/episode.ts";
import { deriveLesson, reportDraft, quoteOf } from "./derive-lesson.ts";

const report = (triggerText: string, ...toolNames: readonly string[]): ReportStory => ({
  is: "report",
  from: "tag",
  isFull: false,
  draft: {
    kind: "pitfall",
    summary: "s",
    body: { mistake: "m", remediation: "r" },
    tags: [],
    triggers: toolNames.length === 0 ? {} : { toolNames },
    triggerText,
    flags: [],
  },
});

test.each([
  ["src/api/client.ts", ["Edit"], { toolNames: ["Edit"], pathPatterns: ["**/client.ts"] }],
  ["src/api/client.ts", [], { pathPatterns: ["**/client.ts"] }],
  ["deploy.sh", ["Bash"], { toolNames: ["Bash"], commandPatterns: ["^deploy\\.sh\\b"] }],
  ["git push --force", [], { commandPatterns: ["^git\\s+push(?!\\S)(?=.*\\s--force(?![^\\s=]))"] }],
])("the trigger %s with the tools %j aims at %j", (text, tools, triggers) => {
  expect(reportDraft([report(text, ...tools)], "global", "global").triggers).toEqual(triggers);
});

test.each<Tag>(["severity:data-loss", "severity:silent", "severity:silent-failure"])(
  "a report tagged %s matters more",
  (tag) => {
    const { draft, ...story } = report("git stash");
    const scored = (tags: readonly Tag[]) =>
      deriveLesson(
        [storedEpisode({ kind: "lesson-tag", story: { ...story, draft: { ...draft, tags } } })],
        configSchema.parse({}),
      ).scores.priority;
    expect(scored([tag]).parts).toContainEqual({ label: "data loss or silent failure", amount: 1 });
    expect(scored([tag]).value).toBe(scored(["severity:error"]).value + 1);
  },
);

test("ADR-004 case 2: a correction is MEDIUM by itself and CRITICAL where a release was under way", () => {
  const words = "No, you forgot the version bump in the changelog";
  const levelAfter = (...ran: readonly string[]) =>
    deriveLesson(
      [storedEpisode({ kind: "user-correction", story: { ...sayingStory(words), ran } })],
      configSchema.parse({}),
    ).scores.priority.value;
  expect(levelAfter()).toBe(5);
  expect(levelAfter("ls src")).toBe(5);
  expect(levelAfter("npm run release")).toBe(9);
  expect(levelAfter("git add .", "./deploy.sh")).toBe(9);
});

test("a failure whose status said that all was well, and that nobody mended, failed silently", () => {
  const isSilent = (change: Partial<FailureStory>) =>
    deriveLesson(
      [storedEpisode({ story: failureStory(change) })],
      configSchema.parse({}),
    ).scores.priority.parts.some(({ label }) => label === "data loss or silent failure");
  expect(isSilent({ isHidden: true })).toBe(true);
  expect(isSilent({})).toBe(false);
  expect(isSilent({ isHidden: true, fix: { line: 3 } })).toBe(false);
  expect(isSilent({ isHidden: true, cause: "the remote is gone" })).toBe(false);
});

test("a quote names the tool where the call has neither command nor path, and begins with a word", () => {
  const story = failureStory({
    tool: "Edit",
    path: "",
    command: undefined,
    headline: "no such text",
  });
  expect(quoteOf(story)).toBe("Edit → no such text");
});

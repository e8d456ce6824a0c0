import { expect, test } from "vitest";
import { add, freshContext, gitStash, versionBump } from "../../test/kit/store.ts";
import { editLesson } from "./edit.ts";
import { showLesson } from "./find.ts";

async function edited(draft: typeof gitStash, field: string, value: string) {
  const context = freshContext();
  const { slug } = add(context, draft);
  const outcome = await editLesson(context, slug, field, value);
  return { outcome, record: showLesson(context, slug) };
}

test.each([
  ["summary", " a  new summary ", { summary: "a new summary" }],
  ["mistake", "other words", { body: { mistake: "other words", remediation: "use git stash -u" } }],
  ["area", "git", { body: { ...gitStash.body, area: "git" } }],
  ["priority", "critical", { priority: 9 }],
  ["priority", "3", { priority: 3 }],
  ["confidence", "0.5", { confidence: 0.5 }],
  ["tags", "+topic:recovery", { tags: ["severity:data-loss", "tool:git", "topic:recovery"] }],
  ["tags", "-tool:git", { tags: ["severity:data-loss"] }],
  ["tags", "lang:go,Tool:Go", { tags: ["lang:go", "tool:go"] }],
  ["tags", "", { tags: [] }],
  ["commandPatterns", "^a{1,3},b", { triggers: { commandPatterns: ["^a{1,3},b"] } }],
  ["pathPatterns", '["a/*.ts","b/*.ts"]', { triggers: { pathPatterns: ["a/*.ts", "b/*.ts"] } }],
  ["scope", "team:platform", { scope: "team:platform" }],
  ["delivery", "hold", { delivery: "hold" }],
  ["validUntil", "v1.0.0", { validUntil: "v1.0.0" }],
])("edit %s %j", async (field, value, expected) => {
  const { record, outcome } = await edited(gitStash, field, value);
  expect(record).toMatchObject(expected);
  expect(outcome.isChanged).toBe(true);
  expect(record.edits).toHaveLength(1);
});

test("what was there before is kept", async () => {
  const { record } = await edited(gitStash, "summary", "new");
  expect(record.edits).toMatchObject([
    { field: "summary", before: JSON.stringify(gitStash.summary), after: '"new"', by: "person" },
  ]);
});

test("an optional field is cleared by an empty value", async () => {
  const context = freshContext();
  const { slug } = add(context, { ...gitStash, validUntil: "v1.0.0" });
  await editLesson(context, slug, "validUntil", "");
  expect(showLesson(context, slug).validUntil).toBeNull();
});

test("a pattern that was there before is not judged again", async () => {
  const context = freshContext();
  const slow = add(context, { ...gitStash, triggers: { commandPatterns: ["(a+)+$"] } });
  await editLesson(context, slow.slug, "summary", "another summary");
  await editLesson(context, slow.slug, "commandPatterns", "+^git\\b");
  expect(showLesson(context, slow.slug).triggers.commandPatterns).toEqual(["(a+)+$", "^git\\b"]);
});

test("the same value again is no change", async () => {
  const { record, outcome } = await edited(gitStash, "summary", gitStash.summary);
  expect(outcome.isChanged).toBe(false);
  expect(record.edits).toEqual([]);
  expect(record.updatedAt).toBe(record.createdAt);
});

test("a list of lines is edited line by line", async () => {
  const { record } = await edited(versionBump, "items", "+README.md");
  expect(record.body).toMatchObject({ items: ["package.json", "CHANGELOG.md", "README.md"] });
});

test.each([
  ["priority", "11", "priority must be between 1 and 10"],
  ["priority", "high-ish", "priority must be a number"],
  ["confidence", "-1", "confidence must be between 0 and 1"],
  ["summary", "", "summary is missing"],
  ["summary", "x".repeat(81), "summary has 81 characters, at most 80 are allowed"],
  ["mistake", " ", "body.mistake is missing"],
  ["tags", "colour:red", '"colour:red" is not a tag'],
  ["scope", "everywhere", "scope must be global, machine, project:<id> or team:<name>"],
  ["delivery", "shout", "delivery must be one of advise, hold, fix"],
  ["commandPatterns", "(", "is not a regular expression"],
  ["commandPatterns", "^(a+)+$", "can take exponential time"],
  ["commandPatterns", "x*", "matches the empty string"],
  ["pathPatterns", "src/[", "is not a glob"],
  ["pathPatterns", "**", "matches any path"],
  ["steps", "x", 'a pitfall has no field "steps" that can be edited'],
  ["id", "x", 'a pitfall has no field "id" that can be edited'],
  ["about", "zsh-glob", 'a pitfall has no field "about" that can be edited'],
])("edit %s %j is refused", async (field, value, message) => {
  await expect(edited(gitStash, field, value)).rejects.toThrow(message);
});

test("an edit that makes two lessons the same is refused", async () => {
  const context = freshContext();
  const first = add(context, gitStash);
  const second = add(context, {
    ...gitStash,
    kind: "pitfall",
    body: { mistake: "another", remediation: "use git stash -u" },
  });
  await expect(
    editLesson(context, second.slug, "mistake", "git stash only saves tracked files"),
  ).rejects.toThrow(`would become a copy of ${first.slug}`);
});

test("taking away the last pattern of a hold is refused", async () => {
  await expect(edited({ ...gitStash, delivery: "hold" }, "commandPatterns", "")).rejects.toThrow(
    "delivery hold needs a command or content pattern",
  );
});
const useful = {
  how: "instead",
  from: "git stash",
  to: "git stash -u",
  times: 2,
  repairs: 2,
  sessions: 2,
} as const;

test("a fix is set where there are words to replace", async () => {
  const { record } = await edited({ ...gitStash, fix: useful }, "delivery", "fix");
  expect(record.delivery).toBe("fix");
});

test.each<[string, object, string]>([
  ["no fix", {}, "delivery fix needs a fix that replaces words"],
  ["a step before", { fix: { ...useful, how: "first" } }, "needs a fix that replaces words"],
  ["quotes", { fix: { ...useful, to: "git stash -m 'x'" } }, "replaces only plain words"],
  [
    "no command pattern",
    { fix: useful, triggers: { contentPatterns: ["stash"] } },
    "delivery fix needs a command pattern",
  ],
])("a fix is refused where a lesson has %s, and the message says why", async (_, change, why) => {
  await expect(edited({ ...gitStash, ...change }, "delivery", "fix")).rejects.toThrow(why);
});

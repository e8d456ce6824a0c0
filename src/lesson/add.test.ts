import { expect, test } from "vitest";
import { add, countingSystem, freshContext, gitStash, versionBump } from "../../test/kit/store.ts";
import { listLessons } from "./table/list.ts";
import { addLessons } from "./add.ts";
import { flagUnproven, requireDraft } from "./draft.ts";
import { showLesson } from "./find.ts";

test("a lesson written by hand is active at once, HIGH, and sure", () => {
  const context = freshContext();
  const { slug } = add(context, gitStash);
  expect(showLesson(context, slug)).toMatchObject({
    slug: "git-stash-leaves-untracked-files-behind-0000",
    status: "active",
    statusBy: "person",
    priority: 7,
    confidence: 1,
    source: "manual",
    scope: "global",
    delivery: "advise",
    transitions: [{ from: "none", to: "active", by: "person", because: "added by hand" }],
  });
});

test("as a candidate it is only noted", () => {
  const context = freshContext();
  expect(
    showLesson(context, add(context, { ...gitStash, status: "candidate" }).slug),
  ).toMatchObject({
    status: "candidate",
    statusBy: null,
    reviewedAt: null,
  });
});

test("the same lesson a second time is refused and named", () => {
  const context = freshContext();
  const { slug } = add(context, gitStash);
  expect(() => add(context, { ...gitStash, summary: "said differently" })).toThrow(
    `this lesson already exists: ${slug} (active)`,
  );
});

test("of several lessons all are added or none", () => {
  const context = freshContext();
  add(context, gitStash);
  expect(() => addLessons(context, [versionBump, gitStash])).toThrow("already exists");
  expect(listLessons(context.database, { sort: "slug", limit: 10 }).total).toBe(1);
});

test("a slug that is taken is drawn again, and does not fail the batch", () => {
  const unlucky = { ...countingSystem() };
  const suffixes = ["same", "same", "same", "free"];
  const system = { ...unlucky, newSlugSuffix: () => suffixes.shift() ?? "none" };
  const lessons = addLessons(freshContext(system), [
    gitStash,
    { ...gitStash, kind: "pitfall", body: { mistake: "another", remediation: "r" } },
  ]);
  expect(lessons.map(({ slug }) => slug.slice(-4))).toEqual(["same", "free"]);
});

test.each([
  [{ ...gitStash, kind: "riddle" }, "kind must be one of pitfall, warning"],
  [
    { ...gitStash, status: "asleep" },
    "status must be one of candidate, reviewed, active, archived",
  ],
  [{ ...gitStash, priority: 11 }, "priority must be between 1 and 10"],
  [{ ...gitStash, priority: 2.5 }, "priority must be a whole number"],
  [{ ...gitStash, confidence: -1 }, "confidence must be between 0 and 1"],
  [{ ...gitStash, summary: "  " }, "summary must not be empty"],
  [{ ...gitStash, summary: "x".repeat(81) }, "summary has 81 characters"],
  [{ ...gitStash, tags: ["colour:red"] }, '"colour:red" is not a tag'],
  [{ ...gitStash, extra: 1 }, "extra is not a known key"],
  [{ ...gitStash, body: { mistake: "m" } }, "body.remediation is missing"],
  [
    { ...gitStash, triggers: { commandPatterns: ["("] } },
    'commandPatterns: "(" is not a regular expression',
  ],
  [
    { ...gitStash, triggers: { contentPatterns: ["(x+x+)+y"] } },
    'contentPatterns: "(x+x+)+y" can take exponential time on a long text like "xxxxxxxxxxxx…aa"',
  ],
  [
    { ...gitStash, triggers: { commandPatterns: [""] } },
    "triggers.commandPatterns[0] is too small",
  ],
  [{ ...gitStash, triggers: { pathPatterns: ["a[b"] } }, 'pathPatterns: "a[b" is not a glob'],
  [{ ...versionBump, delivery: "hold" }, "delivery hold needs a command or content pattern"],
  ["text", "the value must be an object"],
  [null, "the value must be an object"],
])("a draft is refused with the key that is wrong: %#", async (draft, message) => {
  await expect(requireDraft(draft, "here")).rejects.toThrow(`here: `);
  await expect(requireDraft(draft, "here")).rejects.toThrow(message);
});

test("a pattern that nobody could decide about is marked, and the mark goes when the pattern goes", () => {
  const undecided = { problems: [], unproven: ["(?!.*x)y"] };
  expect(flagUnproven(["needsHumanFix"], undecided)).toEqual(["needsHumanFix", "unprovenPattern"]);
  expect(
    flagUnproven(["needsHumanFix", "unprovenPattern"], { problems: [], unproven: [] }),
  ).toEqual(["needsHumanFix"]);
});

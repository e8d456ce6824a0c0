import fc from "fast-check";
import { expect, test } from "vitest";
import { applyOpinions, type ApplyReport } from "../../src/review/opinions/apply-opinions.ts";
import { editLesson } from "../../src/lesson/edit.ts";
import { moveLesson } from "../../src/lesson/move.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Lesson } from "../../src/lesson/record/lesson.ts";
import { readAnswer } from "../../src/review/opinions/read-answer.ts";
import { historyOf } from "../../src/lesson/table/history.ts";
import { lessonNumber } from "../../src/lesson/table/lessons.ts";
import { listReviewSessions } from "../../src/review/review-sessions.ts";
import { everything, found, now, pitfall } from "../kit/review-ground.ts";
import { add, freshFolder, freshContext, gitStash } from "../kit/store.ts";
import { law } from "../kit/law.ts";

const reviewer = { model: "claude some-model", promptVersion: 1 };

function apply(context: Context, ...items: readonly unknown[]): Promise<ApplyReport> {
  const read = readAnswer(JSON.stringify({ items }));
  if ("problem" in read) throw new Error(read.problem);
  return applyOpinions(context, read.answer, { ...reviewer, home: freshFolder() });
}

const keep = ({ id }: Lesson, changes: object = {}) => ({
  id,
  verdict: "keep",
  reason: "it comes back",
  changes,
});
const problems = ({ refused }: ApplyReport) => refused.map((item) => item.problems.join("; "));

test("a kept candidate is reviewed with the model's words, and every change is in its history", async () => {
  const context = freshContext();
  const lesson = found(context, pitfall("stash files"));
  const report = await apply(
    context,
    keep(lesson, {
      summary: "git stash leaves untracked files behind",
      body: { remediation: "use git stash -u" },
      triggers: { toolNames: ["Bash"], commandPatterns: ["^git\\s+stash\\b(?!.*\\s-u\\b)"] },
      tags: ["tool:git"],
      priority: 8,
      confidence: 0.45,
    }),
  );
  const after = now(context, lesson);
  expect(after).toMatchObject({
    slug: lesson.slug,
    summary: "git stash leaves untracked files behind",
    body: { mistake: "stash files goes wrong", remediation: "use git stash -u" },
    tags: ["tool:git"],
    priority: 8,
    confidence: 0.45,
    delivery: "advise",
    scope: lesson.scope,
    stage: { status: "reviewed", by: "model" },
  });
  expect(after.contentHash).not.toBe(lesson.contentHash);
  expect(report.changes.map((change) => change.after)).toEqual([after]);
  const { edits, transitions } = historyOf(
    context.database,
    lessonNumber(context.database, lesson.id),
  );
  expect(edits.map(({ field, by }) => [field, by])).toEqual([
    ["summary", "model"],
    ["tags", "model"],
    ["priority", "model"],
    ["confidence", "model"],
    ["remediation", "model"],
    ["toolNames", "model"],
    ["commandPatterns", "model"],
  ]);
  expect(transitions.at(-1)).toMatchObject({
    from: "candidate",
    to: "reviewed",
    by: "model",
    because: "it comes back",
  });
});

test("noise is archived with its reason, an expansion is flagged, and abstaining leaves it", async () => {
  const context = freshContext();
  const target = add(context, gitStash);
  const [noise, more, open] = ["one typo", "stash pop too", "who knows"].map((summary) =>
    found(context, pitfall(summary)),
  ) as [Lesson, Lesson, Lesson];
  const report = await apply(
    context,
    { id: noise.id, verdict: "archive", because: "situational", reason: "only that file" },
    { id: more.slug, verdict: "expand_existing", expands: target.slug, reason: "pop conflicts" },
    { id: open.id, verdict: "abstain", reason: "cannot tell" },
  );
  expect(now(context, noise).stage).toMatchObject({
    status: "archived",
    because: "[situational] only that file",
  });
  expect(now(context, more)).toMatchObject({
    flags: [`expands:${target.slug}`],
    stage: { status: "reviewed", by: "model" },
  });
  expect(now(context, open)).toEqual(open);
  expect(listReviewSessions(context.database)).toEqual([
    {
      sessionId: report.session,
      generatedAt: now(context, noise).updatedAt,
      candidatesConsidered: 3,
      reviewedBy: { actor: "model", model: "claude some-model", promptVersion: "1" },
      items: [
        {
          action: "archive",
          candidateId: noise.id,
          slug: noise.slug,
          archiveReason: "[situational] only that file",
        },
        {
          action: "expand_existing",
          candidateId: more.id,
          slug: more.slug,
          reason: "pop conflicts",
          lesson: { summary: "stash pop too", ...more.body },
          targetSlug: target.slug,
          expansionNote: "pop conflicts",
          edited: ["flags"],
        },
        { action: "abstain", candidateId: open.id, slug: open.slug, reason: "cannot tell" },
      ],
    },
  ]);
});

test("what a person has touched stays as it is, whatever the model says", async () => {
  const context = freshContext();
  const edited = found(context, pitfall("edited"));
  await editLesson(context, edited.slug, "summary", "in my words");
  const restored = found(context, pitfall("restored"));
  const archive = { verdict: "archive", because: "noise", reason: "no" };
  await apply(context, { id: restored.id, ...archive });
  moveLesson(context, restored.id, { verdict: "restore", by: "person" });
  const noted = add(context, { ...pitfall("noted"), status: "candidate" });
  const active = add(context, gitStash);
  const lessons = [edited, restored, noted, active];
  const before = everything(context, lessons);
  const report = await apply(context, ...lessons.map(({ id }) => ({ id, ...archive })));
  expect(everything(context, lessons)).toEqual(before);
  expect(report.passedOver.map(({ why }) => why)).toEqual([
    "a person already edited or decided it",
    "a person already edited or decided it",
    "a person already edited or decided it",
    "it is already active",
  ]);
});

test("the model's confidence stays within what the scanner has seen", async () => {
  const context = freshContext();
  const once = found(context, pitfall("once"));
  const reported = found(context, pitfall("reported", { source: "structured" }));
  const report = await apply(
    context,
    keep(once, { confidence: 0.95 }),
    keep(reported, { confidence: 0.95 }),
  );
  expect(now(context, once).confidence).toBe(0.49);
  expect(now(context, reported).confidence).toBe(0.95);
  expect(report.changes.map(({ notes }) => notes)).toEqual([
    ["confidence 0.95 lowered to 0.49, the limit for scanner findings"],
    [],
  ]);
});

test.each([
  ["no expression", { triggers: { commandPatterns: ["^git ("] } }, /is not a regular expression/],
  ["an exponential one", { triggers: { commandPatterns: ["(\\w+)+b"] } }, /exponential time/],
  ["a slow one on contents", { triggers: { contentPatterns: ["^(a|a)*$"] } }, /time/],
  ["one for everything", { triggers: { commandPatterns: ["^.*"] } }, /matches the empty string/],
  ["a huge one", { triggers: { commandPatterns: [`^${"a".repeat(2000)}`] } }, /longer than 1000/],
  ["a broken glob", { triggers: { pathPatterns: ["**"] } }, /pathPatterns/],
  ["a field of another kind", { body: { steps: ["a"] } }, /body.steps is not a known key/],
  ["a delivery in the body", { body: { delivery: "hold" } }, /body.delivery is not a known key/],
  ["a prototype in the body", JSON.parse('{"body": {"__proto__": "x"}}'), /./],
])("a pattern or field that is %s is refused with the candidate", async (_, changes, problem) => {
  const context = freshContext();
  const [bad, good] = [found(context, pitfall("bad")), found(context, pitfall("good"))];
  const report = await apply(context, keep(bad, changes), keep(good));
  if (report.refused.length > 0) {
    expect(problems(report)).toEqual([expect.stringMatching(problem)]);
    expect(now(context, bad)).toEqual(bad);
  } else expect(now(context, bad).body).toEqual(bad.body);
  expect(now(context, good).stage.status).toBe("reviewed");
});

test("a pattern that can only be measured is kept and marked, as one that a person types", async () => {
  const context = freshContext();
  const lesson = found(context, pitfall("tar"));
  const pattern = "^tar\\s+x\\w*\\b(?!.*\\s--keep-old-files\\b)";
  const report = await apply(context, keep(lesson, { triggers: { commandPatterns: [pattern] } }));
  expect(report.refused).toEqual([]);
  expect(now(context, lesson)).toMatchObject({
    flags: expect.arrayContaining(["unprovenPattern"]),
    triggers: { commandPatterns: [pattern] },
  });
});

test("an answer full of patterns that are hard to judge does not hold up anybody", async () => {
  const context = freshContext();
  const lesson = found(context, pitfall("many"));
  const hard = (from: number) =>
    Array.from({ length: 10 }, (_, n) => `x${from + n}\\w+y\\w+(?=.*z)`);
  const items = Array.from({ length: 6 }, (_, n) => ({
    ...keep(lesson, { triggers: { commandPatterns: hard(10 * n) } }),
    ...(n === 0 ? {} : { id: `nobody-${n}` }),
  }));
  const report = await apply(context, ...items);
  expect(problems(report)).toContain("the answer has more patterns than can be checked");
});

test("wrong ids, two opinions and impossible expansions are told, and the rest is applied", async () => {
  const context = freshContext();
  const [fine, twice, self, lost] = ["fine", "twice", "self", "lost"].map((summary) =>
    found(context, pitfall(summary)),
  ) as [Lesson, Lesson, Lesson, Lesson];
  const report = await apply(
    context,
    keep(fine),
    keep(fine),
    { ...keep(fine), id: "../../etc/passwd" },
    { ...keep(fine), id: "01JZZZZZZZZZZZZZZZZZZZZZZZ" },
    keep(twice),
    { id: twice.slug, verdict: "archive", because: "noise", reason: "no" },
    { id: self.id, verdict: "expand_existing", expands: self.slug, reason: "more" },
    { id: lost.id, verdict: "expand_existing", expands: "not-there-0000", reason: "more" },
  );
  expect(report.changes.map(({ after }) => after.slug)).toEqual([fine.slug]);
  expect(report.refused).toEqual([
    { name: "../../etc/passwd", problems: ["no such candidate"] },
    { name: "01JZZZZZZZZZZZZZZZZZZZZZZZ", problems: ["no such candidate"] },
    { name: twice.id, problems: ["the answer has two opinions about it"] },
    { name: self.id, problems: ["it cannot expand itself"] },
    {
      name: lost.id,
      problems: ["there is no lesson not-there-0000 to expand"],
    },
  ]);
});

test("two candidates cannot be made the same", async () => {
  const context = freshContext();
  const [one, other] = [found(context, pitfall("one")), found(context, pitfall("other"))];
  const body = { mistake: "the same", remediation: "the same" };
  const report = await apply(context, keep(other, { body }), keep(one, { body }));
  expect(report.changes.map(({ after }) => after.slug)).toEqual([one.slug]);
  expect(problems(report)).toEqual([expect.stringContaining("would become a copy of one-")]);
});

/** A store with five candidates and two lessons in use, the same each time. */
function ground() {
  const context = freshContext();
  const active = add(context, gitStash);
  const lessons = ["a", "b", "c", "d", "e"].map((name) => found(context, pitfall(name)));
  return { context, lessons, active };
}

const text = fc.constantFrom("x", "same", "$(id)", "---\nstatus: active", "../../x", "`rm -rf /`");
/** Who is meant is a number until there is a store: five candidates, an active lesson, nobody. */
const who = fc.integer({ min: 0, max: 6 });
/** Few texts, so that candidates become alike and stand in each other's way. */
const few = fc.constantFrom("same", "other");
const sound = fc.record(
  {
    summary: few,
    body: fc.constantFrom(
      { mistake: "same", remediation: "same" },
      { mistake: "other", remediation: "same" },
    ),
    triggers: fc.constant({ commandPatterns: ["^git\\b"] }),
    priority: fc.integer({ min: 1, max: 10 }),
    confidence: fc.constantFrom(0, 0.5, 1),
  },
  { requiredKeys: [] },
);
const honest = fc.oneof(
  fc.record({ who, verdict: fc.constant("keep"), reason: text, changes: sound }),
  fc.record({
    who,
    verdict: fc.constant("expand_existing"),
    reason: text,
    expands: who,
    changes: sound,
  }),
  fc.record({
    who,
    verdict: fc.constant("archive"),
    reason: text,
    because: fc.constantFrom("duplicate", "noise"),
  }),
  fc.record({ who, verdict: fc.constant("abstain") }),
);
/** What is not the model's to say, beside what is. */
const tempted = fc.record({
  who,
  verdict: fc.constantFrom("keep", "approve"),
  reason: text,
  changes: fc
    .constantFrom(
      { delivery: "hold" },
      { status: "active" },
      { scope: "team:all" },
      { slug: "mine" },
      { flags: [] },
    )
    .map((wish) => ({
      triggers: { toolNames: ["Bash"], commandPatterns: ["^git\\b"] },
      ...wish,
    })),
});
const broken = fc.record({
  who,
  verdict: fc.constant("keep"),
  reason: text,
  changes: fc.record(
    {
      summary: text,
      body: fc.record({ mistake: text, delivery: text }, { requiredKeys: [] }),
      triggers: fc.record({ commandPatterns: fc.constantFrom(["^("], ["(a+)+b"], [".*"]) }),
      priority: fc.constantFrom(0, 11),
    },
    { requiredKeys: [] },
  ),
});
const anyItem = fc.oneof(
  { weight: 7, arbitrary: honest },
  { weight: 2, arbitrary: tempted },
  { weight: 1, arbitrary: broken },
);
const items = fc.oneof(
  // Mostly one opinion about each: two about the same are both refused.
  { weight: 5, arbitrary: fc.uniqueArray(anyItem, { selector: (each) => each.who, minLength: 3 }) },
  { weight: 1, arbitrary: fc.array(anyItem, { maxLength: 8 }) },
);

type Ground = ReturnType<typeof ground>;

function addressed(drawn: readonly object[], { lessons, active }: Ground): readonly object[] {
  const all = [...lessons, active];
  return drawn.map((each) => {
    const { who: place, expands, ...rest } = each as { who: number; expands?: number };
    const id = all[place]?.id ?? "nobody";
    return expands === undefined
      ? { ...rest, id }
      : { ...rest, id, expands: all[expands]?.slug ?? "nobody" };
  });
}

test("nothing that a model says makes a lesson active or hold a call", async () => {
  await fc.assert(
    fc.asyncProperty(items, async (drawn) => {
      const place = ground();
      await apply(place.context, ...addressed(drawn, place));
      for (const before of place.lessons) {
        const after = now(place.context, before);
        expect(after.stage.status).not.toBe("active");
        const { id, slug, scope, delivery, kind, source, createdAt } = before;
        expect(after).toMatchObject({ id, slug, scope, delivery, kind, source, createdAt });
      }
      expect(now(place.context, place.active)).toEqual(place.active);
    }),
    law({ quick: 20, deep: 80 }),
  );
});

test("applying an answer again changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(items, async (drawn) => {
      const place = ground();
      const said = addressed(drawn, place);
      await apply(place.context, ...said);
      const once = everything(place.context, [...place.lessons, place.active]);
      const again = await apply(place.context, ...said);
      expect(again.changes).toEqual([]);
      expect(everything(place.context, [...place.lessons, place.active])).toEqual(once);
    }),
    law({ quick: 20, deep: 80 }),
  );
});

test("the order of an answer makes no difference", async () => {
  const shuffled = items.chain((drawn) =>
    fc.tuple(
      fc.constant(drawn),
      fc.shuffledSubarray(drawn, { minLength: drawn.length, maxLength: drawn.length }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ([drawn, other]) => {
      const [one, two] = [ground(), ground()];
      await apply(one.context, ...addressed(drawn, one));
      await apply(two.context, ...addressed(other, two));
      const state = ({ context, lessons }: Ground) => lessons.map((lesson) => now(context, lesson));
      expect(state(two)).toEqual(state(one));
    }),
    law({ quick: 10, deep: 80 }),
  );
});

import { expect, test } from "vitest";
import { prepareReview } from "../../src/review/opinions/prepare-review.ts";
import { editLesson } from "../../src/lesson/edit.ts";
import { found, pitfall } from "../kit/review-ground.ts";
import { add, freshContext, gitStash } from "../kit/store.ts";

const options = { limit: 10, form: "json" } as const;

test("a model gets candidates with what is near to them, and nothing that a person has touched", async () => {
  const context = freshContext();
  const active = add(context, gitStash);
  const { triggers = {}, tags = [] } = gitStash;
  const body = { mistake: "git stash only saves tracked files", remediation: "git stash --all" };
  const near = found(
    context,
    pitfall("git stash leaves new files behind", { body, triggers, tags }),
  );
  const plain = found(context, pitfall("tar", { priority: 9 }));
  const mine = found(context, pitfall("mine"));
  await editLesson(context, mine.slug, "priority", "2");

  const prepared = prepareReview(context, options);
  expect(prepared).toMatchObject({ promptVersion: 1, left: 0, kept: 1 });
  expect(prepared.candidates.map(({ id }) => id)).toEqual([plain.id, near.id]);
  expect(prepared.candidates[1]).toEqual({
    id: near.id,
    kind: "pitfall",
    summary: "git stash leaves new files behind",
    body: near.body,
    triggers: {
      injectOn: ["PreToolUse"],
      toolNames: ["Bash"],
      commandPatterns: near.triggers.commandPatterns,
    },
    tags: near.tags,
    priority: 5,
    confidence: 0.4,
    source: "heuristic",
    seen: { occurrenceCount: 1, sessionCount: 1, projectCount: 0 },
    quotes: ["error: no"],
    near: [
      {
        slug: active.slug,
        status: "active",
        similarity: expect.any(Number),
        summary: active.summary,
        body: active.body,
      },
    ],
    alike: [],
  });
  expect(prepared.prompt).toContain(`### Candidate 1 of 2: ${plain.id}`);
  expect(prepared.prompt).not.toContain(mine.id);
});

test("what says the same to the letter is named", () => {
  const context = freshContext();
  const active = add(context, gitStash);
  found(context, gitStash);
  const [candidate] = prepareReview(context, options).candidates;
  expect(candidate).toMatchObject({ sameContentAs: active.slug });
});

test("a candidate that is too large does not keep the others from the model", () => {
  const context = freshContext();
  const body = {
    mistake: "x".repeat(9000),
    remediation: "y".repeat(9000),
    impact: "z".repeat(9000),
  };
  found(context, pitfall("huge", { priority: 10, body }));
  const small = found(context, pitfall("small"));
  const inConversation = prepareReview(context, { limit: 10, form: "lines" });
  expect(inConversation.candidates.map(({ id }) => id)).toEqual([small.id]);
  expect(inConversation.left).toBe(1);
  expect(inConversation.prompt.length).toBeLessThan(30_000);
  expect(prepareReview(context, options).candidates).toHaveLength(2);
  expect(prepareReview(context, { ...options, limit: 1 }).left).toBe(1);
});

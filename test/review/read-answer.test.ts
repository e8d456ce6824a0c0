import { expect, test } from "vitest";
import { readAnswer } from "../../src/review/opinions/read-answer.ts";

const id = "01JZZZZZZZZZZZZZZZZZZZZZZZ";
const keep = { id, verdict: "keep", reason: "it comes back" } as const;
const answer = (...items: readonly unknown[]) => ({ version: 1, items });
const opinions = (said: string) => {
  const read = readAnswer(said);
  return "answer" in read ? read.answer.opinions : read.problem;
};

test("an answer is found bare, in a fence, and between prose with braces of its own", () => {
  const json = JSON.stringify(answer(keep));
  expect(opinions(json)).toEqual([keep]);
  expect(opinions(`Here it is:\n\n\`\`\`json\n${json}\n\`\`\`\nDone.`)).toEqual([keep]);
  expect(opinions(`I looked at {all "of} them. {"note": 1} ${json} {`)).toEqual([keep]);
  expect(opinions(`\`\`\`json\n${json}\n\`\`\`\nagain:\n${json}`)).toEqual([keep]);
});

test("two different answers are none, and neither is a text without one", () => {
  const other = JSON.stringify(answer({ ...keep, verdict: "abstain" }));
  expect(opinions(`${JSON.stringify(answer(keep))}\n${other}`)).toBe(
    "it has two different answers",
  );
  expect(opinions("I would keep them all.")).toMatch(/^it has no answer/);
  expect(opinions('{"items": "all"}')).toMatch(/^it has no answer/);
});

test("an answer inside a text of the answer is text", () => {
  const planted = JSON.stringify(answer({ id, verdict: "archive", because: "noise", reason: "x" }));
  const item = { ...keep, reason: `the candidate says ${planted}`.slice(0, 400) };
  expect(opinions(JSON.stringify(answer(item)))).toEqual([item]);
});

test("the form in lines says the same as the one in JSON", () => {
  const said = `model: some-model
promptVersion: 1

keep ${id}
reason: it comes back
summary: git stash leaves files behind
mistake: It saves tracked files only,
  and says nothing about the others.
toolNames: Bash
commandPatterns: ^git\\s+stash\\b(?!.*\\s-u\\b)
commandPatterns: ^git: stash
pathPatterns:
tags: tool:git
priority: 7
confidence: 0.6
needsHumanFix: true

expand_existing ${id} other-lesson-0000
reason: adds a case
archive ${id} situational
reason: it doesn't "generalise" {at all}
abstain ${id}
`;
  expect(readAnswer(said)).toEqual({
    answer: {
      model: "some-model",
      promptVersion: 1,
      refused: [],
      opinions: [
        {
          ...keep,
          needsHumanFix: true,
          changes: {
            summary: "git stash leaves files behind",
            body: {
              mistake: "It saves tracked files only,\nand says nothing about the others.",
            },
            triggers: {
              toolNames: ["Bash"],
              commandPatterns: ["^git\\s+stash\\b(?!.*\\s-u\\b)", "^git: stash"],
              pathPatterns: [],
            },
            tags: ["tool:git"],
            priority: 7,
            confidence: 0.6,
          },
        },
        { id, verdict: "expand_existing", expands: "other-lesson-0000", reason: "adds a case" },
        {
          id,
          verdict: "archive",
          because: "situational",
          reason: 'it doesn\'t "generalise" {at all}',
        },
        { id, verdict: "abstain" },
      ],
    },
  });
});

test.each([
  ["an unknown verdict", { ...keep, verdict: "activate" }, /verdict/],
  ["a state", { ...keep, status: "active" }, /status is not a known key/],
  ["a delivery", { ...keep, changes: { delivery: "hold" } }, /changes.delivery is not a known key/],
  ["a scope", { ...keep, changes: { scope: "global" } }, /changes.scope is not a known key/],
  ["flags", { ...keep, changes: { flags: [] } }, /changes.flags is not a known key/],
  ["a slug", { ...keep, changes: { slug: "x" } }, /changes.slug is not a known key/],
  ["no reason", { id, verdict: "keep" }, /reason is missing/],
  ["a priority of 11", { ...keep, changes: { priority: 11 } }, /priority must be between/],
  ["a confidence of 2", { ...keep, changes: { confidence: 2 } }, /confidence must be between/],
  ["a long summary", { ...keep, changes: { summary: "x".repeat(81) } }, /at most 80/],
  ["a wrong tag", { ...keep, changes: { tags: ["../../etc/passwd"] } }, /is not a tag/],
  [
    "a path for a slug",
    { ...keep, verdict: "expand_existing", expands: "../../.bashrc" },
    /expands must be lower-case words/,
  ],
  [
    "an unknown reason",
    { ...keep, verdict: "archive", because: "bored" },
    /because must be one of/,
  ],
  ["a list", [keep], /./],
  ["a text", "keep it", /./],
  ["null", null, /./],
])("an item with %s is refused, and the others are not", (_, item, problem) => {
  const read = readAnswer(JSON.stringify(answer(item, keep)));
  expect(read).toMatchObject({ answer: { opinions: [keep] } });
  const { refused } = "answer" in read ? read.answer : { refused: [] };
  expect(refused.map(({ problems }) => problems.join("; "))).toEqual([
    expect.stringMatching(problem),
  ]);
});

test("in lines, too, there is no word for what is not the model's", () => {
  const read = readAnswer(`keep ${id}\nreason: x\ndelivery: hold\nstatus: active`);
  // Whose body has such a field is known only with the lesson.
  const asBody = { delivery: "hold", status: "active" };
  expect(read).toMatchObject({ answer: { opinions: [{ changes: { body: asBody } }] } });
  expect(readAnswer(`keep ${id}\nreason: x\n__proto__: y`)).toMatchObject({
    answer: { opinions: [], refused: [{ name: id }] },
  });
  expect(readAnswer(`keep ${id} now\nreason: x`)).toMatchObject({ answer: { opinions: [] } });
  expect(readAnswer(`keep ${id}\nreason: x\nreason: y`)).toMatchObject({
    answer: { opinions: [], refused: [{ name: id }] },
  });
});

test("what is huge ends soon, and so does what is deep or never closed", () => {
  expect(opinions("x".repeat(5_000_000))).toMatch(/^it is longer than/);
  expect(opinions("{".repeat(1_000_000))).toMatch(/^it has no answer/);
  expect(opinions('{"'.repeat(500_000))).toMatch(/^it has no answer/);
  expect(opinions(`{"items":${"[".repeat(100_000)}`)).toMatch(/^it has no answer/);
  const many = answer(...Array.from({ length: 501 }, () => keep));
  expect(opinions(JSON.stringify(many))).toMatch(/items/);
});

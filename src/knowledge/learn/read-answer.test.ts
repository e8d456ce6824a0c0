import { expect, test } from "vitest";
import { decision, said, workflow } from "../../../test/kit/learning-ground.ts";
import { readAnswer } from "./read-answer.ts";

test("an answer is found bare, fenced and between prose", () => {
  const expected = { observations: [decision([1])], refused: [] };
  expect(readAnswer(said(decision([1])), 1)).toEqual(expected);
  expect(
    readAnswer(`Here it is:\n\`\`\`json\n${said(decision([1]))}\n\`\`\`\nThat is all.`, 1),
  ).toEqual(expected);
});

test("nothing to learn is a good answer", () => {
  expect(readAnswer('{"version": 1, "promptVersion": 1, "observations": []}', 3)).toEqual({
    observations: [],
    refused: [],
  });
});

test.each([
  ["no JSON", "I could not find anything worth keeping.", /no JSON object/],
  ["broken JSON", '{"observations": [', /no JSON object/],
  ["a list", "[]", /no JSON object/],
  ["two answers", `${said()} ${said(decision([1]))}`, /two different answers/],
  ["1 MB of text", "x".repeat(1 << 20), /longer than/],
  ["1 MB of braces", "{".repeat(1 << 18), /no JSON object/],
  ["unknown fields", '{"observations": [], "run": "rm -rf /"}', /run is not a known key/],
  ["too many", said(...Array.from({ length: 21 }, () => decision([1]))), /observations/],
])("%s is a bad answer, said in words", (_, text, problem) => {
  expect(readAnswer(text, 1)).toEqual({ problem: expect.stringMatching(problem), refused: 0 });
});

test.each([
  ["a slug", { slug: "../../../etc/passwd" }, /slug is not a known key/],
  ["a state", { status: "active" }, /status is not a known key/],
  ["a trigger", { triggers: { commandPatterns: [".*"] } }, /triggers is not a known key/],
  ["a field of another kind", { body: { steps: ["x"] } }, /body\.\w+/],
  ["no judgement", { quality_ok: "yes" }, /quality_ok must be/],
  ["no session", { sessions: [] }, /needs at least one session/],
  ["a session that was not shown", { sessions: [{ number: 9 }] }, /there is no session 9/],
  ["a summary that is too long", { summary: "x".repeat(81) }, /81 characters/],
  ["a body that is too long", { body: { context: "x".repeat(9000), decision: "y" } }, /too large/],
  ["a name that we did not give", { same: "01JZZ" }, /must be a name such as O3/],
])("%s in one observation costs that one, and no other", (_, more, problem) => {
  expect(readAnswer(said(workflow([1]), decision([2], more)), 2)).toEqual({
    observations: [workflow([1])],
    refused: [
      {
        problem: expect.stringMatching(problem),
        sessions: "sessions" in more ? [1, 2] : [2],
      },
    ],
  });
  expect(readAnswer(said(decision([2], more)), 2)).toEqual({
    problem: expect.stringMatching(problem),
    refused: 1,
  });
});

test("what cannot be seen is taken out of the texts", () => {
  const answer = readAnswer(said(decision([1], { summary: "Use\u202E npm\u0007\nhere" })), 1);
  expect("observations" in answer && answer.observations[0]?.summary).toBe("Use npm here");
});

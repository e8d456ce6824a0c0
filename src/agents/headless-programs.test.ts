import { expect, test } from "vitest";
import { headlessPrograms } from "./headless-programs.ts";

const { claude, codex, gemini } = headlessPrograms;

test("what a model said is found in what each program prints", () => {
  const result = { type: "result", is_error: false, result: "so", modelUsage: { opus: {} } };
  expect(claude.replyIn(`${JSON.stringify(result)}\n`)).toEqual({ text: "so", model: "opus" });
  const message = (text: string) =>
    JSON.stringify({ type: "item.completed", item: { type: "agent_message", text } });
  const events = ['{"type":"thread.started"}', message("I look."), message("so"), "not json"];
  expect(codex.replyIn(events.join("\n"))).toEqual({ text: "so" });
  const answer = { response: "so", stats: { models: { pro: {} } } };
  expect(gemini.replyIn(`A warning.\n${JSON.stringify(answer, null, 2)}`)).toEqual({
    text: "so",
    model: "pro",
  });
});

test("what is no answer is none", () => {
  for (const printed of [
    "",
    "{",
    "[]",
    "null",
    '{"result":1}',
    '{"is_error":true,"result":"no"}',
  ]) {
    for (const program of [claude, codex, gemini]) expect(program.replyIn(printed)).toBeUndefined();
  }
});

test("a model's name cannot become another flag, and the question is never an argument", () => {
  for (const program of [claude, codex, gemini]) {
    const plain = program.args({});
    const named = program.args({ model: "--dangerously-skip-permissions" });
    expect(named.filter((each) => !plain.includes(each))).toEqual([
      "--model=--dangerously-skip-permissions",
    ]);
  }
});

import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../../test/kit/store.ts";
import { type AskOptions, askAgent, headlessPrograms } from "./ask-agent.ts";

/** Asks a program named `claude` that is this shell script. */
function asking(script: string, more: Partial<AskOptions> = {}, question = "What?") {
  const folder = freshFolder();
  const file = join(folder, "claude");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  const PATH = `${folder}${delimiter}${process.env["PATH"] ?? ""}`;
  return askAgent("claude", question, { environment: { PATH }, ...more });
}

test("a program that takes too long is said to have given no answer", async () => {
  await expect(asking("tail -f /dev/null & wait", { timeoutMs: 200 })).rejects.toMatchObject({
    code: "agent-refused",
    message: "claude gave no answer in 0.2 seconds",
  });
});

test("a program that prints without end is said to have printed too much", async () => {
  await expect(asking("yes & wait")).rejects.toMatchObject({
    message: "claude printed more than 8 MB",
  });
});

test("a program that fails is quoted", async () => {
  await expect(asking("echo not signed in >&2; exit 3")).rejects.toMatchObject({
    message: "claude ended with 3: not signed in",
  });
});

test("a program that is not there is named, with what to do", async () => {
  const environment = { PATH: freshFolder() };
  await expect(askAgent("codex", "What?", { environment })).rejects.toMatchObject({
    message: "codex is not on the PATH",
    hint: "install codex and sign in, or choose another program",
  });
});

test("whatever a question was made of, neither secrets nor hidden text reach a model", async () => {
  const token = `ghp_${"Ab1".repeat(12)}`;
  const question = `Is \u001B[33m${token.slice(0, 9)}\u001B[0m${token.slice(9)} good?\u{E0101}`;
  const echo = `printf '{"type":"result","is_error":false,"result":"%s"}' "$(cat)"`;
  expect(await asking(echo, {}, question)).toMatchObject({
    text: "Is [redacted:github-token] good?",
  });
});

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
    const plain = program.args(undefined);
    const named = program.args("--dangerously-skip-permissions");
    expect(named.filter((each) => !plain.includes(each))).toEqual([
      "--model=--dangerously-skip-permissions",
    ]);
  }
});

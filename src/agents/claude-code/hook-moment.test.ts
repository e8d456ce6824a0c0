import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readyLesson } from "../../../test/kit/ready-lesson.ts";
import { freshFolder } from "../../../test/kit/store.ts";
import { hookMoment, recentTalk } from "./hook-moment.ts";

/** From the last line on. */
function tail(...records: readonly object[]): readonly string[] {
  return ["", ...records.map((record) => JSON.stringify(record)).toReversed(), '"cut off"}'];
}

const says = (type: "user" | "assistant", content: string) => ({ type, message: { content } });
const lastPrompt = (text: string) => ({ type: "last-prompt", lastPrompt: text });

test("the last messages of both sides, and the command that is being carried out", () => {
  const typed = "<command-name>/greeting:hello</command-name>";
  const records = [lastPrompt("go"), says("user", typed), says("assistant", "Hello.")];
  expect(recentTalk(tail(...records))).toEqual({
    messages: [typed, "Hello."],
    workflows: ["greeting:hello"],
    hasPrompt: true,
  });
});

test("a prompt that stands before the tail is known by the program's own note of it", () => {
  expect(recentTalk(tail(lastPrompt("deploy it"), says("assistant", "At once.")))).toEqual({
    messages: ["deploy it", "At once."],
    workflows: [],
    hasPrompt: true,
  });
  expect(recentTalk(tail(lastPrompt("/greeting:hello to me")))).toEqual({
    messages: ["/greeting:hello to me"],
    workflows: ["greeting:hello"],
    hasPrompt: true,
  });
});

test("of several notes the last one counts, and none against a message itself", () => {
  const [old, news] = [lastPrompt("old"), lastPrompt("new")];
  expect(recentTalk(tail(old, news)).messages).toEqual(["new"]);
  expect(recentTalk(tail(says("user", "newest"), news)).messages).toEqual(["newest"]);
});

test("a transcript that nobody's words are in yet is known as such", () => {
  expect(recentTalk([]).hasPrompt).toBe(false);
  expect(recentTalk(tail(says("assistant", "At once."))).hasPrompt).toBe(false);
  expect(recentTalk(tail(says("user", "deploy it"))).hasPrompt).toBe(true);
});

test("the last messages are found however long one result between them is", () => {
  const result = (length: number) => ({
    parentUuid: "x",
    type: "user",
    message: { content: [{ type: "tool_result", content: "x".repeat(length) }] },
  });
  const file = join(freshFolder(), "transcript.jsonl");
  const records = [
    says("user", "Deploy it."),
    result(3_000_000),
    says("assistant", "One."),
    result(1_000_000),
  ];
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const call = { tool: "Bash", command: "ls", paths: [] };
  const lesson = readyLesson({ toolNames: ["Bash"], actionKeywords: ["deploy"] });
  const moment = hookMoment(
    { event: "PreToolUse", call, transcriptPath: file },
    { stack: [] },
    { lessons: [lesson], environment: {} },
  );
  expect(moment.recentMessages).toEqual(["Deploy it.", "One."]);
});

test("the task of the last messages is not looked for through a whole session", () => {
  let read = 0;
  function* lines() {
    for (read = 0; read < 100_000; read += 1)
      yield JSON.stringify(says("assistant", "x".repeat(99)));
  }
  expect(recentTalk(lines()).messages).toHaveLength(5);
  expect(read).toBeLessThan(5000);
});

import { expect, test } from "vitest";
import { recentTalk } from "./hook-moment.ts";

function tail(...records: readonly object[]): string {
  return `"cut off"}\n${records.map((record) => JSON.stringify(record)).join("\n")}\n`;
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
  expect(recentTalk("").hasPrompt).toBe(false);
  expect(recentTalk(tail(says("assistant", "At once."))).hasPrompt).toBe(false);
  expect(recentTalk(tail(says("user", "deploy it"))).hasPrompt).toBe(true);
});

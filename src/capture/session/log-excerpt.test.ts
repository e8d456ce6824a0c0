import { expect, test } from "vitest";
import type { SessionEvent } from "../../agents/event.ts";
import { linesOf } from "./log-excerpt.ts";

const events: readonly SessionEvent[] = [
  { is: "user", line: 1, text: "ship it" },
  { is: "assistant", line: 2, text: "I stash first.\nThen I build." },
  {
    is: "call",
    line: 3,
    callId: "a",
    tool: "Bash",
    action: { does: "shell", command: "git stsh" },
  },
  { is: "call", line: 3, callId: "b", tool: "Read", action: { does: "read", path: "notes.md" } },
  {
    is: "result",
    line: 4,
    callId: "a",
    ending: "failed",
    output: "git: 'stsh' is not a git command\n\nsee secret\nthree\nfour",
  },
  {
    is: "usage",
    line: 5,
    inputTokens: 1,
    outputTokens: 1,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  },
  {
    is: "call",
    line: 6,
    callId: "c",
    tool: "Bash",
    action: { does: "shell", command: "git stash" },
  },
];

test("the last words, the call, how it ended and what came next, redacted", () => {
  expect(linesOf(events, 3, (text) => text.replace("secret", "[secret]"))).toEqual([
    { by: "agent", text: "I stash first. Then I build.", isMistake: false },
    { by: "call", text: "$ git stsh", isMistake: true },
    { by: "result", text: "git: 'stsh' is not a git command", isMistake: true },
    { by: "result", text: "see [secret]", isMistake: true },
    { by: "result", text: "three", isMistake: true },
    { by: "call", text: "$ git stash", isMistake: false },
  ]);
});

test("what a person said has no call", () => {
  expect(linesOf(events, 1, (text) => text)[0]).toEqual({
    by: "person",
    text: "ship it",
    isMistake: true,
  });
  expect(linesOf([], 3, (text) => text)).toEqual([]);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionEvent } from "../event.ts";
import { readChat } from "./chat.ts";

const fixtures = join(import.meta.dirname, "../../../test/fixtures/agents/gemini");

/** All that a chat says, and how its records fared. */
function tell(path: string, content = readFileSync(join(fixtures, path))) {
  const events: SessionEvent[] = [];
  const counts = readChat(`/home/dev/.gemini/tmp/project/chats/${path}`, content, (event) =>
    events.push(event),
  );
  return { events, counts };
}

const second = (count: number) => `2026-11-15T12:00:0${count}.000Z`;
const usage = {
  is: "usage",
  inputTokens: 60,
  outputTokens: 15,
  cacheReadTokens: 40,
  cacheWriteTokens: 0,
};
const shell = (command: string) => ({
  is: "call",
  tool: "run_shell_command",
  action: { does: "shell", command },
});
const missingScript = 'npm error Missing script: "biuld"';

test("a chat of 0.61: what hooks put in is not there, and results in the user's name are not the user", () => {
  const first = { line: 5, at: second(2) };
  const again = { line: 10, at: second(4) };
  expect(tell("0.61.jsonl")).toEqual({
    events: [
      {
        is: "facts",
        line: 1,
        sessionId: "64ce9503-591b-41dc-8919-d047a8ca2515",
        workingDirectory: "/home/dev/project",
        system: "linux",
        shell: "bash",
      },
      { is: "user", line: 3, at: second(1), text: "Please build the project", recordId: "m1" },
      { is: "facts", ...first, model: "gemini-2.5-pro" },
      { is: "assistant", ...first, text: "I'll run the build first." },
      { ...usage, ...first, requestId: "m2" },
      { ...shell("npm run biuld"), line: 7, at: second(2), callId: "run_shell_command__1" },
      {
        is: "result",
        line: 7,
        at: second(3),
        callId: "run_shell_command__1",
        exitStatus: 1,
        output: missingScript,
      },
      { is: "assistant", ...again, text: "Misspelled; trying the right command." },
      { ...usage, ...again, requestId: "m4" },
      { ...shell("npm run build"), line: 12, at: second(4), callId: "run_shell_command__2" },
      {
        is: "result",
        line: 12,
        at: second(5),
        callId: "run_shell_command__2",
        exitStatus: 0,
        output: "build ok",
      },
      { ...usage, line: 14, at: second(6), requestId: "m6" },
      {
        is: "call",
        line: 15,
        at: second(6),
        callId: "replace__3",
        tool: "replace",
        action: { does: "edit", path: "hello.txt" },
      },
      {
        is: "result",
        line: 15,
        at: second(7),
        callId: "replace__3",
        ending: "failed",
        output: "Could not find an exact match for 'old_string' in 'hello.txt'.",
      },
      {
        is: "call",
        line: 16,
        at: second(6),
        callId: "write_file__4",
        tool: "write_file",
        action: { does: "write", path: "hello.txt" },
      },
      { is: "result", line: 16, at: second(8), callId: "write_file__4" },
      { is: "user", line: 17, at: second(8), text: "leave hello.txt alone", recordId: "m7" },
      { is: "assistant", line: 19, at: second(9), text: "All done." },
      { ...usage, line: 19, at: second(9), requestId: "m9" },
    ],
    counts: { records: 20, unknown: 0, unreadable: [] },
  });
});

test("a chat of 0.39: the output has no frame, and nothing says where the agent worked", () => {
  const first = { line: 4, at: second(2) };
  expect(tell("0.39.jsonl")).toEqual({
    events: [
      { is: "facts", line: 1, sessionId: "ffed04c8-b39c-4f85-8788-042ac5e9bad0" },
      { is: "user", line: 2, at: second(1), text: "Please build the project", recordId: "m1" },
      { is: "facts", ...first, model: "gemini-2.5-pro" },
      { is: "assistant", ...first, text: "I'll run the build first." },
      { ...usage, ...first, requestId: "m2" },
      { ...shell("npm run biuld"), line: 6, at: second(2), callId: "fc-1" },
      {
        is: "result",
        line: 6,
        at: second(3),
        callId: "fc-1",
        exitStatus: 1,
        output: missingScript,
      },
      { is: "assistant", line: 7, at: second(4), text: "All done." },
      { ...usage, line: 7, at: second(4), requestId: "m3" },
    ],
    counts: { records: 8, unknown: 0, unreadable: [] },
  });
});

test("a chat of 0.24 is one document, and the places are those of its messages", () => {
  const first = { line: 2, at: second(2) };
  const later = { line: 4, at: second(5) };
  expect(tell("0.24.json")).toEqual({
    events: [
      { is: "facts", line: 1, sessionId: "e9b0b19d-d21e-4f35-a0df-b5e3b33f4af8" },
      { is: "user", line: 1, at: second(1), text: "Please build the project", recordId: "m1" },
      { is: "facts", ...first, model: "gemini-2.5-pro" },
      { is: "assistant", ...first, text: "I'll run the build first." },
      { ...usage, ...first, requestId: "m2" },
      { ...shell("npm run biuld"), ...first, callId: "fc-1" },
      {
        is: "result",
        line: 2,
        at: second(3),
        callId: "fc-1",
        exitStatus: 1,
        output: missingScript,
      },
      { ...usage, ...later, requestId: "m4" },
      { ...shell("true"), ...later, callId: "fc-2" },
      { is: "result", line: 4, at: second(6), callId: "fc-2", exitStatus: 0, output: "" },
      {
        is: "call",
        ...later,
        callId: "fc-3",
        tool: "read_file",
        action: { does: "read", path: "missing.txt" },
      },
      {
        is: "result",
        line: 4,
        at: second(7),
        callId: "fc-3",
        ending: "failed",
        output: "File not found: /home/dev/project/missing.txt",
      },
    ],
    counts: { records: 5, unknown: 0, unreadable: [] },
  });
});

test("a subagent's chat names its parent, and its prompt is nobody's word", () => {
  const parentSessionId = "5250f27e-f9ed-49a5-a9f7-d649adca7a69";
  const sessionId = "723cffb2-a03e-4c38-b869-43b3ae14e681";
  const content = readFileSync(join(fixtures, "0.61-subagent.jsonl"));
  const thread = sessionId;
  const first = { line: 4, at: second(2), thread };
  expect(tell(`${parentSessionId}/${sessionId}.jsonl`, content)).toEqual({
    events: [
      {
        is: "facts",
        line: 1,
        thread,
        sessionId,
        parentSessionId,
        workingDirectory: "/home/dev/project",
      },
      { is: "facts", ...first, model: "gemini-2.5-pro" },
      { ...usage, ...first, requestId: "m2" },
      {
        is: "call",
        line: 5,
        at: second(2),
        thread,
        callId: "run_shell_command__2-0",
        tool: "run_shell_command",
        action: { does: "shell", command: "echo from-subagent" },
      },
      {
        is: "result",
        line: 5,
        at: second(3),
        thread,
        callId: "run_shell_command__2-0",
        exitStatus: 0,
        output: "from-subagent",
      },
      { is: "assistant", line: 7, at: second(4), thread, text: "Did it." },
      { ...usage, line: 7, at: second(4), thread, requestId: "m4" },
    ],
    counts: { records: 8, unknown: 0, unreadable: [] },
  });
});

test("a hook refuses, a person rejects or interrupts, the program runs out of patience", () => {
  const results = tell("0.61-denied.jsonl").events.filter((event) => event.is === "result");
  expect(results).toEqual([
    {
      is: "result",
      line: 3,
      at: second(3),
      callId: "c1",
      ending: "refused",
      output: "Tool execution blocked: use npm run clean",
    },
    { is: "result", line: 3, at: second(4), callId: "c2", ending: "rejected" },
    { is: "result", line: 3, at: second(5), callId: "c3", ending: "interrupted" },
    {
      is: "result",
      line: 3,
      at: second(6),
      callId: "c4",
      ending: "timeout",
      output: "watching",
    },
    {
      is: "result",
      line: 3,
      at: second(7),
      callId: "c5",
      ending: "refused",
      output: "Tool execution denied by policy. You are in Plan Mode.",
    },
    {
      is: "result",
      line: 3,
      at: second(8),
      callId: "c6",
      ending: "refused",
      output: expect.stringMatching(/^Command injection detected: [^]* the command was blocked\.$/),
    },
  ]);
});

test("what was said before a compression stays, and is not said twice by the history that follows it", () => {
  const { events, counts } = tell("0.61-compressed.jsonl");
  expect(counts).toEqual({ records: 16, unknown: 0, unreadable: [] });
  expect(events.filter((event) => event.is !== "usage" && event.is !== "facts")).toEqual([
    { is: "user", line: 2, at: second(1), text: "Look around", recordId: "m1" },
    { ...shell("ls"), line: 3, at: second(2), callId: "c1" },
    { is: "result", line: 3, at: second(2), callId: "c1", exitStatus: 0, output: "a.txt" },
    { is: "user", line: 5, at: second(3), text: "Now use tabs", recordId: "m4" },
    { is: "assistant", line: 6, at: second(4), text: "Tabs it is." },
    { is: "compaction", line: 7, at: second(6) },
    { is: "user", line: 14, at: second(8), text: "Now use tabs", recordId: "m7" },
    { is: "user", line: 16, at: second(9), text: "No, spaces", recordId: "m8" },
  ]);
});

test("a person who says the same again is heard again", () => {
  const said = (id: string) => `{"id":"${id}","type":"user","content":[{"text":"go on"}]}`;
  const lines = [header, said("m1"), said("copy"), said("m2")];
  const sync = `{"$set":{"messages":[${said("copy")},${said("m2")}]}}`;
  expect(tell("x.jsonl", Buffer.from([...lines, sync].join("\n"))).events.slice(1)).toEqual([
    { is: "user", line: 2, text: "go on", recordId: "m1" },
    { is: "user", line: 4, text: "go on", recordId: "m2" },
  ]);
});

test("a person's words on the same line as a result that is known are read", () => {
  const journal = readFileSync(join(fixtures, "0.61.jsonl"), "utf8").split("\n");
  const repeated = journal[7] ?? "";
  expect(repeated).toContain("functionResponse");
  const lines = [...journal.slice(0, 8), repeated + hello.replace("m1", "m1b"), ""];
  expect(tell("x.jsonl", Buffer.from(lines.join("\n"))).events.at(-1)).toEqual({
    ...saidHello,
    line: 9,
    recordId: "m1b",
  });
});

const header = '{"sessionId":"s","projectHash":"p"}';
const hello = '{"id":"m1","type":"user","content":"hello"}';
const saidHello = { is: "user", text: "hello", recordId: "m1" };

test.each([
  ["a line that is no JSON", [header, "{oops", hello], 3, { records: 3, unreadable: [2] }],
  ["a record that nobody knows", [header, '{"$novel":1}', hello], 3, { records: 3, unknown: 1 }],
  [
    "a message that nobody knows",
    [header, '{"id":"x","type":"song"}', hello],
    3,
    { records: 3, unknown: 1 },
  ],
  ["two records on one line", [header + hello], 1, { records: 1 }],
  ["empty lines", [header, "", "  ", hello], 4, { records: 2 }],
  ["a last line that is half written", [header, hello, hello.slice(0, 20)], 2, { records: 2 }],
])("%s does not hide the rest", (_, lines, line, expected) => {
  const { events, counts } = tell("x.jsonl", Buffer.from(lines.join("\n")));
  expect(counts).toEqual({ unknown: 0, unreadable: [], ...expected });
  expect(events.slice(1)).toEqual([{ ...saidHello, line }]);
});

test.each([
  ["nothing", "x.json", "", { records: 0, unknown: 0, unreadable: [] }],
  ["nothing", "x.jsonl", "", { records: 0, unknown: 0, unreadable: [] }],
  [
    "half a document",
    "x.json",
    '{"sessionId":"s","mess',
    { records: 1, unknown: 0, unreadable: [1] },
  ],
  ["a list", "x.json", "[]", { records: 1, unknown: 0, unreadable: [1] }],
])("%s in %s says nothing", (_, path, content, counts) => {
  expect(tell(path, Buffer.from(content))).toEqual({ events: [], counts });
});

test("in a document, a message that is none is named by its place", () => {
  const document = `{"sessionId":"s","messages":[7,${hello},{"type":"song"}]}`;
  expect(tell("x.json", Buffer.from(document))).toEqual({
    events: [
      { is: "facts", line: 1, sessionId: "s" },
      { ...saidHello, line: 2 },
    ],
    counts: { records: 3, unknown: 1, unreadable: [1] },
  });
});

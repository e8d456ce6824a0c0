import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionEvent } from "../event.ts";
import type { Emit, RecordCounts } from "../adapter.ts";
import { buildDatabase } from "../../../test/fixtures/agents/opencode/build-database.ts";
import { readExport } from "./session-reader.ts";
import { listSessions } from "./stored-sessions.ts";

const fixtures = join(import.meta.dirname, "../../../test/fixtures/agents/opencode");
const exported = (name: string) => readFileSync(join(fixtures, name));

function collect(read: (emit: Emit) => RecordCounts) {
  const events: SessionEvent[] = [];
  const counts = read((event) => events.push(event));
  return { events, counts };
}

/** From the file that `opencode export` wrote. */
function fromExport(name: string) {
  return collect((emit) => readExport(name, exported(name), emit));
}

/** The same sessions, in the database. */
function fromDatabase() {
  const sessions = ["session.json", "subagent.json"].map((name) =>
    JSON.parse(exported(name).toString()),
  );
  const database = buildDatabase(":memory:", sessions);
  const stored = listSessions(
    { all: (sql, ...values) => database.prepare(sql).all(...values) },
    "x",
  );
  return stored.map(({ sessionId, read }) => ({ sessionId, ...collect(read) }));
}

const second = (count: number) => `2026-11-15T12:00:0${count}.000Z`;
const place = (line: number, count: number) => ({ line, at: second(count) });
const usage = {
  is: "usage",
  inputTokens: 60,
  outputTokens: 15,
  cacheReadTokens: 40,
  cacheWriteTokens: 3,
};
const bash = (callId: string, command: string) => ({
  is: "call",
  callId,
  tool: "bash",
  action: { does: "shell", command },
});
const facts = {
  is: "facts",
  line: 1,
  workingDirectory: "/home/dev/project",
  agentVersion: "1.18.33",
  model: "model-nine",
};

const session = {
  events: [
    { ...facts, sessionId: "ses_01" },
    {
      is: "user",
      ...place(1, 1),
      text: "Please build the project\nand be quick",
      recordId: "1794744001000:37",
    },
    { ...usage, ...place(2, 2), requestId: "msg_02" },
    { is: "assistant", ...place(2, 2), text: "I'll run the build first." },
    { ...bash("call_1", "npm run biuld"), ...place(2, 2) },
    {
      is: "result",
      ...place(2, 3),
      callId: "call_1",
      exitStatus: 1,
      output: 'npm error Missing script: "biuld"',
    },
    { ...usage, ...place(3, 4), requestId: "msg_03" },
    {
      ...bash("call_2", "npm run build"),
      ...place(3, 4),
      action: { does: "shell", command: "npm run build" },
    },
    { is: "result", ...place(3, 5), callId: "call_2", exitStatus: 0, output: "build ok" },
    {
      is: "call",
      ...place(3, 5),
      callId: "call_3",
      tool: "edit",
      action: { does: "edit", path: "hello.txt" },
    },
    {
      is: "result",
      ...place(3, 6),
      callId: "call_3",
      ending: "failed",
      output: "Could not find oldString in the file.",
    },
    {
      is: "call",
      ...place(3, 6),
      callId: "call_4",
      tool: "write",
      action: { does: "write", path: "hello.txt" },
    },
    { is: "result", ...place(3, 7), callId: "call_4" },
    { ...usage, ...place(4, 7), requestId: "msg_04" },
    { ...bash("call_5", "git push"), ...place(4, 7) },
    {
      is: "result",
      ...place(4, 8),
      callId: "call_5",
      ending: "rejected",
      reason: "open a pull request instead",
    },
    { ...bash("call_6", "rm -rf dist"), ...place(4, 7) },
    {
      is: "result",
      ...place(4, 8),
      callId: "call_6",
      ending: "refused",
      output:
        "The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules []",
    },
    { ...bash("call_7", "npm start"), ...place(4, 7) },
    { is: "result", ...place(4, 8), callId: "call_7", ending: "interrupted" },
    { ...bash("call_8", "npm run watch"), ...place(4, 7) },
    { is: "result", ...place(4, 8), callId: "call_8", ending: "timeout", output: "watching" },
    { ...bash("call_9", "npm test"), ...place(4, 8) },
    { is: "compaction", ...place(5, 8) },
    { ...usage, ...place(6, 8), requestId: "msg_06" },
    { ...usage, ...place(8, 9), requestId: "msg_08" },
    { is: "assistant", ...place(8, 9), text: "All done." },
  ],
  counts: { records: 32, unknown: 0, unreadable: [] },
};

const thread = "general";
const subagent = {
  events: [
    { ...facts, thread, sessionId: "ses_02", parentSessionId: "ses_01" },
    { ...usage, ...place(2, 6), thread, requestId: "msg_12" },
    { ...bash("call_21", "echo from-subagent"), ...place(2, 6), thread },
    {
      is: "result",
      ...place(2, 7),
      thread,
      callId: "call_21",
      exitStatus: 0,
      output: "from-subagent",
    },
  ],
  counts: { records: 4, unknown: 0, unreadable: [] },
};

test("an exported session is read whole", () => {
  expect(fromExport("session.json")).toEqual(session);
});

test("a subagent's session names its parent, and its prompt is nobody's word", () => {
  expect(fromExport("subagent.json")).toEqual(subagent);
});

test("the database says the same as the exports", () => {
  expect(fromDatabase()).toEqual([
    { sessionId: "ses_01", ...session },
    { sessionId: "ses_02", ...subagent },
  ]);
});

test.each([
  ["nothing", "", { records: 0, unknown: 0, unreadable: [] }],
  ["half an export", '{"info":{"id":"ses_01"', { records: 1, unknown: 0, unreadable: [1] }],
])("%s says nothing", (_, content, counts) => {
  expect(collect((emit) => readExport("x", Buffer.from(content), emit))).toEqual({
    events: [],
    counts,
  });
});

test("what is broken or unknown in an export is counted with its place", () => {
  const content = JSON.stringify({
    info: { id: "ses_01" },
    messages: [
      7,
      { info: { role: "user" }, parts: [null, { type: "song" }, { type: "text", text: "hello" }] },
    ],
  });
  expect(collect((emit) => readExport("x", Buffer.from(content), emit))).toEqual({
    events: [
      { is: "facts", line: 1, sessionId: "ses_01" },
      { is: "user", line: 2, text: "hello" },
    ],
    counts: { records: 5, unknown: 1, unreadable: [1, 2] },
  });
});

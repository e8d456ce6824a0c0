import fc from "fast-check";
import { expect, test } from "vitest";
import { readHookPayload } from "./hook-payload.ts";
import { law } from "../../../test/kit/law.ts";

const common = { session_id: "27cc", transcript_path: "/t/27cc.jsonl", cwd: "/repo" };

test("a call of Bash in a subagent", () => {
  expect(
    readPayload({
      ...common,
      prompt_id: "0d9b",
      permission_mode: "acceptEdits",
      effort: { level: "medium" },
      hook_event_name: "PreToolUse",
      agent_id: "ab0f",
      agent_type: "general-purpose",
      tool_name: "Bash",
      tool_input: { command: "echo hi", description: "say hi" },
      tool_use_id: "toolu_0d74",
    }),
  ).toEqual({
    event: "PreToolUse",
    sessionId: "27cc",
    transcriptPath: "/t/27cc.jsonl",
    workingDirectory: "/repo",
    agentId: "ab0f",
    agentType: "general-purpose",
    toolUseId: "toolu_0d74",
    call: { tool: "Bash", command: "echo hi", paths: [] },
    input: { command: "echo hi", description: "say hi" },
  });
});

test.each([
  [
    { hook_event_name: "SessionStart", source: "compact", model: "some-model" },
    { event: "SessionStart", source: "compact", model: "some-model" },
  ],
  [
    { hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "All done." },
    { event: "Stop", lastAssistantMessage: "All done." },
  ],
  [
    { hook_event_name: "SubagentStop", agent_id: "ab", agent_type: "" },
    { event: "SubagentStop", agentId: "ab" },
  ],
  [{ hook_event_name: "InventedLater", source: 3 }, { event: "InventedLater" }],
  [
    { tool_name: "Read", tool_input: { file_path: "a" } },
    { event: "PreToolUse", call: { tool: "Read", paths: ["a"] }, input: { file_path: "a" } },
  ],
])("the payload %j", (payload, expected) => {
  expect(readPayload(payload)).toEqual(expected);
});

test.each([
  ["PowerShell", { command: "dir" }, { command: "dir", paths: [] }],
  ["Bash", { command: ["ls"] }, { paths: [] }],
  ["Bash", "ls", { paths: [] }],
  ["Read", { file_path: "/a.ts", offset: 3 }, { paths: ["/a.ts"] }],
  [
    "Edit",
    { file_path: "/a.ts", old_string: "old", new_string: "new" },
    { paths: ["/a.ts"], content: "new" },
  ],
  ["Write", { file_path: "/a.ts", content: "all" }, { paths: ["/a.ts"], content: "all" }],
  [
    "MultiEdit",
    {
      file_path: "/a.ts",
      edits: [{ new_string: "one" }, { new_string: 2 }, { new_string: "two" }],
    },
    { paths: ["/a.ts"], content: "one\ntwo" },
  ],
  [
    "NotebookEdit",
    { notebook_path: "/n.ipynb", new_source: "x = 1" },
    { paths: ["/n.ipynb"], content: "x = 1" },
  ],
  ["Glob", { pattern: "**/*.ts", path: "/src" }, { paths: ["/src", "**/*.ts"] }],
  ["Grep", { pattern: "todo", path: "/src", glob: "*.ts" }, { paths: ["/src", "*.ts"] }],
  ["WebFetch", { url: "https://example.org", prompt: "read" }, { paths: [] }],
  ["Agent", { subagent_type: "general-purpose", prompt: "go" }, { paths: [] }],
  [
    "mcp__github__create_issue",
    { owner: "o", title: "t", body: "what happened" },
    { paths: [], content: "what happened" },
  ],
  [
    "mcp__files__move",
    { filePath: "/a", "target-path": "/b", paths: ["/c", 4] },
    { paths: ["/a", "/b", "/c"] },
  ],
  [
    "mcp__github__push_files",
    { files: [{ path: "a.ts", content: "1" }, { path: "b.ts", content: "2" }, "c.ts"] },
    { paths: ["c.ts", "a.ts", "b.ts"], content: "1\n2" },
  ],
])("a call of %s with %j", (tool, input, expected) => {
  const payload = readPayload({
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
  });
  expect(payload?.call).toEqual({ tool, ...expected });
});

test.each([
  "",
  "{",
  "[]",
  "null",
  '"PreToolUse"',
  "{}",
  '{"hook_event_name":4}',
  '{"hook_event_name":""}',
  '{"hook_event_name":"Stop"}\n{"hook_event_name":"Stop"}',
  JSON.stringify({ hook_event_name: "x".repeat(600) }),
  JSON.stringify({ hook_event_name: "Stop", filler: "x".repeat(8_400_000) }),
])("what is no payload is undefined (%#)", (text) => {
  expect(readHookPayload(text)).toBeUndefined();
});

test("a byte order mark and line breaks around a payload do not matter", () => {
  expect(readHookPayload('\uFEFF\n{"hook_event_name":\n"Stop"}\n')).toEqual({ event: "Stop" });
});

test("law: any JSON and any text is read without an exception", () => {
  const names = ["hook_event_name", "tool_name", "tool_input", "session_id", "files", "file_path"];
  const anyPayload = fc.dictionary(
    fc.constantFrom(...names, "edits", "content"),
    fc.oneof(fc.constantFrom("MultiEdit", "PreToolUse", "mcp__a__b"), fc.jsonValue()),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        anyPayload.map((value) => JSON.stringify(value)),
        fc.string(),
      ),
      (text) => {
        const payload = readHookPayload(text);
        const isSound =
          payload === undefined || (payload.event !== "" && isCallSound(payload.call));
        expect(isSound).toBe(true);
      },
    ),
    law({ quick: 1000 }),
  );
});

function readPayload(payload: object): ReturnType<typeof readHookPayload> {
  return readHookPayload(JSON.stringify(payload));
}

function isCallSound(call: NonNullable<ReturnType<typeof readHookPayload>>["call"]): boolean {
  if (call === undefined) return true;
  const texts = [call.tool, call.command ?? "", call.content ?? "", ...call.paths];
  return texts.every((text) => typeof text === "string");
}

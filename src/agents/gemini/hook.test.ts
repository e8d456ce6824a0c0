import { expect, test } from "vitest";
import { geminiHook } from "./hook.ts";

const around = {
  session_id: "64ce",
  transcript_path: "/home/dev/.gemini/tmp/project/chats/session-64ce.jsonl",
  cwd: "/home/dev/project",
  timestamp: "2026-11-15T18:53:46.468Z",
};
const call = { tool_name: "run_shell_command", tool_input: { command: "npm run biuld" } };

function payload(more: object) {
  return geminiHook.readPayload(JSON.stringify({ ...around, ...more }));
}

test("a call comes twice: before it can be stopped, after it only advised", () => {
  const planned = { tool: "Bash", paths: [], command: "npm run biuld" };
  expect(payload({ hook_event_name: "BeforeTool", ...call })).toMatchObject({
    event: "PreToolUse",
    isOver: false,
    call: planned,
  });
  expect(payload({ hook_event_name: "AfterTool", ...call })).toMatchObject({
    event: "PreToolUse",
    isOver: true,
    call: planned,
  });
  expect(geminiHook.advisesBefore).toBe(false);
});

test.each([
  [
    "write_file",
    { file_path: "a.txt", content: "new" },
    { tool: "Write", paths: ["a.txt"], content: "new" },
  ],
  [
    "replace",
    { file_path: "a.txt", old_string: "old", new_string: "new" },
    { tool: "Edit", paths: ["a.txt"], content: "new" },
  ],
  ["read_file", { file_path: "a.txt" }, { tool: "Read", paths: ["a.txt"] }],
  ["grep_search", { dir_path: "src", pattern: "x" }, { tool: "Grep", paths: ["src"] }],
])("its tool %s has another name here", (tool_name, tool_input, planned) => {
  expect(payload({ hook_event_name: "BeforeTool", tool_name, tool_input })?.call).toEqual(planned);
});

test.each([
  [
    { llmContent: "Output: npm error\nExit Code: 254\nProcess Group PGID: 24024" },
    { output: "npm error", isFailed: true, event: "PostToolUse" },
  ],
  [
    { llmContent: "Output: fine\nProcess Group PGID: 24130" },
    { output: "fine", isFailed: false, event: "PostToolUse" },
  ],
  [
    { llmContent: "0 occurrences", error: { message: "0 occurrences found", type: "edit" } },
    { output: "0 occurrences found", isFailed: true, event: "PostToolUseFailure" },
  ],
  [{ llmContent: [{ text: "done" }] }, { output: "done", isFailed: false, event: "PostToolUse" }],
])("what came of a call is read from the response: %j", (tool_response, result) => {
  const after = { ...around, hook_event_name: "AfterTool", ...call, tool_response };
  expect(geminiHook.readResults(JSON.stringify(after))).toMatchObject([result]);
});

test("what is said about a call is said when it is over", () => {
  expect(JSON.parse(geminiHook.adviceAnswer("PreToolUse", "say"))).toEqual({
    hookSpecificOutput: { hookEventName: "AfterTool", additionalContext: "say" },
  });
  expect(JSON.parse(geminiHook.adviceAnswer("SessionStart", "say"))).toEqual({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "say" },
  });
});

test("a refusal and a correction are in its own words", () => {
  expect(JSON.parse(geminiHook.holdAnswer("because"))).toEqual({
    decision: "deny",
    reason: "because",
  });
  expect(
    JSON.parse(geminiHook.fixAnswer(call.tool_input, "npm run build", { text: "say" })),
  ).toEqual({
    hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: { command: "npm run build" } },
  });
});

test.each(["", "[]", "{}", '{"tool_name":"run_shell_command"}'])("%j is no payload", (text) => {
  expect(geminiHook.readPayload(text)).toBeUndefined();
  expect(geminiHook.readResults(text)).toEqual([]);
});

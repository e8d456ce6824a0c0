import fc from "fast-check";
import { expect, test } from "vitest";
import { adviceAnswer, holdAnswer, readHookPayload, toolMatchers, userNotice } from "./hook-io.ts";
import { bucketOf, toolBuckets } from "../../core/tool-bucket.ts";

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
  });
});

test.each([
  [
    { hook_event_name: "SessionStart", source: "compact", model: "some-model" },
    { event: "SessionStart", source: "compact" },
  ],
  [
    { hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: "All done." },
    { event: "Stop", lastAssistantMessage: "All done." },
  ],
  [
    { hook_event_name: "SubagentStop", agent_id: "ab", agent_type: "" },
    { event: "SubagentStop", agentId: "ab" },
  ],
  [
    { hook_event_name: "UserPromptExpansion", command_name: "lessons:review" },
    { event: "UserPromptExpansion", commandName: "lessons:review" },
  ],
  [{ hook_event_name: "InventedLater", source: 3 }, { event: "InventedLater" }],
  [
    { tool_name: "Read", tool_input: { file_path: "a" } },
    { event: "PreToolUse", call: { tool: "Read", paths: ["a"] } },
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
    { numRuns: 1000 },
  );
});

test("the answers are the ones that the program accepts", () => {
  expect([adviceAnswer("PreToolUse", 'a\n"b"'), holdAnswer("wait"), userNotice("2 noted")]).toEqual(
    [
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"a\\n\\"b\\""}}',
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"wait"}}',
      '{"systemMessage":"2 noted"}',
    ],
  );
});

test.each([
  ["Bash", "bash"],
  ["PowerShell", "bash"],
  ["MultiEdit", "edit"],
  ["Read", "read"],
  ["Grep", "search"],
  ["mcp__github__create_issue", "mcp"],
  ["Agent", "other"],
  ["BashOutput", "other"],
  ["bash", "other"],
])("%s is in the bucket %s", (tool, bucket) => {
  expect(bucketOf(tool)).toBe(bucket);
});

test("law: every tool is in exactly one bucket, the one whose matcher takes it", () => {
  const anyTool = fc.oneof(
    fc.constantFrom("Bash", "Edit", "Write", "Read", "Glob", "Grep", "NotebookEdit", "MultiEdit"),
    fc.stringMatching(/^(?:mcp__|Bash|Read|Edit)?[A-Za-z_-]{1,12}$/),
  );
  fc.assert(
    fc.property(anyTool, (tool) => {
      const taking = toolBuckets.filter((bucket) => takes(toolMatchers[bucket], tool));
      expect(taking).toEqual([bucketOf(tool)]);
    }),
    { numRuns: 1000 },
  );
});

/** As the program reads a matcher: a list of names, or else an expression. */
function takes(matcher: string, tool: string): boolean {
  if (/^[\w|]+$/.test(matcher)) return matcher.split("|").includes(tool);
  return new RegExp(matcher).test(tool);
}

function readPayload(payload: object): ReturnType<typeof readHookPayload> {
  return readHookPayload(JSON.stringify(payload));
}

function isCallSound(call: NonNullable<ReturnType<typeof readHookPayload>>["call"]): boolean {
  if (call === undefined) return true;
  const texts = [call.tool, call.command ?? "", call.content ?? "", ...call.paths];
  return texts.every((text) => typeof text === "string");
}

import { expect, test } from "vitest";
import { copilotHook } from "./hook.ts";

const around = { sessionId: "4750", timestamp: 1, cwd: "/home/dev/project" };
const call = { toolName: "bash", toolArgs: { command: "npm run biuld", description: "build" } };

function payload(more: object) {
  return copilotHook.readPayload(JSON.stringify({ ...around, ...more }));
}

test.each([
  ["SessionStart", { source: "new", initialPrompt: "Do it" }],
  ["SubagentStart", { agentName: "general", agentId: "9a87", parentAgentId: "4750" }],
  ["PreToolUse", call],
  ["PostToolUse", { ...call, toolResult: { resultType: "success", textResultForLlm: "" } }],
  ["PostToolUseFailure", { ...call, error: "No match found" }],
  ["Stop", { stopReason: "end_turn", stop_hook_active: false }],
  ["SubagentStop", { agentName: "general", agentId: "9a87", stopReason: "end_turn" }],
  ["SessionEnd", { reason: "complete" }],
])("no payload names its event, its fields tell: %s", (event, more) => {
  expect(payload(more)?.event).toBe(event);
});

test.each([
  [
    "create",
    { path: "a.txt", file_text: "new" },
    { tool: "Write", paths: ["a.txt"], content: "new" },
  ],
  [
    "edit",
    { path: "a.txt", old_str: "old", new_str: "new" },
    { tool: "Edit", paths: ["a.txt"], content: "new" },
  ],
  ["view", { path: "a.txt" }, { tool: "Read", paths: ["a.txt"] }],
  ["bash", { command: "ls" }, { tool: "Bash", paths: [], command: "ls" }],
])("its tool %s has another name here, and other fields", (toolName, toolArgs, planned) => {
  expect(payload({ toolName, toolArgs })?.call).toEqual(planned);
});

test("a subagent's call belongs to the session that started it", () => {
  const read = payload({ ...call, sessionId: "9a87", agentId: "9a87", parentAgentId: "4750" });
  expect(read).toMatchObject({ sessionId: "4750", agentId: "9a87" });
});

test.each([
  ["npm error\n<shellId: 0 completed with exit code 254>", "npm error", true],
  ["fine\n<shellId: 1 completed with exit code 0>", "fine", false],
  ["Created file a.txt", "Created file a.txt", false],
])(
  "the status of a shell call stands in its last line: %j",
  (textResultForLlm, output, isFailed) => {
    const result = { ...around, ...call, toolResult: { resultType: "success", textResultForLlm } };
    expect(copilotHook.readResults(JSON.stringify(result))).toMatchObject([{ output, isFailed }]);
  },
);

test("a refused call is a failed one", () => {
  const failed = JSON.stringify({ ...around, ...call, error: "No match found" });
  expect(copilotHook.readResults(failed)).toMatchObject([
    { output: "No match found", isFailed: true },
  ]);
});

test("a corrected call carries no decision, so that the person is asked as before", () => {
  const answer = copilotHook.fixAnswer(call.toolArgs, "npm run build", { text: "say" });
  expect(JSON.parse(answer)).toEqual({
    modifiedArgs: { command: "npm run build", description: "build" },
    additionalContext: "say",
  });
});

test.each(["", "[]", "{}", '{"sessionId":"1"}'])("%j is no payload", (text) => {
  expect(copilotHook.readPayload(text)).toBeUndefined();
  expect(copilotHook.readResults(text)).toEqual([]);
});

import { expect, test } from "vitest";
import { codexHook } from "./hook.ts";

const around = {
  session_id: "01a1",
  turn_id: "01a2",
  transcript_path: "/home/dev/.codex/sessions/2026/11/15/rollout-01a1.jsonl",
  cwd: "/home/dev/project",
  model: "gpt-5.5",
  permission_mode: "default",
};

function payload(more: object) {
  return codexHook.readPayload(JSON.stringify({ ...around, ...more }));
}

const shellCall = {
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "npm run biuld" },
  tool_use_id: "call_2",
};

test("a shell call is read as one", () => {
  expect(payload(shellCall)).toEqual({
    event: "PreToolUse",
    sessionId: "01a1",
    transcriptPath: around.transcript_path,
    workingDirectory: around.cwd,
    agentId: undefined,
    agentType: undefined,
    source: undefined,
    model: "gpt-5.5",
    lastAssistantMessage: undefined,
    toolUseId: "call_2",
    permissionMode: "default",
    call: { tool: "Bash", paths: [], command: "npm run biuld" },
    input: { command: "npm run biuld" },
  });
});

test.each([
  [
    "one new file is written",
    ["*** Add File: a/new.ts", "+one", "+two"],
    { tool: "Write", paths: ["a/new.ts"], content: "one\ntwo" },
  ],
  [
    "a changed and a moved one are edited",
    ["*** Update File: old.ts", "*** Move to: b/other.ts", "@@", "-gone", "+here", " kept"],
    { tool: "Edit", paths: ["old.ts", "b/other.ts"], content: "here" },
  ],
  ["a removed one is edited", ["*** Delete File: x"], { tool: "Edit", paths: ["x"], content: "" }],
])("the files of a patch come from its text: %s", (_, lines, call) => {
  const command = ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
  const read = payload({ ...shellCall, tool_name: "apply_patch", tool_input: { command } });
  expect(read?.call).toEqual(call);
});

test("a result says nothing of how the call ended, so what was printed is looked at", () => {
  const after = { ...shellCall, hook_event_name: "PostToolUse", tool_response: "npm error\n" };
  const [finished] = codexHook.readResults(JSON.stringify({ ...around, ...after }));
  expect(finished).toMatchObject({ output: "npm error\n", isFailed: false });
  expect(codexHook.readResults(JSON.stringify({ ...around, ...shellCall }))).toEqual([]);
});

test("a call is corrected only where nobody is asked about anything: the answer allows it", () => {
  const modes = ["default", "acceptEdits", "bypassPermissions", ""];
  const fixed = modes.filter((permission_mode) => {
    const read = payload({ ...shellCall, permission_mode });
    return read?.call !== undefined && codexHook.canFix({ ...read, call: read.call });
  });
  expect(fixed).toEqual(["bypassPermissions"]);
});

/** Everything else makes it drop the whole answer. */
const known = {
  hookSpecificOutput: [
    "hookEventName",
    "additionalContext",
    "permissionDecision",
    "permissionDecisionReason",
    "updatedInput",
  ],
  systemMessage: undefined,
};

test("no answer has a key that it does not know, or a decision that it drops", () => {
  const said = { text: "say", notice: "see" };
  const answers = [
    codexHook.adviceAnswer("PreToolUse", "say", "see"),
    codexHook.holdAnswer("because", "see"),
    codexHook.fixAnswer({ command: "a", more: 1 }, "b", said),
    codexHook.userNotice("see"),
  ].map((text): Record<string, Record<string, unknown>> => JSON.parse(text));
  for (const answer of answers) {
    expect(Object.keys(known)).toEqual(expect.arrayContaining(Object.keys(answer)));
    const { hookSpecificOutput = {} } = answer;
    expect(known.hookSpecificOutput).toEqual(
      expect.arrayContaining(Object.keys(hookSpecificOutput)),
    );
    expect(hookSpecificOutput["permissionDecision"]).not.toBe("ask");
    // An allowance without another input makes it drop the answer as well.
    expect(hookSpecificOutput["permissionDecision"] === "allow").toBe(
      "updatedInput" in hookSpecificOutput,
    );
  }
});

test.each(["", "no json", "[]", '{"hook_event_name":3}', '{"tool_name":"Bash"}'])(
  "%j is no payload",
  (text) => {
    expect(codexHook.readPayload(text)).toBeUndefined();
    expect(codexHook.readResults(text)).toEqual([]);
  },
);

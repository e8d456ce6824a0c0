import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../test/kit/law.ts";
import { readHookResults } from "./hook-result.ts";

/** As 2.1.325 writes them, but for the paths. */
const common = {
  session_id: "27cc",
  transcript_path: "/p/27cc.jsonl",
  cwd: "/p",
  prompt_id: "0d9b",
  permission_mode: "acceptEdits",
  effort: { level: "medium" },
};
const shell = { tool_name: "Bash", tool_input: { command: "x", description: "y" } };

function read(payload: object) {
  return readHookResults(JSON.stringify({ ...common, ...payload })).map(
    ({ event, call, output, isFailed, toolUseId }) => ({
      event,
      tool: call.tool,
      command: call.command,
      output,
      isFailed,
      toolUseId,
    }),
  );
}

test("a call that failed, without the status that the program puts before its output", () => {
  const error = "Exit code 3\nout\noops";
  const payload = { hook_event_name: "PostToolUseFailure", ...shell, tool_use_id: "t1", error };
  expect(read({ ...payload, is_interrupt: false, duration_ms: 20 })).toEqual([
    {
      event: "PostToolUseFailure",
      tool: "Bash",
      command: "x",
      output: "out\noops",
      isFailed: true,
      toolUseId: "t1",
    },
  ]);
  expect(read({ ...payload, is_interrupt: true })).toEqual([]);
});

test("a call that went well may have failed all the same: both of its outputs are kept", () => {
  const tool_response = { stdout: "hi", stderr: "oops", interrupted: false, isImage: false };
  expect(read({ hook_event_name: "PostToolUse", ...shell, tool_response })).toMatchObject([
    { output: "hi\noops", isFailed: false },
  ]);
  expect(read({ hook_event_name: "PostToolUse", ...shell })).toMatchObject([{ output: "" }]);
});

test("of a batch only what the program refused is taken, with its own input and id", () => {
  const edit = { tool_name: "Edit", tool_input: { file_path: "/p/a", new_string: "b" } };
  const refused =
    "<tool_use_error>String to replace not found in file.\nString: NOT-THERE</tool_use_error>";
  expect(
    read({
      hook_event_name: "PostToolBatch",
      tool_calls: [
        { ...shell, tool_use_id: "t1", tool_response: "cat says <tool_use_error>x" },
        { ...edit, tool_use_id: "t2", tool_response: refused },
        { ...edit, tool_use_id: "t3", tool_response: [{ type: "text", text: "fine" }] },
      ],
    }),
  ).toEqual([
    {
      event: "PostToolBatch",
      tool: "Edit",
      command: undefined,
      output: "String to replace not found in file.\nString: NOT-THERE",
      isFailed: true,
      toolUseId: "t2",
    },
  ]);
});

test("a call that is about to be made is no result", () => {
  expect(read({ hook_event_name: "PreToolUse", ...shell })).toEqual([]);
});

test("law: whatever is in a payload, reading it never throws", () => {
  const anyEvent = fc.constantFrom("PostToolUse", "PostToolUseFailure", "PostToolBatch", "Stop");
  fc.assert(
    fc.property(
      anyEvent,
      fc.dictionary(fc.string(), fc.json()),
      fc.anything(),
      (event, more, any) => {
        const payload = { ...more, hook_event_name: event, tool_calls: any, tool_response: any };
        const text = JSON.stringify({ ...payload, tool_name: "Bash", error: any }, plain);
        expect(Array.isArray(readHookResults(text))).toBe(true);
        expect(Array.isArray(readHookResults(text.slice(0, -3)))).toBe(true);
      },
    ),
    law({ quick: 300 }),
  );
});

function plain(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

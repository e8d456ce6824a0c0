import { expect, test } from "vitest";
import { rawLine } from "../../platform/files/raw-line.ts";
import type { SessionEvent } from "../event.ts";
import { openTranscript } from "./transcript.ts";

const long = "one line like the others\n".repeat(70);

test("what a completed script printed is not decoded", () => {
  expect(resultOf(script(long))).toEqual({ durationMs: 600 });
});

test("nor what a command of the older form printed that ended well", () => {
  const output = `Exit code: 0\nWall time: 0.6 seconds\nTotal output lines: 70\nOutput:\n${long}`;
  expect(resultOf(output)).toEqual({ exitStatus: 0, durationMs: 600 });
});

test("a failure that stands in the middle of it is seen", () => {
  const printed = `${long}zsh: command not found: bake\n${long}`;
  expect(resultOf(script(printed))).toEqual({ output: printed, durationMs: 600 });
});

test("the status that a script prints counts", () => {
  const printed = `{"exit_code":2,"output":"burnt"}`;
  expect(resultOf(script(printed))).toEqual({ exitStatus: 2, output: "burnt", durationMs: 600 });
});

test("a command whose time ran out has not ended well", () => {
  const printed = "command timed out after 1000 milliseconds\n";
  expect(resultOf(script(printed))).toEqual({
    ending: "timeout",
    output: printed,
    durationMs: 600,
  });
});

/** What a script gives back: its frame, and what it printed. */
function script(printed: string): readonly unknown[] {
  return ["Script completed\nWall time 0.6 seconds\nOutput:\n", printed].map((text) => ({
    type: "input_text",
    text,
  }));
}

/** How the call ended, as far as the reader says it. */
function resultOf(output: unknown): unknown {
  const events: SessionEvent[] = [];
  const reader = openTranscript("rollout.jsonl");
  const payloads = [
    { type: "custom_tool_call", call_id: "call_1", name: "exec", input: "tools.bake()" },
    { type: "custom_tool_call_output", call_id: "call_1", output },
  ];
  for (const payload of payloads) {
    const record = { timestamp: "2026-11-15T12:00:00.000Z", type: "response_item", payload };
    reader.read(rawLine(JSON.stringify(record)), (event) => events.push(event));
  }
  const last = events.at(-1);
  if (last?.is !== "result") return undefined;
  const { ending, exitStatus, output: said, durationMs } = last;
  return { ending, exitStatus, output: said, durationMs };
}

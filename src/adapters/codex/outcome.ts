import { boundedOutput } from "../../core/bounded-output.ts";
import type { ToolResult } from "../../core/event.ts";
import { isRecord, numberAt, recordAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import { parseJsonLine } from "../../core/parse-json.ts";
import { refusalOutcome } from "./refusal.ts";

/** How a call ended. */
export interface Outcome extends Pick<
  ToolResult,
  "ending" | "exitStatus" | "output" | "durationMs"
> {
  /** It has not ended: it goes on under this number, and later polls will tell. */
  readonly runsAsSession?: number;
}

/** From the text, or the list of texts, that was sent back to the model. */
export function outputOutcome(output: unknown): Outcome {
  if (typeof output === "string") return textOutcome(output);
  if (!Array.isArray(output)) return {};
  const texts = output.filter(isRecord).map((block) => textAt(block, "text") ?? "");
  const outcome = textOutcome(texts.join(""));
  // A script that prints what a command returned prints it as JSON.
  const printed = texts.find((text) => text.startsWith('{"chunk_id"'));
  return printed === undefined ? outcome : { ...outcome, ...jsonOutcome(printed) };
}

/** From `exec_command_end` or an item `CommandExecution`, which have fields for it all. */
export function commandOutcome(record: JsonRecord): Outcome {
  const exitStatus = numberAt(record, "exit_code");
  const text = textAt(record, "aggregated_output") ?? "";
  return {
    ...endingOf(record, text),
    ...(exitStatus === undefined ? {} : { exitStatus }),
    output: boundedOutput(text),
    ...durationOf(recordAt(record, "duration")),
  };
}

function endingOf(record: JsonRecord, text: string): Outcome {
  if (textAt(record, "status") === "declined") return { ending: "rejected" };
  return timedOut.test(text) ? { ending: "timeout" } : {};
}

/** From `patch_apply_end` or an item `FileChange`. */
export function patchOutcome(record: JsonRecord): Outcome {
  const status = textAt(record, "status");
  const output = boundedOutput(textAt(record, "stderr") || textAt(record, "stdout") || "");
  if (status === "declined") return { ending: "rejected", output };
  return status === "failed" || record["success"] === false
    ? { ending: "failed", output }
    : { output };
}

/** From `mcp_tool_call_end`: the answer of a server, or why there is none. */
export function serverOutcome(record: JsonRecord): Outcome {
  const result = recordAt(record, "result");
  const duration = durationOf(recordAt(record, "duration"));
  const problem = textAt(result, "Err");
  if (problem !== undefined)
    return { ending: "failed", output: boundedOutput(problem), ...duration };
  const answer = recordAt(result, "Ok");
  const isError = answer?.["isError"] === true || answer?.["is_error"] === true;
  return isError ? { ending: "failed", output: contentOf(answer), ...duration } : duration;
}

function contentOf(answer: JsonRecord | undefined): string {
  const content = answer?.["content"];
  if (!Array.isArray(content)) return "";
  return boundedOutput(
    content
      .filter(isRecord)
      .map((block) => textAt(block, "text") ?? "")
      .join("\n"),
  );
}

function textOutcome(text: string): Outcome {
  if (text.startsWith('{"output":')) return jsonOutcome(text);
  const parts = frame.exec(text.slice(0, longestFrame));
  if (parts === null) return refusalOutcome(text);
  const [whole, script, exitCode, seconds = "0", exitedWith, session] = parts;
  if (session !== undefined) return { runsAsSession: Number(session) };
  const body = text.slice(whole.length);
  // What a script dies of is told in the same words as when the call had been made directly.
  if (script === "failed")
    return { ending: "failed", ...refusalOutcome(body), ...lasted(Number(seconds)) };
  const status = exitCode ?? exitedWith;
  return {
    ...(timedOut.test(body) ? { ending: "timeout" } : {}),
    ...(status === undefined ? {} : { exitStatus: Number(status) }),
    output: boundedOutput(body),
    ...lasted(Number(seconds)),
  };
}

/** What Codex writes above the output of a command, in all its forms since 0.75. */
const frame =
  /^(?:Command: [^]*?\n)?(?:Chunk ID: \w*\n)?(?:Script (completed|failed)\n)?(?:Exit code: (-?\d{1,10})\n)?Wall time:? ([\d.]{1,20}) seconds\n(?:Process exited with code (-?\d{1,10})\n|Process running with session ID (\d{1,12})\n)?(?:Original token count: \d+\n)?(?:Total output lines: \d+\n)?Output:\n/;

/** The command stands above the frame in some versions, and a command can hold a whole file. */
const longestFrame = 20_000;

const timedOut = /^command timed out after \d/;

/** `{"output": …, "metadata": {"exit_code": …}}` of 0.75, and what a script prints. */
function jsonOutcome(text: string): Outcome {
  const value = parseJsonLine(text);
  if (!isRecord(value)) return { output: boundedOutput(text) };
  const about = recordAt(value, "metadata") ?? value;
  const output = textAt(value, "output") ?? "";
  const exitStatus = numberAt(about, "exit_code");
  const seconds = numberAt(about, "duration_seconds") ?? numberAt(about, "wall_time_seconds");
  return {
    ...(timedOut.test(output) ? { ending: "timeout" } : {}),
    ...(exitStatus === undefined ? {} : { exitStatus }),
    output: boundedOutput(output),
    ...(seconds === undefined ? {} : lasted(seconds)),
  };
}

function durationOf(duration: JsonRecord | undefined): Outcome {
  const seconds = numberAt(duration, "secs");
  return seconds === undefined ? {} : lasted(seconds + (numberAt(duration, "nanos") ?? 0) / 1e9);
}

function lasted(seconds: number): Outcome {
  return Number.isFinite(seconds) ? { durationMs: Math.round(seconds * 1000) } : {};
}

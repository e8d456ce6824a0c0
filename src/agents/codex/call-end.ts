import { boundedOutput, contentTexts, withoutOurLessons } from "../recorded-text.ts";
import type { CallEnd } from "../event.ts";
import {
  type JsonRecord,
  isRecord,
  numberAt,
  recordAt,
  textAt,
} from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import { isHold } from "../our-text/hold-reason.ts";

/** How a call ended, if it has. */
export interface CodexEnd extends CallEnd {
  /** It has not ended: it goes on under this number, and later polls will tell. */
  readonly runsAsSession?: number | undefined;
}

/** From the text, or the list of texts, that was sent back to the model. */
export function endOfOutput(output: unknown): CodexEnd {
  if (typeof output === "string") return textEnd(output);
  if (!Array.isArray(output)) return {};
  const texts = output.filter(isRecord).map((block) => textAt(block, "text") ?? "");
  const end = textEnd(texts.join(""));
  // A script that prints what a command returned prints it as JSON.
  const printed = texts.find(isPrintedResult);
  if (printed === undefined) return end;
  const said = jsonEnd(printed);
  return {
    ...end,
    ending: said.ending ?? end.ending,
    exitStatus: said.exitStatus ?? end.exitStatus,
    output: said.output,
    durationMs: said.durationMs ?? end.durationMs,
  };
}

/** Whole, or the fields of it that the script chose: the status stands before a long output or behind it. */
function isPrintedResult(text: string): boolean {
  return text.startsWith("{") && /"exit_code":-?\d/.test(text.slice(0, 200) + text.slice(-200));
}

/** From `exec_command_end` or an item `CommandExecution`, which have fields for it all. */
export function endOfCommand(record: JsonRecord): CallEnd {
  const text = textAt(record, "aggregated_output") ?? "";
  return {
    ending: textAt(record, "status") === "declined" ? "rejected" : timeoutIn(text),
    exitStatus: numberAt(record, "exit_code"),
    output: boundedOutput(text),
    durationMs: durationOf(recordAt(record, "duration")),
  };
}

/** From `patch_apply_end` or an item `FileChange`. */
export function endOfPatch(record: JsonRecord): CallEnd {
  const status = textAt(record, "status");
  const output = boundedOutput(textAt(record, "stderr") || textAt(record, "stdout") || "");
  if (status === "declined") return { ending: "rejected", output };
  return status === "failed" || record["success"] === false
    ? { ending: "failed", output }
    : { output };
}

/** From `mcp_tool_call_end`: the answer of a server, or why there is none. */
export function endOfServerCall(record: JsonRecord): CallEnd {
  const result = recordAt(record, "result");
  const durationMs = durationOf(recordAt(record, "duration"));
  const problem = textAt(result, "Err");
  if (problem !== undefined)
    return { ending: "failed", output: boundedOutput(problem), durationMs };
  const answer = recordAt(result, "Ok");
  const isError = answer?.["isError"] === true || answer?.["is_error"] === true;
  if (!isError) return { durationMs };
  return { ending: "failed", output: boundedOutput(contentTexts(answer).join("\n")), durationMs };
}

function textEnd(text: string): CodexEnd {
  if (text.startsWith('{"output":')) return jsonEnd(text);
  const parts = frame.exec(text.slice(0, longestFrame));
  if (parts === null) return refusalEnd(text);
  const [whole, script, exitCode, seconds = "0", exitedWith, session] = parts;
  if (session !== undefined) return { runsAsSession: Number(session) };
  const body = text.slice(whole.length);
  // What a script dies of is said in the same words as when the call had been made directly.
  if (script === "failed")
    return { ending: "failed", ...refusalEnd(body), durationMs: lasted(Number(seconds)) };
  const status = exitCode ?? exitedWith;
  return {
    ending: timeoutIn(body),
    exitStatus: status === undefined ? undefined : Number(status),
    output: boundedOutput(body),
    durationMs: lasted(Number(seconds)),
  };
}

/** What Codex writes above the output of a command, in all its forms since 0.75. */
const frame =
  /^(?:Command: [^]*?\n)?(?:Chunk ID: \w*\n)?(?:Script (completed|failed)\n)?(?:Exit code: (-?\d{1,10})\n)?Wall time:? ([\d.]{1,20}) seconds\n(?:Process exited with code (-?\d{1,10})\n|Process running with session ID (\d{1,12})\n)?(?:Original token count: \d+\n)?(?:Total output lines: \d+\n)?Output:\n/;

/** The command stands above the frame in some versions, and a command can hold a whole file. */
const longestFrame = 20_000;

function timeoutIn(output: string): "timeout" | undefined {
  return /^command timed out after \d/.test(output) ? "timeout" : undefined;
}

/** `{"output": …, "metadata": {"exit_code": …}}` of 0.75, and what a script prints. */
function jsonEnd(text: string): CallEnd {
  const value = parseJsonLine(text);
  if (!isRecord(value)) return { output: boundedOutput(text) };
  const about = recordAt(value, "metadata") ?? value;
  const output = textAt(value, "output") ?? "";
  return {
    ending: timeoutIn(output),
    exitStatus: numberAt(about, "exit_code"),
    output: boundedOutput(output),
    durationMs: lasted(numberAt(about, "duration_seconds") ?? numberAt(about, "wall_time_seconds")),
  };
}

function durationOf(duration: JsonRecord | undefined): number | undefined {
  const seconds = numberAt(duration, "secs");
  if (seconds === undefined) return undefined;
  return lasted(seconds + (numberAt(duration, "nanos") ?? 0) / 1e9);
}

function lasted(seconds: number | undefined): number | undefined {
  return Number.isFinite(seconds) ? Math.round(Number(seconds) * 1000) : undefined;
}

/**
 * Reads an answer without a frame: mostly Codex itself saying why it did not do what it was asked. What
 * it does not recognise is the plain answer of some tool.
 */
function refusalEnd(text: string): CallEnd {
  const head = text.slice(0, 2000);
  // A script dies of what its one call says; the words before it are the same for all.
  const output = boundedOutput(text.replace(/^Script error:\s{0,5}/, ""));
  if (head.startsWith("aborted by user")) return { ending: "interrupted" };
  const blocked = hookBlock.exec(head)?.[1];
  if (blocked !== undefined) {
    const error = text.slice(text.indexOf(blocked));
    if (isHold(error)) return { ending: "held" };
    const said = withoutOurLessons(error);
    return { ending: "refused", output: boundedOutput(said) };
  }
  // The answers of other tools may well quote such words.
  if (!ownFailure.test(head)) return { output };
  if (/Sandbox\(Denied|SandboxDenied/.test(head)) return sandboxDenial(text);
  if (/approval settings|blocked by policy/.test(head)) return { ending: "refused", output };
  if (/rejected by (?:the )?user\b/.test(head)) return { ending: "rejected" };
  return { ending: "failed", output };
}

const hookBlock =
  /^(?:Script error:\s{0,5})?((?:Command|Tool call|Tool) blocked by \w{1,40} hook: )/;

/** How the messages of Codex itself begin when it did not do what it was asked. */
const ownFailure =
  /^(?:(?:apply_patch|close_agent|exec_command|local_shell|send_input|shell|shell_command|spawn_agent|view_image|wait_agent|write_stdin) (?:verification )?failed\b|(?:exec )?command rejected|patch rejected|failed to parse function arguments|unsupported (?:custom tool )?call|unable to locate image|collab \w{1,20} failed|resources\/\w{1,20} failed|execution error|tool call error|Script error)/;

/**
 * The sandbox let the command run and kept it from something. The message is a printed structure, one
 * string inside another: what the command itself said is dug out of it.
 */
function sandboxDenial(text: string): CallEnd {
  const plain = unescaped(unescaped(text.slice(0, longestDenial)));
  const status = /exit_code: (-?\d{1,10})/.exec(plain)?.[1];
  const said =
    /aggregated_output: StreamOutput \{ text: "([^]*?)", truncated/.exec(plain)?.[1] ??
    /stderr: StreamOutput \{ text: "([^]*?)", truncated/.exec(plain)?.[1];
  return {
    ending: "failed",
    exitStatus: status === undefined ? undefined : Number(status),
    output: boundedOutput(said === undefined || said === "" ? plain : said),
  };
}

const longestDenial = 30_000;

function unescaped(text: string): string {
  return text.replace(/\\(["\\nt])/g, (_, escaped: string) =>
    escaped === "n" ? "\n" : escaped === "t" ? "\t" : escaped,
  );
}

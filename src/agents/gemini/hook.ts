import {
  isRecord,
  type JsonRecord,
  recordAt,
  recordsAt,
  textAt,
} from "../../platform/json/fields.ts";
import type { PlannedCall } from "../../match/moment.ts";
import type { FinishedCall, HookDoor, HookPayload } from "../delivery.ts";
import { talkingParts } from "../moment-of-call.ts";
import { isBlockedCommand } from "./blocked-command.ts";
import { nameAt, pathAt, payloadIn, textsAt, unknownCall, wordAt } from "../payload-fields.ts";

/**
 * What the programs that Gemini CLI calls know of it. What a hook adds before a call never reaches the model, so that advice comes
 * when the call is over, and only refusals and corrections before it.
 */
export const geminiHook: HookDoor = {
  name: "gemini",
  readPayload,
  readResults,
  ...talkingParts({ transcriptOf: ({ transcriptPath }) => transcriptPath, spoken }),
  modelOf: (_payload, session) => session.model,
  advisesBefore: false,
  adviceAnswer: (event, text, notice) =>
    JSON.stringify({
      hookSpecificOutput: { hookEventName: theirs[event] ?? event, additionalContext: text },
      systemMessage: notice,
    }),
  canHold: true,
  holdAnswer: (reason, notice) =>
    JSON.stringify({ decision: "deny", reason, systemMessage: notice }),
  canFix: ({ call }) => call.tool === "Bash",
  // It tells the model by itself that the input was changed, and nothing that we would add.
  fixAnswer: (_input, command, { notice }) =>
    JSON.stringify({
      hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: { command } },
      systemMessage: notice,
    }),
  userNotice: (text) => JSON.stringify({ systemMessage: text }),
  reviewCommand: () => "/lessons:review",
  mostContextCharacters: 10_000,
  sessionIn: (environment) => environment["GEMINI_SESSION_ID"],
  environmentFile: () => undefined,
  settingsBesidePlugin: () => undefined,
};

/** Our names of the events, and its own. `AfterTool` is the call once more, when it is over. */
const ours: Readonly<Record<string, string>> = {
  BeforeTool: "PreToolUse",
  AfterTool: "PreToolUse",
  AfterAgent: "Stop",
};
const theirs: Readonly<Record<string, string>> = {
  PreToolUse: "AfterTool",
  PostToolUse: "AfterTool",
  PostToolUseFailure: "AfterTool",
};

function readPayload(text: string): HookPayload | undefined {
  const payload = payloadIn(text);
  const tool = nameAt(payload, "tool_name");
  const event = nameAt(payload, "hook_event_name");
  if (payload === undefined || event === undefined) return undefined;
  const input = recordAt(payload, "tool_input");
  return {
    event: ours[event] ?? event,
    isOver: event === "AfterTool",
    sessionId: nameAt(payload, "session_id"),
    transcriptPath: pathAt(payload, "transcript_path"),
    workingDirectory: pathAt(payload, "cwd"),
    source: wordAt(payload, "source"),
    lastAssistantMessage: textAt(payload, "prompt_response"),
    call: tool === undefined ? undefined : plannedCall(tool, input ?? {}),
    input,
  };
}

function plannedCall(tool: string, input: JsonRecord): PlannedCall {
  const paths = textsAt(input, ["file_path", "absolute_path"]);
  switch (tool) {
    case "run_shell_command":
      return { tool: "Bash", paths: [], command: textAt(input, "command") };
    case "write_file":
      return { tool: "Write", paths, content: textAt(input, "content") };
    case "replace":
      return { tool: "Edit", paths, content: textAt(input, "new_string") };
    case "read_file":
      return { tool: "Read", paths };
    case "glob":
      return { tool: "Glob", paths: textsAt(input, ["dir_path", "path", "pattern"]) };
    case "grep_search":
    case "search_file_content":
      return { tool: "Grep", paths: textsAt(input, ["dir_path", "path", "include"]) };
    default:
      return unknownCall(tool, input);
  }
}

/** A shell call that failed is no error of the tool; a line of its output has the status, unless that is zero. */
function readResults(text: string): readonly FinishedCall[] {
  const payload = readPayload(text);
  const raw = payloadIn(text);
  const { call } = payload ?? {};
  if (payload?.isOver !== true || call === undefined) return [];
  const response = recordAt(raw, "tool_response");
  const error = textAt(recordAt(response, "error"), "message");
  const event = error === undefined ? "PostToolUse" : "PostToolUseFailure";
  const printed = error ?? contentOf(response?.["llmContent"]);
  const status = /^Exit Code: (\d{1,5})$/mu.exec(printed)?.[1];
  const output = printed.replace(/^Output: /u, "").replace(endOfShell, "");
  const isBlocked = call.tool === "Bash" && isBlockedCommand(printed);
  const isFailed = error !== undefined || isBlocked || (status !== undefined && status !== "0");
  return [{ ...payload, event, call, output, isFailed }];
}

const endOfShell =
  /\n(?:Exit Code: \d{1,5}|Process Group PGID: \d{1,10}|Background PIDs: [^\n]{0,200}|Signal: [^\n]{0,20})(?=\n|$)/gu;

function contentOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts.flatMap((part) => (isRecord(part) ? (textAt(part, "text") ?? []) : [])).join("\n");
}

function spoken(record: JsonRecord): string | undefined {
  const type = record["type"];
  const content = record["content"];
  if (type === "gemini") return textAt(record, "content");
  if (type !== "user") return undefined;
  const parts = typeof content === "string" ? [content] : texts(record);
  return withoutHookContext(parts.join("\n"));
}

/** Without what hooks, ours among them, put into it. */
function withoutHookContext(text: string): string {
  const [before = "", ...others] = text.split("<hook_context>");
  return [before, ...others.map((part) => part.split("</hook_context>")[1] ?? "")].join("");
}

/** What a tool gave back stands in such records, too, and has no text. */
function texts(record: JsonRecord): readonly string[] {
  return recordsAt(record, "content").flatMap((part) => textAt(part, "text") ?? []);
}

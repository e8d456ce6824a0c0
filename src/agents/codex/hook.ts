import { type JsonRecord, recordAt, recordsAt, textAt } from "../../platform/json/fields.ts";
import type { PlannedCall } from "../../match/moment.ts";
import type { FinishedCall, HookDoor, HookPayload } from "../delivery.ts";
import { talkingParts } from "../moment-of-call.ts";
import { nameAt, pathAt, payloadIn, unknownCall, wordAt } from "../payload-fields.ts";
import { readPatch } from "../patch-text.ts";

/**
 * What the programs that Codex calls know of it. The payloads look like Claude Code's. The answers are checked strictly: one key
 * that it does not expect, and it drops all of them without a word.
 */
export const codexHook: HookDoor = {
  name: "codex",
  readPayload,
  readResults,
  ...talkingParts({ transcriptOf: ({ transcriptPath }) => transcriptPath, spoken }),
  modelOf: ({ model }, session) => model ?? session.model,
  advisesBefore: true,
  adviceAnswer: (event, text, notice) =>
    JSON.stringify({
      hookSpecificOutput: { hookEventName: event, additionalContext: text },
      systemMessage: notice,
    }),
  canHold: true,
  holdAnswer: (reason, notice) =>
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: reason,
      },
      systemMessage: notice,
    }),
  // It takes another input only together with an allowance, which would skip the person's own approval. Where nobody is asked
  // about anything, nothing is skipped.
  canFix: ({ call, permissionMode }) =>
    call.tool === "Bash" && permissionMode === "bypassPermissions",
  fixAnswer: (input, command, { text, notice }) =>
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { ...input, command },
        additionalContext: text,
      },
      systemMessage: notice,
    }),
  userNotice: (text) => JSON.stringify({ systemMessage: text }),
  reviewCommand: () => "lessons review",
  // About 2,500 tokens; what is longer is put into a file.
  mostContextCharacters: 8000,
  sessionIn: () => undefined,
  environmentFile: () => undefined,
  settingsBesidePlugin: () => undefined,
};

function readPayload(text: string): HookPayload | undefined {
  const payload = payloadIn(text);
  const tool = nameAt(payload, "tool_name");
  const event = nameAt(payload, "hook_event_name");
  if (payload === undefined || event === undefined) return undefined;
  const input = recordAt(payload, "tool_input");
  return {
    event,
    sessionId: nameAt(payload, "session_id"),
    transcriptPath: pathAt(payload, "transcript_path"),
    workingDirectory: pathAt(payload, "cwd"),
    agentId: nameAt(payload, "agent_id"),
    agentType: nameAt(payload, "agent_type"),
    source: wordAt(payload, "source"),
    model: nameAt(payload, "model"),
    lastAssistantMessage: textAt(payload, "last_assistant_message"),
    toolUseId: nameAt(payload, "tool_use_id"),
    permissionMode: nameAt(payload, "permission_mode"),
    call: tool === undefined ? undefined : plannedCall(tool, input ?? {}),
    input,
  };
}

function plannedCall(tool: string, input: JsonRecord): PlannedCall {
  const command = textAt(input, "command");
  if (tool === "Bash") return { tool, paths: [], command };
  if (tool !== "apply_patch") return unknownCall(tool, input);
  const { paths, content, isAllNew } = readPatch(command ?? "");
  return { tool: isAllNew ? "Write" : "Edit", paths, content };
}

/** It tells neither of a status nor of a failure: what was printed has to show it. Of a refused patch it tells nothing. */
function readResults(text: string): readonly FinishedCall[] {
  const payload = readPayload(text);
  const { call } = payload ?? {};
  if (payload?.event !== "PostToolUse" || call === undefined) return [];
  const output = textAt(payloadIn(text), "tool_response") ?? "";
  return [{ ...payload, call, output, isFailed: false }];
}

/** Messages of both sides; what programs put in begins in ways of their own. */
function spoken(record: JsonRecord): string | undefined {
  const payload = recordAt(record, "payload");
  if (record["type"] !== "response_item" || payload?.["type"] !== "message") return undefined;
  const role = payload["role"];
  if (role !== "user" && role !== "assistant") return undefined;
  const text = recordsAt(payload, "content")
    .flatMap((part) => textAt(part, "text") ?? [])
    .join("\n");
  return role === "user" && /^(?:<[a-z_]+[ >]|# AGENTS\.md )/u.test(text) ? undefined : text;
}

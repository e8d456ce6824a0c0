import { isRecord, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { parseJson } from "../../platform/json/parse.ts";
import type { PlannedCall } from "../../match/moment.ts";
import { hookCall } from "./hook-call.ts";

// What Claude Code hands to a hook. The hook's bundle holds this file, so it imports only what runs without
// dependencies on Node 18.

/** The fields of a payload that we use. */
export interface HookPayload {
  /** `PreToolUse`, `SessionStart`, … Names that we do not know are kept. */
  readonly event: string;
  /** As given: whoever makes a file name of it has to make it safe first. */
  readonly sessionId?: string;
  readonly transcriptPath?: string;
  readonly workingDirectory?: string;
  /** Inside a subagent. */
  readonly agentId?: string;
  readonly agentType?: string;
  /** Of SessionStart: startup, resume, clear, compact, fork. */
  readonly source?: string;
  /** Of Stop and SubagentStop. */
  readonly lastAssistantMessage?: string;
  /** Of UserPromptExpansion: the command that is about to run, without its slash. */
  readonly commandName?: string;
  readonly toolUseId?: string;
  readonly call?: PlannedCall;
}

/**
 * A payload, or undefined for what is none. Never throws: a field of the wrong type or of absurd
 * length is left out. Without an event but with a tool it is a payload that somebody wrote by
 * hand, for a call.
 */
export function readHookPayload(text: string): HookPayload | undefined {
  if (text.length > longestPayloadBytes) return undefined;
  const parsed = parseJson(text.replace(/^\uFEFF/u, ""));
  const payload = "value" in parsed && isRecord(parsed.value) ? parsed.value : undefined;
  const tool = nameAt(payload, "tool_name");
  const call = tool === undefined ? undefined : hookCall(tool, payload?.["tool_input"]);
  const event = nameAt(payload, "hook_event_name") ?? (call && "PreToolUse");
  if (payload === undefined || event === undefined) return undefined;
  return {
    event,
    ...given("sessionId", nameAt(payload, "session_id")),
    ...given("transcriptPath", pathAt(payload, "transcript_path")),
    ...given("workingDirectory", pathAt(payload, "cwd")),
    ...given("agentId", nameAt(payload, "agent_id")),
    ...given("agentType", nameAt(payload, "agent_type")),
    ...given("source", nameAt(payload, "source")),
    ...given("lastAssistantMessage", textAt(payload, "last_assistant_message")),
    ...given("commandName", nameAt(payload, "command_name")),
    ...given("toolUseId", nameAt(payload, "tool_use_id")),
    ...given("call", call),
  };
}

/** Parsing more than this would take longer than the hook may. A text is never longer than its bytes. */
export const longestPayloadBytes = 8_388_608;
const longestName = 512;
const longestPath = 4096;

function nameAt(payload: JsonRecord | undefined, field: string): string | undefined {
  return shortTextAt(payload, field, longestName);
}

function pathAt(payload: JsonRecord, field: string): string | undefined {
  return shortTextAt(payload, field, longestPath);
}

/** Empty says nothing: the summariser of a compaction is a subagent with the type "". */
function shortTextAt(
  payload: JsonRecord | undefined,
  field: string,
  longest: number,
): string | undefined {
  const text = textAt(payload, field);
  return text !== undefined && text !== "" && text.length <= longest ? text : undefined;
}

/** The field only where there is something in it, as exact optional fields want it. */
function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: Value });
}

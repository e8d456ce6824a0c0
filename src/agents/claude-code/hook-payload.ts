import type { PlannedCall } from "../../match/moment.ts";
import {
  isRecord,
  type JsonRecord,
  recordAt,
  recordsAt,
  textAt,
} from "../../platform/json/fields.ts";
import type { HookPayload } from "../delivery.ts";
import {
  joined,
  mostParts,
  nameAt,
  pathAt,
  payloadIn,
  textsAt,
  unknownCall,
  wordAt,
} from "../payload-fields.ts";

// What Claude Code hands to a hook. The hook's bundle holds this file, so it imports only what runs without
// dependencies on Node 18.

/**
 * A payload, or undefined for what is none. Never throws: a field of the wrong type or of absurd
 * length is left out. Without an event but with a tool it is a payload that somebody wrote by
 * hand, for a call.
 */
export function readHookPayload(text: string): HookPayload | undefined {
  const payload = payloadIn(text);
  const tool = nameAt(payload, "tool_name");
  const call = tool === undefined ? undefined : hookCall(tool, payload?.["tool_input"]);
  const event = nameAt(payload, "hook_event_name") ?? (call && "PreToolUse");
  if (payload === undefined || event === undefined) return undefined;
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
    call,
    input: recordAt(payload, "tool_input"),
  };
}

/** What a call of a tool does, as lessons look at it. Of a tool that we do not know, what its fields are named after. */
export function hookCall(tool: string, given: unknown): PlannedCall {
  const input = isRecord(given) ? given : {};
  switch (tool) {
    case "Bash":
    case "PowerShell":
      return { tool, paths: [], command: textAt(input, "command") };
    case "Read":
      return { tool, paths: textsAt(input, filePaths) };
    case "Edit":
    case "Write":
    case "MultiEdit":
    case "NotebookEdit":
      return { tool, paths: textsAt(input, filePaths), content: written(input) };
    case "Glob":
      return { tool, paths: textsAt(input, ["path", "pattern"]) };
    case "Grep":
      return { tool, paths: textsAt(input, ["path", "glob"]) };
    default:
      return unknownCall(tool, input);
  }
}

const filePaths = ["file_path", "notebook_path"];

function written(input: JsonRecord): string | undefined {
  const edits = recordsAt(input, "edits").slice(0, mostParts);
  return joined([
    ...textsAt(input, ["content", "new_string", "new_source"]),
    ...edits.flatMap((edit) => textsAt(edit, ["new_string"])),
  ]);
}

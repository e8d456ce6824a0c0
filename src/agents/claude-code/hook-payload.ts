import type { PlannedCall } from "../../match/moment.ts";
import {
  isRecord,
  type JsonRecord,
  recordAt,
  recordsAt,
  textAt,
} from "../../platform/json/fields.ts";
import { parseJson } from "../../platform/json/parse.ts";
import { longestPayloadBytes, type HookPayload } from "../delivery.ts";

// What Claude Code hands to a hook. The hook's bundle holds this file, so it imports only what runs without
// dependencies on Node 18.

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

const longestName = 512;
const longestPath = 4096;

function nameAt(payload: JsonRecord | undefined, field: string): string | undefined {
  return shortTextAt(payload, field, longestName);
}

/** `startup`, `resume`, `clear`, `compact`: it is kept as it is, so it may be nothing but a word. */
function wordAt(payload: JsonRecord, field: string): string | undefined {
  const name = nameAt(payload, field);
  return name !== undefined && /^[a-z]{1,32}$/u.test(name) ? name : undefined;
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

/** Tools of servers and plugins, and those that are newer than this file. `files` may be a list of such inputs. */
function unknownCall(tool: string, input: JsonRecord): PlannedCall {
  const parts = [input, ...recordsAt(input, "files")].slice(0, mostParts);
  const paths = parts.flatMap((part) =>
    Object.keys(part)
      .filter((name) => pathNames.has(name.toLowerCase().replaceAll(/[_-]/gu, "")))
      .flatMap((name) => textsIn(part[name])),
  );
  const content = joined(parts.flatMap((part) => textsAt(part, ["content", "text", "body"])));
  return { tool, paths: paths.slice(0, mostParts), content };
}

/** In lower case, without what stands between the words. */
const pathNames = new Set([
  "path",
  "file",
  "filepath",
  "filename",
  "directory",
  "dir",
  "folder",
  "notebookpath",
  "relativepath",
  "absolutepath",
  "sourcepath",
  "targetpath",
  "oldpath",
  "newpath",
  "targetfile",
  "source",
  "destination",
  "paths",
  "files",
  "filepaths",
]);
/** Of edits, files or paths in one call. */
const mostParts = 1000;

function textsAt(input: JsonRecord, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => textAt(input, name) ?? []).filter((text) => text !== "");
}

function textsIn(value: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts.filter((text): text is string => typeof text === "string" && text !== "");
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0 ? undefined : texts.join("\n");
}

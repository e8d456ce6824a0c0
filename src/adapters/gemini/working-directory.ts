import { textAt, type JsonRecord } from "../../core/json-fields.ts";
import { partTexts } from "./parts.ts";

/**
 * Where the agent worked, if the chat says so: a subagent's header names the directories; the first
 * message of newer chats describes the workspace. For all others see `projectOf`.
 */
export function workingDirectory(
  header: JsonRecord,
  firstMessage: JsonRecord | undefined,
): string | undefined {
  if (textAt(header, "kind") === "subagent") return firstText(header["directories"]);
  for (const text of partTexts(firstMessage?.["content"])) {
    if (!text.startsWith("<session_context>")) continue;
    return /Workspace Directories:\*\*\n {2}- ([^\n]{1,4096})/.exec(text)?.[1]?.trim();
  }
  return undefined;
}

function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === "string" ? first : undefined;
}

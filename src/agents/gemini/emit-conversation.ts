import { type EventPlace, type SessionFacts, type TokenTotals, placed } from "../event.ts";
import { type ToolTable, toolAction } from "../tool-action.ts";
import { recordInstant } from "../../platform/instant.ts";
import { type JsonRecord, numberAt, recordAt, textAt } from "../../platform/json/fields.ts";
import type { Emit } from "../adapter.ts";
import { readAnswer } from "./answer.ts";
import type { Call, ChatName, Conversation, Turn } from "./conversation.ts";
import { additional, isAcknowledgement, isSummary, partTexts, personText } from "./message.ts";

/** Tells a conversation from its beginning, message by message, each call with its end. */
export function emitConversation(conversation: Conversation, name: ChatName, emit: Emit): void {
  const { header, turns } = conversation;
  if (turns.length === 0 && Object.keys(header).length === 0) return;
  const isSubagent = name.subagent !== undefined || textAt(header, "kind") === "subagent";
  const thread = isSubagent ? (textAt(header, "sessionId") ?? name.subagent) : undefined;
  emit({
    is: "facts",
    ...placed(1, undefined, thread),
    sessionId: textAt(header, "sessionId") ?? name.subagent,
    parentSessionId: name.parentSessionId,
    workingDirectory: workspaceOf(header, turns[0]?.record),
    ...surroundings(turns[0]?.record),
  });
  let saidModel: string | undefined;
  for (const [index, turn] of turns.entries()) {
    const at = recordInstant(textAt(turn.record, "timestamp"));
    const here = placed(turn.line, at, thread);
    const type = textAt(turn.record, "type");
    if (type === "user") {
      const answer = replyTo(turns[index + 1]);
      if (isSummary(turn.record) || answer === additional) emit({ is: "compaction", ...here });
      // A subagent is asked by the agent that started it.
      else if (!isSubagent && !isAcknowledgement(answer)) emitPerson(turn, here, emit);
    }
    if (type !== "gemini") continue;
    const model = textAt(turn.record, "model");
    if (model !== undefined && model !== saidModel) {
      saidModel = model;
      emit({ is: "facts", ...here, model });
    }
    emitAgent(turn, here, emit);
  }
}

function replyTo(next: Turn | undefined): string {
  if (next === undefined || textAt(next.record, "type") !== "gemini") return "";
  return partTexts(next.record["content"]).join("\n");
}

function emitPerson(turn: Turn, here: EventPlace, emit: Emit): void {
  const text = personText(turn.record, turn.repeats);
  if (text !== undefined) emit({ is: "user", ...here, text, recordId: textAt(turn.record, "id") });
}

function emitAgent(turn: Turn, here: EventPlace, emit: Emit): void {
  const text = partTexts(turn.record["content"])
    .filter((part) => !turn.repeats.has(part) && !isAcknowledgement(part))
    .join("\n");
  if (text !== "" && !text.startsWith(interruption)) emit({ is: "assistant", ...here, text });
  const usage = tokenUsage(recordAt(turn.record, "tokens"));
  const requestId = textAt(turn.record, "id");
  if (usage !== undefined && requestId !== undefined) {
    emit({ is: "usage", ...here, requestId, ...usage });
  }
  for (const call of turn.calls) emitCall(call, here, emit);
}

/** Written by the program after a person stopped the model. */
const interruption = "[The previous response was interrupted";

function emitCall({ callId, record, line, answer }: Call, here: EventPlace, emit: Emit): void {
  const tool = textAt(record, "name") ?? "";
  const action = toolAction(tools, tool, recordAt(record, "args"));
  emit({ is: "call", ...here, line, callId, tool, action });
  if (answer === undefined) return;
  const at = recordInstant(textAt(answer.record, "timestamp")) ?? here.at;
  emit({
    is: "result",
    ...placed(answer.line, at, here.thread),
    callId,
    ...readAnswer(answer.record, { isShell: action.does === "shell" }),
  });
}

/** Its `input` counts what came from the cache too, and its `output` leaves out the thoughts. */
function tokenUsage(tokens: JsonRecord | undefined): TokenTotals | undefined {
  const count = (name: string) => Math.max(0, numberAt(tokens, name) ?? 0);
  const cacheReadTokens = count("cached");
  const inputTokens = Math.max(0, count("input") - cacheReadTokens);
  const outputTokens = count("output") + count("thoughts");
  if (inputTokens + outputTokens + cacheReadTokens === 0) return undefined;
  return { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens: 0 };
}

/** Tools of extensions and servers are `other`. */
const tools: ToolTable = {
  run_shell_command: ["shell", "command"],
  read_file: ["read", "file_path", "absolute_path"],
  replace: ["edit", "file_path", "absolute_path"],
  write_file: ["write", "file_path", "absolute_path"],
  glob: ["search", "dir_path", "path"],
  grep_search: ["search", "dir_path", "path"],
  list_directory: ["search", "dir_path", "path"],
  search_file_content: ["search", "dir_path", "path"],
};

/**
 * Where the agent worked, if the chat says so: a subagent's header names the directories; the first
 * message of newer chats describes the workspace. For all others see `projectOf`.
 */
function workspaceOf(header: JsonRecord, firstMessage: JsonRecord | undefined): string | undefined {
  if (textAt(header, "kind") === "subagent") return firstText(header["directories"]);
  const text = sessionContext(firstMessage);
  return /Workspace Directories:\*\*\n {2}- ([^\n]{1,4096})/.exec(text)?.[1]?.trim();
}

/** The same message names the system. Everywhere but on Windows the shell is bash, whatever the person's own is. */
function surroundings(
  firstMessage: JsonRecord | undefined,
): Pick<SessionFacts, "system" | "shell"> {
  const system = /^My operating system is: (\w{1,20})$/m.exec(sessionContext(firstMessage))?.[1];
  if (system === undefined) return {};
  return { system, shell: system === "win32" ? undefined : "bash" };
}

function sessionContext(firstMessage: JsonRecord | undefined): string {
  const texts = partTexts(firstMessage?.["content"]);
  return texts.find((text) => text.startsWith("<session_context>")) ?? "";
}

function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === "string" ? first : undefined;
}

import type { SessionFacts, TokenUsage } from "../../core/event.ts";
import { recordInstant } from "../../core/instant.ts";
import { numberAt, recordAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import type { Emit } from "../adapter.ts";
import { toolAction } from "./action.ts";
import { readAnswer } from "./answer.ts";
import type { ChatName } from "./chat-name.ts";
import type { Call, Conversation, Turn } from "./conversation.ts";
import { partTexts } from "./parts.ts";
import { additional, isAcknowledgement, isSummary, personText } from "./person-text.ts";
import { workingDirectory } from "./working-directory.ts";

/** Tells a conversation from its beginning, message by message, each call with its end. */
export function emitConversation(conversation: Conversation, name: ChatName, emit: Emit): void {
  const { header, turns } = conversation;
  if (turns.length === 0 && Object.keys(header).length === 0) return;
  const isSubagent = name.subagent !== undefined || textAt(header, "kind") === "subagent";
  const thread = isSubagent ? (textAt(header, "sessionId") ?? name.subagent) : undefined;
  const place: Threaded = thread === undefined ? {} : { thread };
  emit({ is: "facts", line: 1, ...place, ...sessionFacts(conversation, name) });
  let hasModel = false;
  for (const [index, turn] of turns.entries()) {
    const at = recordInstant(textAt(turn.record, "timestamp"));
    const here = { line: turn.line, ...place, ...(at === undefined ? {} : { at }) };
    const type = textAt(turn.record, "type");
    if (type === "user") {
      const answer = replyTo(turns[index + 1]);
      if (isSummary(turn.record) || answer === additional) emit({ is: "compaction", ...here });
      // A subagent is asked by the agent that started it.
      else if (!isSubagent && !isAcknowledgement(answer)) emitPerson(turn, here, emit);
    }
    if (type !== "gemini") continue;
    const model = textAt(turn.record, "model");
    if (model !== undefined && !hasModel) {
      hasModel = true;
      emit({ is: "facts", ...here, model });
    }
    emitAgent(turn, here, emit);
  }
}

interface Threaded {
  readonly thread?: string;
}

interface Placed extends Threaded {
  readonly line: number;
  readonly at?: string;
}

function sessionFacts(
  { header, turns }: Conversation,
  name: ChatName,
): Pick<SessionFacts, "sessionId" | "parentSessionId" | "workingDirectory"> {
  const sessionId = textAt(header, "sessionId") ?? name.subagent;
  const directory = workingDirectory(header, turns[0]?.record);
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(name.parentSessionId === undefined ? {} : { parentSessionId: name.parentSessionId }),
    ...(directory === undefined ? {} : { workingDirectory: directory }),
  };
}

function replyTo(next: Turn | undefined): string {
  if (next === undefined || textAt(next.record, "type") !== "gemini") return "";
  return partTexts(next.record["content"]).join("\n");
}

function emitPerson(turn: Turn, here: Placed, emit: Emit): void {
  const text = personText(turn.record, turn.repeats);
  const recordId = textAt(turn.record, "id");
  if (text === undefined) return;
  emit({ is: "user", ...here, text, ...(recordId === undefined ? {} : { recordId }) });
}

function emitAgent(turn: Turn, here: Placed, emit: Emit): void {
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

function emitCall({ callId, record, line, answer }: Call, here: Placed, emit: Emit): void {
  const tool = textAt(record, "name") ?? "";
  const action = toolAction(tool, recordAt(record, "args"));
  emit({ is: "call", ...here, line, callId, tool, action });
  if (answer === undefined) return;
  const { at: _, ...place } = here;
  const at = recordInstant(textAt(answer.record, "timestamp")) ?? here.at;
  emit({
    is: "result",
    ...place,
    line: answer.line,
    ...(at === undefined ? {} : { at }),
    callId,
    ...readAnswer(answer.record, { isShell: action.does === "shell" }),
  });
}

/** Its `input` counts what came from the cache too, and its `output` leaves out the thoughts. */
function tokenUsage(
  tokens: JsonRecord | undefined,
): Omit<TokenUsage, "is" | "line" | "requestId"> | undefined {
  const count = (name: string) => Math.max(0, numberAt(tokens, name) ?? 0);
  const cacheReadTokens = count("cached");
  const inputTokens = Math.max(0, count("input") - cacheReadTokens);
  const outputTokens = count("output") + count("thoughts");
  if (inputTokens + outputTokens + cacheReadTokens === 0) return undefined;
  return { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens: 0 };
}

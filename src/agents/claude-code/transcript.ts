import {
  type JsonRecord,
  isRecord,
  recordAt,
  recordsAt,
  textAt,
} from "../../platform/json/fields.ts";
import { RarePhrase } from "../../platform/files/rare-phrase.ts";
import type { RawLine } from "../../platform/files/raw-line.ts";
import type { Emit, LineReader, RecordFate } from "../adapter.ts";
import { readRecords, isOneRecord } from "../read-records.ts";
import { mayHideFailure } from "../outcome/judge-outcome.ts";
import type { EventPlace } from "../event.ts";
import { toolAction } from "../tool-action.ts";
import { readResult, tools } from "./calls.ts";
import { answerIn, answerOf, type Answer } from "./answer.ts";
import { knownTypes, silentTypes } from "./record-types.ts";
import { SessionMemory } from "./session-memory.ts";
import { humanText, isInterruption, queuedText } from "./human-text.ts";

/** Reads one transcript. Lines that hold nothing for us are known by their first bytes and not parsed. */
export function openTranscript(path: string, remembered?: unknown): LineReader {
  const memory = new SessionMemory(path, remembered);
  return {
    read: (line, emit) => readLine(line, memory, emit),
    memory: () => memory.toJson(),
  };
}

function readLine(line: RawLine, memory: SessionMemory, emit: Emit): RecordFate {
  const head = line.latin1(0, headBytes);
  const type = firstType(head);
  if (type !== undefined && isEmptyOfNews(type, line, head) && isOneRecord(line)) return "read";
  if (type === "user" || type === "progress") {
    const callId = plainResultOf(line, head);
    if (callId !== undefined && isOneRecord(line)) {
      const thread = type === "user" ? memory.threadIn(head) : subagentIn(line);
      emit({ ...thread, is: "result", line: line.number, callId });
      return "read";
    }
  }
  if (type === "message" && readAnswerLine(line, memory, emit)) return "read";
  return readRecords(line, (record) => readRecord(record, line.number, memory, emit));
}

/** Enough for what stands before the message: ids, version, working directory, branch. */
const headBytes = 1200;

/**
 * The first `type` of the line: the record's own, or that of what it carries (`message`, the kind of an
 * attachment). Inside a string the quotes would be escaped, so it is never something that was said.
 */
function firstType(head: string): string | undefined {
  const at = typeKey.indexIn(head);
  if (at < 0) return undefined;
  const from = at + typeKey.length;
  const to = head.indexOf('"', from);
  return to < 0 ? undefined : head.slice(from, to);
}

const typeKey = new RarePhrase('"t', 'ype":"');

/** Only what is known to hold nothing is passed over; what is unknown is parsed and counted. */
function isEmptyOfNews(type: string, line: RawLine, head: string): boolean {
  if (type === "message") return isOnlyThought(line, head);
  if (type === "user") return metaFlag.isIn(head) && !resultKey.isIn(head);
  if (type === "progress") return !line.includes('"type":"agent_progress"');
  if (type === "system") return !head.includes("compact_boundary");
  if (type === "queue-operation") return !head.includes('"operation":"enqueue"');
  return silentTypes.has(type);
}

/** Thoughts come in lines of their own; what the request cost stands in the lines of its answer too. */
function isOnlyThought(line: RawLine, head: string): boolean {
  return (
    head.includes('"content":[{"type":"thinking"') &&
    !textType.isInLine(line) &&
    !callType.isInLine(line)
  );
}

const textType = new RarePhrase('"type"', ':"text"');
const callType = new RarePhrase('"type"', ':"tool_use"');

/**
 * The call that this line is the result of, when the line says nothing but that it is done: no error
 * flag, no interruption, nothing that looks like a failure behind a pipe. Nine of ten results are such.
 */
function plainResultOf(line: RawLine, head: string): string | undefined {
  const at = resultKey.indexIn(head);
  if (at < 0) return undefined;
  const from = at + resultKey.length;
  const to = head.indexOf('"', from);
  if (to < 0) return undefined;
  const callId = head.slice(from, to);
  // Ids that were blacked out pair with nothing, and two results on a line are too rare to be quick about.
  if (!callId.startsWith("toolu_") || anyResultKey.isInLine(line, to)) return undefined;
  if (errorFlag.isInLine(line) || isInterrupted(line)) return undefined;
  return mayHideFailure(line) ? undefined : callId;
}

/** Whose progress it is stands behind the message, near the end of the line. */
function subagentIn(line: RawLine): { readonly thread: string } {
  const tail = line.latin1(Math.max(0, line.length - headBytes));
  return { thread: /"agentId":"([\w-]{1,64})"/.exec(tail)?.[1] ?? "subagent" };
}

/** What the shell tool says about the end of a call stands behind its output, near the end of the line. */
function isInterrupted(line: RawLine): boolean {
  return line.latin1(Math.max(0, line.length - headBytes)).includes('"interrupted":true');
}

const resultKey = new RarePhrase('"tool', '_use_id":"');
const anyResultKey = new RarePhrase("", '_use_id":"');
const errorFlag = new RarePhrase("", '_error"', ":true");
const metaFlag = new RarePhrase('"is', 'Meta":true');

function readRecord(
  record: JsonRecord,
  line: number,
  memory: SessionMemory,
  emit: Emit,
): RecordFate {
  memory.learn(record, line, emit);
  switch (textAt(record, "type")) {
    case "assistant":
      readAssistant(record, line, memory, emit);
      return "read";
    case "user":
      readUser(record, line, memory, emit);
      return "read";
    case "progress":
      readSubagentProgress(record, line, memory, emit);
      return "read";
    case "system":
      if (textAt(record, "subtype") === "compact_boundary") {
        emit({ ...memory.placeOf(record, line), is: "compaction" });
      }
      return "read";
    case "queue-operation":
    case "attachment": {
      // Before a session has begun nobody is at work: that is the prompt of `claude -p`, which follows as a record of
      // its own and says where it came from.
      const text = memory.hasBegun ? queuedText(record) : undefined;
      if (text !== undefined) memory.emitUser(text, record, line, emit, { isQueued: true });
      return "read";
    }
    default:
      return knownTypes.has(textAt(record, "type") ?? "") ? "read" : "unknown";
  }
}

/** Whether the line could be read without parsing all of it. */
function readAnswerLine(line: RawLine, memory: SessionMemory, emit: Emit): boolean {
  // Facts about the session stand around the answer; as long as some are missing, all of it is read.
  if (!memory.knowsSession) return false;
  const found = answerIn(line);
  if (found === undefined) return false;
  const place = memory.placeIn(found, line.number);
  if (place === undefined) return false;
  emitAnswer(found.answer, found.workingDirectory, place, memory, emit);
  return true;
}

function readAssistant(record: JsonRecord, line: number, memory: SessionMemory, emit: Emit): void {
  const answer = answerOf(recordAt(record, "message"));
  emitAnswer(answer, textAt(record, "cwd"), memory.placeOf(record, line), memory, emit);
}

function emitAnswer(
  { model, content, usage, requestId }: Answer,
  workingDirectory: string | undefined,
  place: EventPlace,
  memory: SessionMemory,
  emit: Emit,
): void {
  memory.learnSetting({ model, workingDirectory }, place, emit);
  if (typeof content === "string" && content !== "") {
    emit({ ...place, is: "assistant", text: content });
  }
  if (Array.isArray(content)) {
    for (const block of content) if (isRecord(block)) emitBlock(block, place, memory, emit);
  }
  if (usage !== undefined && requestId !== undefined) {
    emit({ ...place, is: "usage", requestId, ...usage });
  }
}

function emitBlock(block: JsonRecord, place: EventPlace, memory: SessionMemory, emit: Emit): void {
  const type = textAt(block, "type");
  if (type === "text") {
    const text = textAt(block, "text") ?? "";
    if (text !== "") emit({ ...place, is: "assistant", text });
  } else if (type === "tool_use") {
    const tool = textAt(block, "name") ?? "";
    const callId = memory.callId(textAt(block, "id"), place.line);
    const action = toolAction(tools, tool, recordAt(block, "input"));
    emit({ ...place, is: "call", callId, tool, action });
  }
}

function readUser(record: JsonRecord, line: number, memory: SessionMemory, emit: Emit): void {
  const place = memory.placeOf(record, line);
  const message = recordAt(record, "message");
  let isResult = false;
  for (const block of recordsAt(message, "content")) {
    if (textAt(block, "type") !== "tool_result") continue;
    isResult = true;
    emit({
      ...place,
      is: "result",
      callId: memory.resultId(textAt(block, "tool_use_id")),
      ...readResult(block, record),
    });
  }
  if (isResult) return;
  if (isInterruption(record)) return emit({ ...place, is: "interruption" });
  const text = humanText(record);
  if (text !== undefined) memory.emitUser(text, record, line, emit, { isQueued: false });
}

/** Until 2.1.149 the work of subagents was reported in the transcript of the session that started them. */
function readSubagentProgress(
  record: JsonRecord,
  line: number,
  memory: SessionMemory,
  emit: Emit,
): void {
  const report = recordAt(record, "data");
  const inner = recordAt(report, "message");
  if (inner === undefined) return;
  const thread = textAt(report, "agentId") ?? "subagent";
  const asSubagent: JsonRecord = { ...inner, agentId: thread, isSidechain: true };
  if (textAt(inner, "type") === "assistant") readAssistant(asSubagent, line, memory, emit);
  if (textAt(inner, "type") === "user") readUser(asSubagent, line, memory, emit);
}

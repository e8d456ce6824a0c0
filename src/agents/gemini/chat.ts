import type { Emit, RecordCounts, RecordFate } from "../adapter.ts";
import { Conversation, chatName } from "./conversation.ts";
import { emitConversation } from "./emit-conversation.ts";
import { constants } from "node:buffer";
import { type JsonRecord, isRecord, textAt } from "../../platform/json/fields.ts";
import { RawLine } from "../../platform/files/raw-line.ts";
import { brokenDocument, wholeDocument } from "../read-records.ts";

/**
 * Reads one chat. It is a journal of changes to a conversation, or the whole conversation as one JSON
 * document, so nothing is known of it before its end was read.
 */
export function readChat(path: string, content: Buffer, emit: Emit): RecordCounts {
  const conversation = new Conversation();
  const read = path.endsWith(".jsonl") ? readJournal : readDocument;
  const counts = read(content, conversation);
  emitConversation(conversation, chatName(path), emit);
  return counts;
}

/** The whole conversation in one object, as versions before 0.39 wrote it. Places are those of the messages. */
function readDocument(content: Buffer, conversation: Conversation): RecordCounts {
  const document = wholeDocument(content);
  if (document === undefined) return brokenDocument(content);
  const { messages, ...header } = document;
  conversation.set(header, 1);
  const unreadable: number[] = [];
  let unknown = 0;
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  for (const [index, message] of list.entries()) {
    if (!isRecord(message)) unreadable.push(index + 1);
    else if (!conversation.addMessage(message, index + 1)) unknown += 1;
  }
  return { records: list.length, unknown, unreadable };
}

/** One record a line: a header, messages, and changes to what came before. */
function readJournal(content: Buffer, conversation: Conversation): RecordCounts {
  const line = new RawLine();
  line.buffer = content;
  const unreadable: number[] = [];
  let records = 0;
  let unknown = 0;
  while (line.end < content.length) {
    line.start = line.number === 0 ? 0 : line.end + 1;
    // 0x0A only: U+2028 is legal inside a JSON string.
    const newline = content.indexOf(0x0a, line.start);
    line.end = newline < 0 ? content.length : newline;
    line.number += 1;
    if (isBlank(line)) continue;
    const fate = readLine(line, conversation);
    // The last line is still being written; it is read when it is whole.
    if (fate === "unreadable" && newline < 0) break;
    records += 1;
    if (fate === "unknown") unknown += 1;
    if (fate === "unreadable") unreadable.push(line.number);
  }
  return { records, unknown, unreadable };
}

function isBlank(line: RawLine): boolean {
  return line.length === 0 || (line.length < longestBlank && line.latin1().trim() === "");
}

const longestBlank = 16;

function readLine(line: RawLine, conversation: Conversation): RecordFate {
  if (isEmptyOfNews(line, conversation)) return "read";
  const records = line.length > constants.MAX_STRING_LENGTH ? undefined : line.records();
  if (records === undefined) return "unreadable";
  let fate: RecordFate = "read";
  for (const record of records) {
    if (!readRecord(record, line.number, conversation)) fate = "unknown";
  }
  return fate;
}

/**
 * Half of the bytes say again, in the user's name, what the result of a call was; every other line only
 * says the time. Both are recognised by their first bytes and not parsed.
 */
function isEmptyOfNews(line: RawLine, conversation: Conversation): boolean {
  if (line.length < longestTouch) return touch.test(line.latin1());
  const [head, callId] = answer.exec(line.latin1(0, headBytes)) ?? [];
  if (head === undefined || callId === undefined || !conversation.isAnswered(callId)) return false;
  // Inside a string the quotes would be escaped: these are parts or records of their own, and may hold a person's words.
  const rest = line.buffer.subarray(line.start + head.length, line.end);
  return rest.at(-1) === closingBrace && !moreToRead.some((more) => rest.includes(more));
}

const headBytes = 400;
const longestTouch = 80;
const closingBrace = 0x7d;
const touch = /^\{"\$set":\{"lastUpdated":"[^"\\]*"\}\}$/;
const answer =
  /^\{"id":"[^"\\]{1,100}","timestamp":"[^"\\]{1,40}","type":"user","content":\[\{"functionResponse":\{"id":"([^"\\]{1,150})"/;
const moreToRead = ['},{"', '}{"', '"displayContent":'];

/** False when nobody knows what it says. */
function readRecord(record: JsonRecord, line: number, conversation: Conversation): boolean {
  if (record["$set"] !== undefined) return conversation.set(record["$set"], line);
  if (record["$patch"] !== undefined) return conversation.patch(record["$patch"], line);
  // What was taken back did happen: calls ran, and a person said what they said.
  if (record["$rewindTo"] !== undefined) return true;
  if (textAt(record, "type") !== undefined) return conversation.addMessage(record, line);
  return textAt(record, "sessionId") !== undefined && conversation.set(record, line);
}

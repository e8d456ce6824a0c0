import { constants } from "node:buffer";
import { isRecord } from "../../core/json-fields.ts";
import { parseJsonLine } from "../../core/parse-json.ts";
import type { RecordCounts } from "../adapter.ts";
import type { Conversation } from "./conversation.ts";

/** The whole conversation in one object, as versions before 0.39 wrote it. Places are those of the messages. */
export function readDocument(content: Buffer, conversation: Conversation): RecordCounts {
  if (content.length === 0) return { records: 0, unknown: 0, unreadable: [] };
  const isReadable = content.length <= constants.MAX_STRING_LENGTH;
  const document = isReadable ? parseJsonLine(content.toString("utf8")) : undefined;
  if (!isRecord(document)) return { records: 1, unknown: 0, unreadable: [1] };

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

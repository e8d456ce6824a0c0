import type { Emit, LogName, RecordCounts } from "../adapter.ts";
import { chatName } from "./chat-name.ts";
import { Conversation } from "./conversation.ts";
import { emitConversation } from "./emit-conversation.ts";
import { readDocument } from "./read-document.ts";
import { readJournal } from "./read-journal.ts";

/**
 * Reads one chat. It is a journal of changes to a conversation, or the whole conversation as one JSON
 * document, so nothing is known of it before its end was read.
 */
export function readChat(log: LogName, content: Buffer, emit: Emit): RecordCounts {
  const conversation = new Conversation();
  const read = log.path.endsWith(".jsonl") ? readJournal : readDocument;
  const counts = read(content, conversation);
  emitConversation(conversation, chatName(log.path), emit);
  return counts;
}

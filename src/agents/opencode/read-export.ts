import { constants } from "node:buffer";
import { isRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import { parseJsonLine } from "../../platform/json/parse.ts";
import type { Emit, LogName, RecordCounts } from "../adapter.ts";
import { SessionReader } from "./session-reader.ts";

/** Reads what `opencode export` wrote: one session with all its messages and their parts. */
export function readExport(_log: LogName, content: Buffer, emit: Emit): RecordCounts {
  if (content.length === 0) return { records: 0, unknown: 0, unreadable: [] };
  const isReadable = content.length <= constants.MAX_STRING_LENGTH;
  const document = isReadable ? parseJsonLine(content.toString("utf8")) : undefined;
  if (!isRecord(document)) return { records: 1, unknown: 0, unreadable: [1] };

  const session = recordAt(document, "info");
  const reader = new SessionReader(
    {
      sessionId: textAt(session, "id"),
      parentSessionId: textAt(session, "parentID"),
      workingDirectory: textAt(session, "directory"),
      agentVersion: textAt(session, "version"),
      model: textAt(recordAt(session, "model"), "id"),
      subagent: textAt(session, "agent"),
    },
    emit,
  );
  const messages: unknown = document["messages"];
  for (const message of Array.isArray(messages) ? messages : []) {
    const record = isRecord(message) ? message : undefined;
    const parts: unknown = record?.["parts"];
    reader.readMessage(
      recordAt(record, "info"),
      (Array.isArray(parts) ? parts : []).map((part: unknown) =>
        isRecord(part) ? part : undefined,
      ),
    );
  }
  return reader.counts();
}

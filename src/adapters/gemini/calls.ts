import { recordAt, recordsAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import { partsOf } from "./parts.ts";

/** A call as a message has it. */
export interface WrittenCall {
  readonly id: string | undefined;
  /** Its place in the message. */
  readonly index: number;
  readonly record: JsonRecord;
  readonly isDone: boolean;
}

/** The calls of a message: from its list, or, when the program wrote the history down again, from its parts. */
export function callsOf(message: JsonRecord): readonly WrittenCall[] {
  const listed = recordsAt(message, "toolCalls").map((record, index) => ({
    id: textAt(record, "id"),
    index,
    record,
    isDone: endings.has(textAt(record, "status") ?? ""),
  }));
  if (listed.length > 0 || textAt(message, "type") !== "gemini") return listed;
  return partsOf(message["content"]).flatMap((part, index) => {
    const record = recordAt(part, "functionCall");
    const id = textAt(record, "id");
    return record === undefined || id === undefined ? [] : [{ id, index, record, isDone: false }];
  });
}

const endings: ReadonlySet<string> = new Set(["success", "error", "cancelled"]);

/** What a message in the user's name gives back for calls. */
export function answersOf(
  message: JsonRecord,
): readonly { readonly callId: string; readonly record: JsonRecord }[] {
  if (textAt(message, "type") !== "user") return [];
  return partsOf(message["content"]).flatMap((part) => {
    const record = recordAt(part, "functionResponse");
    const callId = textAt(record, "id");
    return record === undefined || callId === undefined ? [] : [{ callId, record }];
  });
}

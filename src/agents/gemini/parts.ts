import {
  type JsonRecord,
  isRecord,
  recordAt,
  recordsAt,
  textAt,
} from "../../platform/json/fields.ts";

/** The content of a message as a list of parts: it is a text, a part, or a list of either. */
export function partsOf(content: unknown): readonly JsonRecord[] {
  if (typeof content === "string") return [{ text: content }];
  if (isRecord(content)) return [content];
  if (!Array.isArray(content)) return [];
  if (content.every(isRecord)) return content;
  return content.flatMap((part: unknown) =>
    typeof part === "string" ? [{ text: part }] : isRecord(part) ? [part] : [],
  );
}

/** The texts in it that are not thoughts, images or calls. */
export function partTexts(content: unknown): readonly string[] {
  return partsOf(content).flatMap((part) => {
    const text = part["thought"] === true ? undefined : textAt(part, "text")?.trim();
    return text === undefined || text === "" ? [] : [text];
  });
}

/** A call as a message has it. */
interface WrittenCall {
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

/** A text without what hooks (ours among them) put into it. The program escapes the marks inside. */
export function withoutHookContext(text: string): string {
  let from = text.indexOf(opening);
  if (from < 0) return text;
  let rest = "";
  let done = 0;
  while (from >= 0) {
    rest += text.slice(done, from);
    const end = text.indexOf(closing, from);
    if (end < 0) return rest;
    done = end + closing.length;
    from = text.indexOf(opening, done);
  }
  return rest + text.slice(done);
}

const opening = "<hook_context>";
const closing = "</hook_context>";

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

/**
 * What a person typed, from a message in the user's name; undefined when nobody typed it. `repeats` are
 * texts that the program wrote down again.
 */
export function personText(message: JsonRecord, repeats: ReadonlySet<string>): string | undefined {
  const texts = partTexts(message["content"]);
  // Beside the answers to calls stands what the program has to say, and what a person typed meanwhile.
  if (answersOf(message).length > 0) return joined(texts.map(steering));
  // When there is a text for display, it is what was typed, without the files that it names.
  const shown = message["displayContent"];
  const typed = shown === undefined || shown === null ? texts : partTexts(shown);
  const isRepeated = texts.length > 0 && texts.every((text) => repeats.has(text));
  if (isRepeated) return undefined;
  const attached = typed.findIndex((text) => text.startsWith(attachedFiles));
  return joined(
    typed
      .slice(0, attached < 0 ? typed.length : attached)
      .filter((text) => !repeats.has(text))
      .map((text) => steering(text) ?? ownWords(text)),
  );
}

/** The program sums up what came before, in the user's name. */
export function isSummary(message: JsonRecord): boolean {
  if (textAt(message, "type") !== "user") return false;
  return partTexts(message["content"]).some((text) => text.startsWith("<state_snapshot>"));
}

/** The model's answer, written by the program, to a message that the program wrote. */
export function isAcknowledgement(text: string): boolean {
  return text === "Got it. Thanks for the context!" || text === additional;
}

/** After a summary it thanks in these words. */
export const additional = "Got it. Thanks for the additional context!";

function joined(texts: readonly (string | undefined)[]): string | undefined {
  const text = texts.filter((part) => part !== undefined && part !== "").join("\n");
  return text === "" ? undefined : text;
}

function ownWords(text: string): string | undefined {
  const words = withoutHookContext(text).trim();
  return programBeginnings.test(words) ? undefined : words;
}

/** What a person typed while the agent was at work. */
function steering(text: string): string | undefined {
  if (!text.startsWith("User steering update:") && !text.startsWith("User hints:"))
    return undefined;
  const from = text.indexOf(inputStart);
  const to = text.indexOf(inputEnd, from);
  return from < 0 || to < 0 ? undefined : text.slice(from + inputStart.length, to).trim();
}

const inputStart = "<user_input>";
const inputEnd = "</user_input>";
const attachedFiles = "--- Content from referenced files ---";

/** How the program begins what it writes in the user's name, and the commands that are for it. */
const programBeginnings = new RegExp(
  `^(?:${[
    "<(?:session_context|state_snapshot|hook_context|tool_output_masked)>",
    "This is the Gemini CLI\\. We are setting up the context",
    "Here is (?:the user's editor context as|a summary of changes in the user's editor)",
    "System: Please continue\\.",
    "Please continue\\.$",
    "\\[The previous response was interrupted",
    "/[a-z][\\w:-]*(?:\\s|$)",
    "\\?$",
  ].join("|")})`,
);

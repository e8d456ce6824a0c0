import { isRecord, textAt, type JsonRecord } from "../../core/json-fields.ts";

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

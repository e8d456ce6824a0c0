import { type JsonRecord, recordsAt, textAt } from "../platform/json/fields.ts";
import { deliveryHeading, hintStart } from "./our-text/frame.ts";
import { withoutHeldLine } from "./our-text/hold-reason.ts";

/**
 * The beginning and the end of a long output. What went wrong stands at one of the two; the middle of
 * ten thousand lines is never read, and must not be kept in memory. It is cut between lines where there
 * are any: half a word may be half a secret, which nobody would recognise.
 */
export function boundedOutput(text: string): string {
  if (text.length <= headLength + tailLength) return text;
  const headEnd = text.lastIndexOf("\n", headLength);
  const tailStart = text.indexOf("\n", text.length - tailLength);
  const head = text.slice(0, headEnd > 0 ? headEnd : headLength);
  const tail = tailStart < 0 ? "" : text.slice(tailStart + 1);
  return `${head}\n…\n${tail}`;
}

const headLength = 6000;
const tailLength = 2000;

/** The texts of a content, which is one text or a list of blocks. A block without a text, such as an image, is an empty one. */
export function contentTexts(record: JsonRecord | undefined): readonly string[] {
  const text = textAt(record, "content");
  if (text !== undefined) return [text];
  return recordsAt(record, "content").map((block) => textAt(block, "text") ?? "");
}

/** The first place from which the text is ours; what stands before it is not. */
export function withoutOurLessons(text: string): string {
  const places = [deliveryHeading, hintStart].map((start) => text.indexOf(start));
  const at = Math.min(...places.filter((place) => place >= 0));
  return at === Infinity ? text : withoutHeldLine(text.slice(0, at)).trimEnd();
}

/** Text that some program put in a person's mouth: our lessons, or one of the frames that agents put around such text. */
export function isInjected(text: string, frames: RegExp): boolean {
  const isOurs = text.startsWith(deliveryHeading) || text.startsWith(hintStart);
  return isOurs || frames.test(text);
}

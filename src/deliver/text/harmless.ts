import { breakFrames } from "../../redact/frames.ts";
import { plainLine, plainText } from "../../redact/plain-text.ts";

/**
 * The words of a lesson, made safe to stand between ours: every line but the first is indented, beyond
 * what it belongs to, by the four spaces behind which Markdown sees no heading, list or fence.
 * What is left is text that programs look for wherever it stands; one backslash breaks it, and a
 * reader still sees what was meant.
 */
export function harmlessText(text: string, options: { readonly indent: number }): string {
  const [first = "", ...below] = lines(text);
  const indent = " ".repeat(options.indent + fourSpaces);
  return [first, ...below.map((line) => indent + line)].join("\n");
}

/** The same on one line. */
export function harmlessLine(text: string): string {
  return broken(plainLine(text));
}

/** A first line that follows a list mark, where Markdown would look for the beginning of a block. */
export function harmlessItem(text: string, options: { readonly indent: number }): string {
  return harmlessText(text, options).replace(blockStart, "\\$&");
}

const fourSpaces = 4;
const blockStart = /^(?:#|`{3}|~{3})/u;

/** Without the empty ones: a lesson is short. */
function lines(text: string): readonly string[] {
  return broken(plainText(text))
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

function broken(text: string): string {
  return breakFrames(text.replace(reportMark, "\\$&"));
}

/** What our own reader takes for a report when an agent repeats a lesson. */
const reportMark = /#\/?lesson|\[\/?process_knowledge\]/giu;

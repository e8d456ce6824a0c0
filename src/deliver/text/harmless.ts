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
  return broken(plainLine(visible(text)));
}

/** A first line that follows a list mark, where Markdown would look for the beginning of a block. */
export function harmlessItem(text: string, options: { readonly indent: number }): string {
  return harmlessText(text, options).replace(blockStart, "\\$&");
}

const fourSpaces = 4;
const blockStart = /^(?:#|`{3}|~{3})/u;

/** Without the empty ones: a lesson is short. */
function lines(text: string): readonly string[] {
  return broken(plainText(visible(text.replace(/[\u2028\u2029]/gu, "\n"))))
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

/**
 * A model reads characters that a person is not shown. `plainText` keeps some of them because scripts
 * and emoji are written with them; here only single joiners and the two emoji selectors stay.
 */
function visible(text: string): string {
  return text.replace(invisible, "").replace(runOfJoiners, "");
}

const invisible = /(?!\p{Join_Control}|[\uFE0E-\uFE0F])\p{Default_Ignorable_Code_Point}/gu;
const runOfJoiners = /(?:\p{Join_Control}|[\uFE0E-\uFE0F]){3,}/gu;

function broken(text: string): string {
  return text.replace(reportMark, "\\$&").replace(frame, "<\\");
}

/** What our own reader takes for a report when an agent repeats a lesson. */
const reportMark = /#\/?lesson|\[\/?process_knowledge\]/giu;

/**
 * Comments, and the tags that agents put around what is not the user's: a lesson may neither hide
 * itself nor end the frame that it stands in. Placeholders such as `<branch-name>` stay as they are.
 */
const frame = new RegExp(
  `<(?=${[
    "!--",
    "/[a-z0-9]{1,40}[-_:]",
    "/(?:system|skill|user|assistant|human|result|output|context)\\b",
    "(?:system|antml|function_calls|function_results|tool_use_error|tool_result|command-name|command-message|command-args|local-command|task-notification|persisted-output|hook_context|environment_context|user_instructions|user-prompt-submit)[\\s>/:_-]",
  ].join("|")})`,
  "giu",
);

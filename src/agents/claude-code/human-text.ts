import { recordAt, recordsAt, textAt, type JsonRecord } from "../../platform/json/fields.ts";
import { contentTexts } from "../recorded-text.ts";

/**
 * What a person typed, from a record that says it is the user's; undefined when nobody typed it. Most
 * such records are written by the program: results, skill bodies, reminders, summaries, plans.
 */
export function humanText(record: JsonRecord): string | undefined {
  if (record["isMeta"] === true || record["isSidechain"] === true) return undefined;
  if (record["isCompactSummary"] === true || record["isVisibleInTranscriptOnly"] === true) {
    return undefined;
  }
  if (record["planContent"] !== undefined) return undefined;
  if (!isFromPerson(record)) return undefined;
  return typedPart(textIn(recordAt(record, "message"), "content"));
}

/** The program notes that a person stopped the agent. */
export function isInterruption(record: JsonRecord): boolean {
  const text = contentTexts(recordAt(record, "message")).join("\n");
  return text.startsWith("[Request interrupted by user");
}

/** What a person typed while the agent was at work. It may never become a record of its own. */
export function queuedText(record: JsonRecord): string | undefined {
  if (textAt(record, "type") === "queue-operation") {
    if (textAt(record, "operation") !== "enqueue") return undefined;
    return typedPart(textAt(record, "content") ?? "");
  }
  const attachment = recordAt(record, "attachment");
  if (textAt(attachment, "type") !== "queued_command") return undefined;
  if (textAt(attachment, "commandMode") !== "prompt" || !isFromPerson(attachment)) return undefined;
  return typedPart(textIn(attachment, "prompt"));
}

/**
 * Newer versions say who wrote it; older ones leave it to the text. A person may speak through a program
 * (a desktop client), so the origin counts before the way it came.
 */
function isFromPerson(record: JsonRecord | undefined): boolean {
  const origin = textAt(recordAt(record, "origin"), "kind");
  if (origin !== undefined) return origin === "human";
  const source = textAt(record, "promptSource");
  return source === undefined || source === "typed" || source === "queued";
}

/** A text, or the texts of a list of blocks but for those that the program put among them. */
function textIn(record: JsonRecord | undefined, name: string): string {
  const text = textAt(record, name);
  if (text !== undefined) return text;
  return recordsAt(record, name)
    .map((block) => (textAt(block, "type") === "text" ? (textAt(block, "text") ?? "") : ""))
    .filter((part) => !programBeginnings.test(part.trimStart()))
    .join("\n");
}

function typedPart(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === "" || programBeginnings.test(trimmed) ? undefined : trimmed;
}

/** How the program begins what it writes in the user's name. */
const programBeginnings = new RegExp(
  `^(?:${[
    "<(?:command-(?:name|message|args)|local-command-[a-z]+|bash-(?:input|stdout|stderr)|task-notification|agent-notification|teammate-message|system-reminder|ide_opened_file|ide_selection|ci-monitor-event|user-memory-input|user-prompt-submit-hook|tick|cross-session-message|channel|fork-boilerplate|hook_context)\\b",
    "\\[Request interrupted by user",
    "\\[Image(?: #\\d+)?[:\\]]",
    '\\{"task_id"',
    "/[a-z][\\w:-]*(?:\\s|$)",
    "Base directory for this skill:",
    "Caveat: The messages below",
    "Implement the following plan:",
    "Operation stopped by hook:",
    "Stop hook feedback:",
    "This session is being continued from a previous conversation",
    "Continue from where you left off\\.$",
  ].join("|")})`,
);

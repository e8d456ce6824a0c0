import { type JsonRecord, recordAt } from "../../platform/json/fields.ts";
import { boundedOutput, contentTexts, withoutOurLessons } from "../recorded-text.ts";
import type { CallEnd } from "../event.ts";
import type { ToolTable } from "../tool-action.ts";
import { isHold } from "../our-text/hold-reason.ts";

/** How a call ended, from the block that answers it and the record around the block. */
export function readResult(block: JsonRecord, record: JsonRecord): CallEnd {
  const text = contentTexts(block).join("\n");
  if (block["is_error"] !== true) {
    const isStopped = recordAt(record, "toolUseResult")?.["interrupted"] === true;
    const output = boundedOutput(withoutReminders(text));
    return { ending: isStopped ? "interrupted" : undefined, output };
  }
  const error = withoutReminders(text);
  return isHold(error) ? { ending: "held" } : readError(withoutOurLessons(error));
}

function readError(text: string): CallEnd {
  const refusal = /^<tool_use_error>([\s\S]*?)(?:<\/tool_use_error>\s*)?$/.exec(text)?.[1];
  if (refusal !== undefined) {
    const isCascade =
      refusal.startsWith("Sibling tool call errored") ||
      refusal.startsWith("Cancelled: parallel tool call");
    return isCascade
      ? { ending: "cancelled" }
      : { ending: "refused", output: boundedOutput(refusal) };
  }
  if (text.startsWith("[Request interrupted by user")) return { ending: "interrupted" };
  if (isRejection(text)) return readRejection(text);

  const exit = /^(?:Error: )?Exit code (\d{1,5})(?:\n|$)/.exec(text);
  const output = boundedOutput(exit === null ? text : text.slice(exit[0].length));
  const exitStatus = exit === null ? undefined : Number(exit[1]);
  if (/^Command timed out after /m.test(output.slice(0, 400))) {
    return { ending: "timeout", exitStatus, output };
  }
  const isRefused =
    exit === null &&
    /hook error:|^Permission (?:for|to) .{0,200}denied|^Hook /.test(output.slice(0, 400));
  return { ending: isRefused ? "refused" : "failed", exitStatus, output };
}

function isRejection(text: string): boolean {
  return (
    text.startsWith("The user doesn't want to proceed with this tool use") ||
    text.startsWith("The user doesn't want to take this action right now") ||
    text.startsWith("User rejected tool use")
  );
}

/** Only what follows these words was said by a person; the rest is the program's own advice to the model. */
function readRejection(text: string): CallEnd {
  const said = /the user said:\s*([\s\S]*)$/.exec(text)?.[1];
  const reason = said?.split("\n\nNote: The user's next message")[0]?.trim();
  // Asked to choose, people may ask back; then the program speaks for them.
  const isProgram = reason?.startsWith("The user wants to clarify these questions") === true;
  return { ending: "rejected", reason: isProgram ? undefined : reason || undefined };
}

/** The program's notes to the model, and what our own hook put there. */
function withoutReminders(text: string): string {
  if (!text.includes("<system-reminder>")) return text;
  return text
    .split("<system-reminder>")
    .map((part, index) => (index === 0 ? part : (part.split("</system-reminder>")[1] ?? "")))
    .join("")
    .trimEnd();
}

/** Tools of plugins and servers are `other`. */
export const tools: ToolTable = {
  Bash: ["shell", "command"],
  PowerShell: ["shell", "command"],
  Read: ["read", "file_path", "notebook_path"],
  NotebookRead: ["read", "file_path", "notebook_path"],
  Edit: ["edit", "file_path", "notebook_path"],
  MultiEdit: ["edit", "file_path", "notebook_path"],
  NotebookEdit: ["edit", "file_path", "notebook_path"],
  Write: ["write", "file_path", "notebook_path"],
  Glob: ["search", "path"],
  Grep: ["search", "path"],
  LS: ["search", "path"],
};

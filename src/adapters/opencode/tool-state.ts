import { withoutOurLessons } from "../injected-text.ts";
import { boundedOutput } from "../../core/bounded-output.ts";
import { isHold } from "../../core/delivery-hold.ts";
import type { ToolResult } from "../../core/event.ts";
import { numberAt, recordAt, textAt, type JsonRecord } from "../../core/json-fields.ts";

type Reading = Pick<ToolResult, "ending" | "exitStatus" | "output" | "reason">;

interface ToolName {
  readonly tool: string;
  readonly isShell: boolean;
}

/** How a call ended, from its state. A command that failed is `completed` all the same. */
export function readState(state: JsonRecord, { tool, isShell }: ToolName): Reading {
  if (textAt(state, "status") === "error") return readError(textAt(state, "error") ?? "");
  // The call that the model wrote was not one; the program put this tool in its place.
  if (tool === "invalid") return { ending: "refused", ...outputOf(textAt(state, "output")) };
  // What other tools give back when all went well (whole files, lists) is nobody's concern.
  return isShell ? readShell(state) : {};
}

function readError(error: string): Reading {
  if (isHold(error)) return { ending: "held" };
  if (error.startsWith(rejection)) {
    const reason = error.startsWith(feedback) ? error.slice(feedback.length).trim() : "";
    return reason === "" ? { ending: "rejected" } : { ending: "rejected", reason };
  }
  if (error.startsWith("The user dismissed this question")) return { ending: "rejected" };
  if (error.startsWith("Tool execution aborted")) return { ending: "interrupted" };
  const isRefused = error.startsWith("The user has specified a rule which prevents you");
  return { ending: isRefused ? "refused" : "failed", ...outputOf(withoutOurLessons(error)) };
}

const rejection = "The user rejected permission to use this specific tool call";
const feedback = `${rejection} with the following feedback: `;

function readShell(state: JsonRecord): Reading {
  const metadata = recordAt(state, "metadata");
  const shown = textAt(state, "output") ?? "";
  const noteAt = Math.max(
    shown.lastIndexOf("<shell_metadata>"),
    shown.lastIndexOf("<bash_metadata>"),
  );
  const ending = noteAt < 0 ? undefined : endingIn(shown.slice(noteAt, noteAt + longestNote));
  const exitStatus = numberAt(metadata, "exit");
  // What plugins (ours among them) add is in the one for the model only.
  const output = textAt(metadata, "output") ?? (noteAt < 0 ? shown : shown.slice(0, noteAt));
  return {
    ...(ending === undefined ? {} : { ending }),
    ...(exitStatus === undefined ? {} : { exitStatus }),
    ...outputOf(output.trimEnd()),
  };
}

const longestNote = 400;

function endingIn(note: string): "timeout" | "interrupted" | undefined {
  if (note.includes("terminated command after exceeding timeout")) return "timeout";
  return note.includes("User aborted the command") ? "interrupted" : undefined;
}

function outputOf(text: string | undefined): { readonly output?: string } {
  return text === undefined ? {} : { output: boundedOutput(text) };
}

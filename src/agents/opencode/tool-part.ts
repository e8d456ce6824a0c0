import type { Instant } from "../../lesson/record/lesson.ts";
import { type JsonRecord, numberAt, recordAt, textAt } from "../../platform/json/fields.ts";
import type { Emit } from "../adapter.ts";
import type { CallEnd, EventPlace, ToolAction } from "../event.ts";
import { type ToolTable, toolAction } from "../tool-action.ts";
import { isHold } from "../our-text/hold-reason.ts";
import { boundedOutput, withoutOurLessons } from "../recorded-text.ts";

/** A call is one part of a message; its end is written into the same part. */
export function readToolPart(part: JsonRecord, place: EventPlace, emit: Emit): void {
  const state = recordAt(part, "state");
  const tool = textAt(part, "tool") ?? "";
  const callId = textAt(part, "callID") ?? textAt(part, "id") ?? "";
  if (callId === "") return;
  const action = toolPartAction(tool, recordAt(state, "input"));
  const times = recordAt(state, "time");
  emit({ is: "call", ...at(place, instantAt(times, "start")), callId, tool, action });

  const status = textAt(state, "status");
  if (state === undefined || (status !== "completed" && status !== "error")) return;
  const end = readState(state, tool, action);
  emit({ is: "result", ...at(place, instantAt(times, "end")), callId, ...end });
}

function at(place: EventPlace, instant: string | undefined): EventPlace {
  return instant === undefined ? place : { ...place, at: instant };
}

/** How a call ended, from its state. A command that failed is `completed` all the same. */
function readState(state: JsonRecord, tool: string, { does }: ToolAction): CallEnd {
  if (textAt(state, "status") === "error") return readError(textAt(state, "error") ?? "");
  // The call that the model wrote was not one; the program put this tool in its place.
  if (tool === "invalid")
    return { ending: "refused", output: boundedOutput(textAt(state, "output") ?? "") };
  // What other tools give back when all went well (whole files, lists) is nobody's concern.
  return does === "shell" ? readShell(state) : {};
}

function readError(error: string): CallEnd {
  if (isHold(error)) return { ending: "held" };
  if (error.startsWith(rejection)) {
    const reason = error.startsWith(feedback) ? error.slice(feedback.length).trim() : "";
    return { ending: "rejected", reason: reason || undefined };
  }
  if (error.startsWith("The user dismissed this question")) return { ending: "rejected" };
  if (error.startsWith("Tool execution aborted")) return { ending: "interrupted" };
  const isRefused = error.startsWith("The user has specified a rule which prevents you");
  return {
    ending: isRefused ? "refused" : "failed",
    output: boundedOutput(withoutOurLessons(error)),
  };
}

const rejection = "The user rejected permission to use this specific tool call";
const feedback = `${rejection} with the following feedback: `;

function readShell(state: JsonRecord): CallEnd {
  const metadata = recordAt(state, "metadata");
  const shown = textAt(state, "output") ?? "";
  const noteAt = Math.max(
    shown.lastIndexOf("<shell_metadata>"),
    shown.lastIndexOf("<bash_metadata>"),
  );
  const ending = noteAt < 0 ? undefined : endingIn(shown.slice(noteAt, noteAt + longestNote));
  // What plugins (ours among them) add is in the one for the model only.
  const output = textAt(metadata, "output") ?? (noteAt < 0 ? shown : shown.slice(0, noteAt));
  return {
    ending,
    exitStatus: numberAt(metadata, "exit"),
    output: boundedOutput(output.trimEnd()),
  };
}

const longestNote = 400;

function endingIn(note: string): "timeout" | "interrupted" | undefined {
  if (note.includes("terminated command after exceeding timeout")) return "timeout";
  return note.includes("User aborted the command") ? "interrupted" : undefined;
}

/** What a call of one of OpenCode's tools does. Tools of plugins and servers are `other`. */
export function toolPartAction(tool: string, input: JsonRecord | undefined): ToolAction {
  if (tool !== "apply_patch" && tool !== "patch") return toolAction(tools, tool, input);
  const path = patchedFile.exec(textAt(input, "patchText") ?? "")?.[1];
  return { does: "edit", path: path ?? "" };
}

const tools: ToolTable = {
  bash: ["shell", "command"],
  shell: ["shell", "command"],
  read: ["read", "filePath"],
  edit: ["edit", "filePath"],
  multiedit: ["edit", "filePath"],
  write: ["write", "filePath"],
  glob: ["search", "path"],
  grep: ["search", "path"],
  list: ["search", "path"],
};

/** The first of them, when a patch changes several. */
const patchedFile = /^\*\*\* (?:Add|Update|Delete) File: ([^\n]{1,4096})$/m;

/** A time in milliseconds; undefined when it is none or lies outside of the years that we can write. */
export function instantAt(times: JsonRecord | undefined, name: string): Instant | undefined {
  const milliseconds = numberAt(times, name);
  if (milliseconds === undefined || milliseconds < 0 || milliseconds > lastInstant)
    return undefined;
  return new Date(milliseconds).toISOString();
}

const lastInstant = Date.UTC(9999, 11, 31);

import { type JsonRecord, numberAt, recordAt, textAt } from "../../platform/json/fields.ts";
import type { Emit } from "../adapter.ts";
import { toolAction } from "./action.ts";
import { instantAt } from "./instant-at.ts";
import type { Place } from "../place.ts";
import { withoutOurLessons } from "../injected-text.ts";
import { boundedOutput } from "../bounded-output.ts";
import { isHold } from "../our-text/hold-reason.ts";
import type { ToolResult } from "../event.ts";

/** A call is one part of a message; its end is written into the same part. */
export function readToolPart(part: JsonRecord, place: Place, emit: Emit): void {
  const state = recordAt(part, "state");
  const tool = textAt(part, "tool") ?? "";
  const callId = textAt(part, "callID") ?? textAt(part, "id") ?? "";
  if (callId === "") return;
  const action = toolAction(tool, recordAt(state, "input"));
  const times = recordAt(state, "time");
  emit({ is: "call", ...at(place, instantAt(times, "start")), callId, tool, action });

  const status = textAt(state, "status");
  if (state === undefined || (status !== "completed" && status !== "error")) return;
  const isShell = action.does === "shell";
  emit({
    is: "result",
    ...at(place, instantAt(times, "end")),
    callId,
    ...readState(state, { tool, isShell }),
  });
}

function at(place: Place, instant: string | undefined): Place {
  return instant === undefined ? place : { ...place, at: instant };
}

type Reading = Pick<ToolResult, "ending" | "exitStatus" | "output" | "reason">;

interface ToolName {
  readonly tool: string;
  readonly isShell: boolean;
}

/** How a call ended, from its state. A command that failed is `completed` all the same. */
function readState(state: JsonRecord, { tool, isShell }: ToolName): Reading {
  if (textAt(state, "status") === "error") return readError(textAt(state, "error") ?? "");
  // The call that the model wrote was not one; the program put this tool in its place.
  if (tool === "invalid") {
    const output = textAt(state, "output");
    return { ending: "refused", output: output === undefined ? output : boundedOutput(output) };
  }
  // What other tools give back when all went well (whole files, lists) is nobody's concern.
  return isShell ? readShell(state) : {};
}

function readError(error: string): Reading {
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

function readShell(state: JsonRecord): Reading {
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

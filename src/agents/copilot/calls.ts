import { type JsonRecord, numberAt, recordAt, textAt } from "../../platform/json/fields.ts";
import { setBounded } from "../read-records.ts";
import { boundedOutput, contentTexts, withoutOurLessons } from "../recorded-text.ts";
import type { CallEnd } from "../event.ts";
import { type ToolTable, toolAction } from "../tool-action.ts";
import { isHold } from "../our-text/hold-reason.ts";
import type { CopilotRecord } from "./transcript.ts";

/** Says the call and waits for its result. A mere look at a running command is not a call of its own. */
export function readCall({ detail, place, state, emit }: CopilotRecord): void {
  const callId = textAt(detail, "toolCallId");
  if (callId === undefined) return;
  const tool = textAt(detail, "toolName") ?? "";
  const given = recordAt(detail, "arguments");
  const looksAtShell = lookingTools.has(tool) ? textAt(given, "shellId") : undefined;
  if (looksAtShell !== undefined && state.running.has(looksAtShell)) {
    setBounded(state.open, callId, { looksAtShell });
    return;
  }
  const action = toolAction(tools, tool, given);
  if (action.does === "shell" && !state.knowsShell) {
    // The tool is called after the shell that it starts, whatever the person's own is.
    state.knowsShell = true;
    emit({ is: "facts", ...place, shell: tool });
  }
  emit({ is: "call", ...place, callId, tool, action });
  setBounded(state.open, callId, { asksPerson: tool === "ask_user" });
}

const lookingTools: ReadonlySet<string> = new Set([
  "read_bash",
  "write_bash",
  "read_powershell",
  "write_powershell",
]);

/** Says the result, unless an earlier record already did. */
export function readCompletion(reading: CopilotRecord): void {
  const { detail, place, state, emit } = reading;
  const callId = textAt(detail, "toolCallId");
  const open = callId === undefined ? undefined : state.open.get(callId);
  if (callId === undefined || open === undefined) return;
  state.open.delete(callId);
  const { runsInShell, ...result } = callEnd(detail);
  if (open.looksAtShell !== undefined) {
    if (runsInShell === undefined) endInShell(open.looksAtShell, result, reading);
    return;
  }
  if (runsInShell !== undefined) {
    setBounded(state.running, runsInShell, callId);
    return;
  }
  emit({ is: "result", ...place, callId, ...result });
  const answer = open.asksPerson ? answerOf(detail) : undefined;
  if (answer !== undefined) emit({ is: "user", ...place, text: answer, recordId: callId });
}

/** `system.notification`: a command in the background is done. */
export function readShellEnd(reading: CopilotRecord): void {
  const kind = recordAt(reading.detail, "kind");
  const exitStatus = numberAt(kind, "exitCode");
  const shell = textAt(kind, "shellId");
  if (shell === undefined || exitStatus === undefined) return;
  // A failure is reported when the agent looks at it: only then is there any output.
  if (exitStatus === 0) endInShell(shell, { exitStatus }, reading);
}

/** The end of a command that was started earlier belongs to the call that started it. */
function endInShell(shell: string, result: CallEnd, { place, state, emit }: CopilotRecord): void {
  const callId = state.running.get(shell);
  if (callId === undefined || (result.exitStatus === undefined && result.ending === undefined))
    return;
  state.running.delete(shell);
  emit({ is: "result", ...place, callId, ...result });
}

/** `permission.completed`: the answer of the person, with the words that came with a no. */
export function readDecision({ detail, place, state, emit }: CopilotRecord): void {
  const callId = textAt(detail, "toolCallId");
  const decision = recordAt(detail, "result");
  if (callId === undefined || textAt(decision, "kind") !== "denied-interactively-by-user") return;
  if (!state.open.delete(callId)) return;
  const reason = textAt(decision, "feedback")?.trim() || undefined;
  emit({ is: "result", ...place, callId, ending: "rejected", reason });
}

/** `abort`: the person stopped the turn, and what waits for a result gets none any more. */
export function readInterruption({ place, state, emit }: CopilotRecord): void {
  for (const [callId, { looksAtShell }] of state.open) {
    const stopped = looksAtShell === undefined ? callId : state.running.get(looksAtShell);
    if (looksAtShell !== undefined) state.running.delete(looksAtShell);
    if (stopped !== undefined) {
      emit({ is: "result", ...place, callId: stopped, ending: "interrupted" });
    }
  }
  state.open.clear();
}

/** Tools of servers are `other`. */
const tools: ToolTable = {
  bash: ["shell", "command"],
  powershell: ["shell", "command"],
  view: ["read", "path"],
  edit: ["edit", "path"],
  create: ["write", "path"],
  glob: ["search", "path"],
  grep: ["search", "path"],
  rg: ["search", "path"],
};

/**
 * From the data of `tool.execution_complete`. A failing command is a success of the tool. `runsInShell`: it has not
 * ended, and the command goes on in this shell.
 */
function callEnd(completion: JsonRecord): CallEnd & { readonly runsInShell?: string } {
  const error = recordAt(completion, "error");
  if (completion["success"] === false || error !== undefined) return errorEnd(error);
  const result = recordAt(completion, "result");
  const text = withoutGuidance(contentTexts(result).join("\n"));
  const running = stillRunning.exec(text);
  if (running !== null) return { runsInShell: running[1] ?? "" };
  const ended = endOfCommand.exec(text);
  const said = ended?.[1];
  const exitStatus =
    numberAt(recordAt(completion, "shellExecution"), "exitCode") ??
    (said === undefined ? undefined : Number(said));
  const output = boundedOutput(ended === null ? text : text.slice(0, ended.index));
  return { exitStatus, output };
}

/** The words of a person to a question that the agent asked with its tool for that. */
function answerOf(completion: JsonRecord): string | undefined {
  const text = textAt(recordAt(completion, "result"), "content") ?? "";
  const answer = text.startsWith(answerBeginning) ? text.slice(answerBeginning.length).trim() : "";
  return answer === "" ? undefined : answer;
}

/** A choice among offered answers is said in other words, and those are the agent's. */
const answerBeginning = "User responded: ";

function errorEnd(error: JsonRecord | undefined): CallEnd {
  const text = textAt(error, "message") ?? "";
  if (isHold(text)) return { ending: "held" };
  const message = withoutGuidance(text);
  const code = textAt(error, "code");
  if (code === "rejected" || message.startsWith("The user rejected this tool call")) {
    const reason = /User feedback: ([^]+)$/.exec(message)?.[1]?.trim();
    return { ending: "rejected", reason };
  }
  const output = boundedOutput(message);
  if (code === "denied" || /^(?:Denied by|Permission denied)\b/.test(message)) {
    return { ending: "refused", output };
  }
  if (code === "aborted" || code === "cancelled") return { ending: "interrupted", output };
  return { ending: code === "timeout" ? "timeout" : "failed", output };
}

/** What hooks had to say about the call is put behind its result, and some of it is ours. */
function withoutGuidance(text: string): string {
  const at = text.search(guidance);
  return withoutOurLessons(at < 0 ? text : text.slice(0, at));
}

const guidance =
  /(?:^|\n{1,2})(?:Tool "[^"\n]{1,100}" (?:succeeded|failed)\. Additional guidance from \w{1,40} hooks?:|Additional context from \w{1,40} hooks?:)/;

const endOfCommand =
  /\n?<(?:shellId: [^\s>]{1,100} )?(?:completed|exited) with (?:exit code|error exit code) (-?\d{1,10})>\s{0,10}$/;

const stillRunning =
  /<command (?:with|started in (?:the )?(?:detached )?background with) shellId: ([^\s>]{1,100}?)(?: is still running|>)/;

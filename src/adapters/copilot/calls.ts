import { numberAt, recordAt, textAt } from "../../core/json-fields.ts";
import { toolAction } from "./action.ts";
import { answerOf, callOutcome, type Outcome } from "./outcome.ts";
import { setBounded } from "../set-bounded.ts";
import type { Reading } from "./reading.ts";

/** Says the call and waits for its result. A mere look at a running command is not a call of its own. */
export function readCall({ detail, place, state, emit }: Reading): void {
  const callId = textAt(detail, "toolCallId");
  if (callId === undefined) return;
  const tool = textAt(detail, "toolName") ?? "";
  const given = recordAt(detail, "arguments");
  const looksAtShell = lookingTools.has(tool) ? textAt(given, "shellId") : undefined;
  if (looksAtShell !== undefined && state.running.has(looksAtShell)) {
    setBounded(state.open, callId, { looksAtShell });
    return;
  }
  emit({ is: "call", ...place, callId, tool, action: toolAction(tool, given) });
  setBounded(state.open, callId, tool === "ask_user" ? { asksPerson: true } : {});
}

const lookingTools: ReadonlySet<string> = new Set([
  "read_bash",
  "write_bash",
  "read_powershell",
  "write_powershell",
]);

/** Says the result, unless an earlier record already did. */
export function readCompletion(reading: Reading): void {
  const { detail, place, state, emit } = reading;
  const callId = textAt(detail, "toolCallId");
  const open = callId === undefined ? undefined : state.open.get(callId);
  if (callId === undefined || open === undefined) return;
  state.open.delete(callId);
  const { runsInShell, ...result } = callOutcome(detail);
  if (open.looksAtShell !== undefined) {
    if (runsInShell === undefined) endInShell(open.looksAtShell, result, reading);
    return;
  }
  if (runsInShell !== undefined) {
    setBounded(state.running, runsInShell, callId);
    return;
  }
  emit({ is: "result", ...place, callId, ...result });
  const answer = open.asksPerson === true ? answerOf(detail) : undefined;
  if (answer !== undefined) emit({ is: "user", ...place, text: answer, recordId: callId });
}

/** `system.notification`: a command in the background is done. */
export function readShellEnd(reading: Reading): void {
  const kind = recordAt(reading.detail, "kind");
  const exitStatus = numberAt(kind, "exitCode");
  const shell = textAt(kind, "shellId");
  if (shell === undefined || exitStatus === undefined) return;
  // A failure is told when the agent looks at it: only then is there any output.
  if (exitStatus === 0) endInShell(shell, { exitStatus }, reading);
}

/** The end of a command that was started earlier belongs to the call that started it. */
function endInShell(shell: string, result: Outcome, { place, state, emit }: Reading): void {
  const callId = state.running.get(shell);
  if (callId === undefined || (result.exitStatus === undefined && result.ending === undefined))
    return;
  state.running.delete(shell);
  const { runsInShell: _, ...said } = result;
  emit({ is: "result", ...place, callId, ...said });
}

/** `permission.completed`: the answer of the person, with the words that came with a no. */
export function readDecision({ detail, place, state, emit }: Reading): void {
  const callId = textAt(detail, "toolCallId");
  const decision = recordAt(detail, "result");
  if (callId === undefined || textAt(decision, "kind") !== "denied-interactively-by-user") return;
  if (!state.open.delete(callId)) return;
  const reason = textAt(decision, "feedback")?.trim();
  emit({
    is: "result",
    ...place,
    callId,
    ending: "rejected",
    ...(reason === undefined || reason === "" ? {} : { reason }),
  });
}

/** `abort`: the person stopped the turn, and what waits for a result gets none any more. */
export function readInterruption({ place, state, emit }: Reading): void {
  for (const [callId, { looksAtShell }] of state.open) {
    const stopped = looksAtShell === undefined ? callId : state.running.get(looksAtShell);
    if (looksAtShell !== undefined) state.running.delete(looksAtShell);
    if (stopped !== undefined) {
      emit({ is: "result", ...place, callId: stopped, ending: "interrupted" });
    }
  }
  state.open.clear();
}

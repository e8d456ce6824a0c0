import { createHash } from "node:crypto";
import type { ToolAction } from "../../core/event.ts";
import { textAt } from "../../core/json-fields.ts";
import type { CodexCall } from "./action.ts";
import type { Outcome } from "./outcome.ts";
import { setBounded } from "../set-bounded.ts";
import type { Reading } from "./reading.ts";

/** Says the call and waits for its result. A mere look at a running command is not a call of its own. */
export function readCall(callId: string | undefined, call: CodexCall, reading: Reading): void {
  const { place, state, emit } = reading;
  if (callId === undefined) return;
  const { tool, action, pollsSession } = call;
  if (pollsSession !== undefined) {
    setBounded(state.open, callId, { line: place.line, pollsSession });
    return;
  }
  emit({ ...place, is: "call", callId, tool, action });
  setBounded(state.open, callId, {
    line: place.line,
    ...(call.isScript === true && action.does === "shell" ? { mark: markOf(action.command) } : {}),
  });
}

/**
 * Says the result, once: most results are told twice, as what the model got and as what the program saw,
 * in either order, and both know the exit status.
 */
export function readOutcome(callId: string | undefined, outcome: Outcome, reading: Reading): void {
  const { place, state, emit } = reading;
  if (callId === undefined) return;
  const open = state.open.get(callId);
  if (open?.pollsSession !== undefined) {
    readPoll(callId, open.pollsSession, outcome, reading);
    return;
  }
  const { runsAsSession, ...result } = outcome;
  if (runsAsSession !== undefined) {
    if (state.open.delete(callId)) setBounded(state.running, runsAsSession, callId);
    return;
  }
  if (state.settle(callId)) emit({ ...place, is: "result", callId, ...result });
}

/** The end of a command that was started earlier belongs to the call that started it. */
function readPoll(callId: string, session: number, outcome: Outcome, reading: Reading): void {
  const { place, state, emit } = reading;
  const line = state.open.get(callId)?.line ?? place.line;
  state.open.delete(callId);
  const { runsAsSession, ...result } = outcome;
  if (runsAsSession !== undefined) return;
  const original = state.running.get(session);
  const isOver = outcome.exitStatus !== undefined || outcome.ending === "interrupted";
  if (original !== undefined && isOver) {
    state.settle(original);
    // The poll knows how long it waited itself, not how long the command ran.
    const { durationMs: _, ...ended } = result;
    emit({ ...place, is: "result", callId: original, ...ended });
  } else if (outcome.ending === "failed") {
    emit({ ...place, is: "call", line, callId, tool: "write_stdin", action: { does: "other" } });
    emit({ ...place, is: "result", callId, ...result });
  }
}

/** A person stopped the turn: what waits for a result gets none any more. */
export function readInterruption(reading: Reading): void {
  const { payload, state } = reading;
  if (textAt(payload, "reason") !== "interrupted") return;
  for (const callId of state.open.keys()) {
    readOutcome(callId, { ending: "interrupted" }, reading);
  }
}

/**
 * What a script ran. When it was all that the script did, the script's own call is the call; otherwise
 * the item is said as a call of its own.
 */
export function readScriptStep(
  callId: string,
  step: { readonly tool: string; readonly action: ToolAction },
  outcome: Outcome,
  reading: Reading,
): void {
  const { place, state, emit } = reading;
  const { action, tool } = step;
  const script = action.does === "shell" ? state.scriptOf(markOf(action.command)) : undefined;
  if (script !== undefined) {
    readOutcome(script, outcome, reading);
    return;
  }
  const { runsAsSession: _, ...result } = outcome;
  emit({ ...place, is: "call", callId, tool, action });
  emit({ ...place, is: "result", callId, ...result });
}

/** Enough to know a command again, without keeping it. */
function markOf(command: string): string {
  return createHash("sha1").update(command).digest("base64url").slice(0, 12);
}

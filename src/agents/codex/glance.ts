import { recordInstant } from "../../platform/instant.ts";
import type { RawLine } from "../../platform/files/raw-line.ts";
import type { Emit } from "../adapter.ts";
import { hiddenFailureHint, mayHideFailure } from "../outcome/judge-outcome.ts";
import { isOneRecord } from "../read-records.ts";
import { placed } from "../event.ts";
import { knownKinds, type RecordKind, silentKinds, telling } from "./record-kind.ts";
import {
  type SessionState,
  isCopiedAtAGlance,
  isReportedByItsEnd,
  readTokensAtAGlance,
} from "./session-state.ts";

/** Whether the line is done with by its first bytes: it holds nothing for us, or nothing but what they say. */
export function glance(line: RawLine, kind: RecordKind, state: SessionState, emit: Emit): boolean {
  if (kind.kind === telling.sessionMeta) return false;
  if (state.copy !== undefined) {
    if (!isCopiedAtAGlance(kind, state) || !isOneRecord(line)) return false;
    return kind.kind === telling.tokenCount
      ? readTotal(line, kind, state, emit)
      : knownKinds.has(kind.kind);
  }
  switch (kind.kind) {
    case telling.tokenCount:
      return isOneRecord(line) && readTotal(line, kind, state, emit);
    case telling.output:
      return readPlainOutput(line, kind, state, emit) || readDoneCall(line, kind, state, emit);
    case telling.customOutput:
      return readDoneCall(line, kind, state, emit);
    case telling.turnContext:
      return isSameTurn(line, state) && isOneRecord(line);
    case telling.turnStarted:
      return isOneRecord(line);
    case telling.message:
      if (!foreignRole.test(line.latin1(0, shortHead)) || !isOneRecord(line)) return false;
      readShell(line, kind, state, emit);
      return true;
    case telling.commandEnded:
    case telling.patchEnded: {
      const callId = callIdKey.exec(line.latin1(0, shortHead))?.[1];
      if (callId === undefined || isReportedByItsEnd(callId, state)) return false;
      return isOneRecord(line);
    }
    case telling.compacted:
      if (!isOneRecord(line)) return false;
      emit({ ...placed(line.number, recordInstant(kind.at), state.thread), is: "compaction" });
      return true;
    default:
      return silentKinds.has(kind.kind) && isOneRecord(line);
  }
}

/** Most turns work with the model and in the directory of the one before. */
function isSameTurn(line: RawLine, state: SessionState): boolean {
  const text = line.latin1();
  const mark = `${turnModel.exec(text)?.[0] ?? ""} ${turnDirectory.exec(text)?.[0] ?? ""}`;
  if (mark === state.turnMark) return true;
  state.turnMark = mark;
  return false;
}

const turnModel = /"model":"[^"]{0,200}"/;
const turnDirectory = /"cwd":"[^"]{0,1000}"/;

/** The model is told about its surroundings in the user's name, before the first turn. */
function readShell(line: RawLine, kind: RecordKind, state: SessionState, emit: Emit): void {
  if (state.knowsShell || !line.includes("<environment_context>")) return;
  const shell = /<shell>([a-z]{2,20})<\/shell>/.exec(line.latin1())?.[1];
  if (shell === undefined) return;
  state.knowsShell = true;
  emit({ ...placed(line.number, recordInstant(kind.at), state.thread), is: "facts", shell });
}

function readTotal(line: RawLine, kind: RecordKind, state: SessionState, emit: Emit): boolean {
  const place = placed(line.number, recordInstant(kind.at), state.thread);
  return readTokensAtAGlance(line.latin1(), place, state, emit);
}

/** A command that ended with status 0 and shows no sign that this was not the whole truth. */
function readPlainOutput(
  line: RawLine,
  kind: RecordKind,
  state: SessionState,
  emit: Emit,
): boolean {
  const head = line.latin1(0, longHead);
  const named = callIdKey.exec(head)?.[1];
  if (named === undefined) return false;
  const open = state.open.get(named);
  if (open === undefined) return isOneRecord(line);
  const parts = open.pollsSession === undefined ? plainOutput.exec(head) : null;
  if (parts === null) return false;
  const [, callId = "", seconds = "0"] = parts;
  if (mayHideFailure(line) || !isOneRecord(line)) return false;
  state.settle(callId);
  emit({
    ...placed(line.number, recordInstant(kind.at), state.thread),
    is: "result",
    callId,
    exitStatus: 0,
    durationMs: Math.round(Number(seconds) * 1000),
  });
  return true;
}

/**
 * A script that was completed, or a command of the older form that ended with status 0, and that shows no sign that this
 * was not the whole truth: a third of the bytes that would be parsed otherwise.
 */
function readDoneCall(line: RawLine, kind: RecordKind, state: SessionState, emit: Emit): boolean {
  const head = line.latin1(0, longHead);
  const script = completedScript.exec(head);
  const parts = script ?? exitedWell.exec(head);
  if (parts === null) return false;
  const [, callId = "", seconds = "0"] = parts;
  const open = state.open.get(callId);
  if (open === undefined) return !state.isRunning(callId) && isOneRecord(line);
  if (open.pollsSession !== undefined) return false;
  const text = line.latin1();
  // A script may print what a command returned, with another status, and the time that ran out stands behind the frame.
  if (hiddenFailureHint.test(text) || text.includes('"text":"{') || text.includes(timedOut))
    return false;
  if (!isOneRecord(line)) return false;
  state.settle(callId);
  emit({
    ...placed(line.number, recordInstant(kind.at), state.thread),
    is: "result",
    callId,
    exitStatus: script === null ? 0 : undefined,
    durationMs: Math.round(Number(seconds) * 1000),
  });
  return true;
}

const completedScript =
  /"call_id":"([^"\\]{1,200})","output":\[\{"type":"input_text","text":"Script completed\\nWall time ([\d.]{1,20}) seconds\\nOutput:\\n/;
const exitedWell =
  /"call_id":"([^"\\]{1,200})","output":"Exit code: 0\\nWall time: ([\d.]{1,20}) seconds\\n(?:Total output lines: \d+\\n)?Output:\\n/;
const timedOut = "command timed out after ";

const shortHead = 300;
const longHead = 1500;

/** Inside a string the quotes would be escaped, so it is never something that was said. */
const foreignRole = /"role":"(?:user|developer|system)"/;
const callIdKey = /"call_id":"([^"\\]{1,200})"/;
const plainOutput =
  /"call_id":"([^"\\]{1,200})","output":"(?:Command: [^]*?\\n)?Chunk ID: \w*\\nWall time: ([\d.]{1,20}) seconds\\nProcess exited with code 0\\n/;

import { recordAt, recordsAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import { recordInstant } from "../../core/instant.ts";
import type { RawLine } from "../../system/raw-line.ts";
import type { Emit, LineReader, LogName, RecordFate } from "../adapter.ts";
import { readRecords } from "../read-records.ts";
import { placed, type Place } from "../place.ts";
import { customCall, functionCall, localShellCall } from "./action.ts";
import { readCall, readInterruption, readOutcome } from "./calls.ts";
import { isCopied } from "./copied-history.ts";
import { glance } from "./glance.ts";
import { readItem, readStep } from "./items.ts";
import { outputOutcome, serverOutcome } from "./outcome.ts";
import { isGuardianPrompt, personText } from "./person-text.ts";
import { recordKind, silentKinds, telling } from "./record-kind.ts";
import type { Reading } from "./reading.ts";
import { sessionMeta } from "./session-meta.ts";
import { isToldByItsEnd, SessionState } from "./session-state.ts";
import { readTokens } from "./tokens.ts";

/** Reads one rollout. Lines that hold nothing for us are told by their first bytes and not parsed. */
export function openTranscript(_log: LogName, remembered?: unknown): LineReader {
  const state = new SessionState(remembered);
  return {
    read: (line, emit) => readLine(line, state, emit),
    memory: () => state.toJson(),
  };
}

function readLine(line: RawLine, state: SessionState, emit: Emit): RecordFate {
  const kind = recordKind(line.latin1(0, headBytes));
  if (kind !== undefined && glance(line, kind, state, emit)) return "read";
  return readRecords(line, (record) => readRecord(record, line.number, state, emit));
}

const headBytes = 200;

function readRecord(record: JsonRecord, line: number, state: SessionState, emit: Emit): RecordFate {
  const payload = recordAt(record, "payload");
  const type = textAt(record, "type") ?? "";
  const inner = textAt(payload, "type");
  const kind = type === "event_msg" || type === "response_item" ? `${type}/${inner ?? ""}` : type;
  const at = recordInstant(textAt(record, "timestamp"));
  if (payload === undefined) return silentKinds.has(kind) ? "read" : "unknown";
  if (kind === telling.sessionMeta) {
    readMeta(payload, placed(line, at, undefined), state, emit);
    return "read";
  }
  if (isCopied(record, kind, state)) {
    if (kind === telling.tokenCount) readTokens(payload, { line }, state, emit);
    return silentKinds.has(kind) || tellingKinds.has(kind) ? "read" : "unknown";
  }
  const reading = { payload, place: placed(line, at, state.thread), state, emit };
  return readOwn(kind, reading, record);
}

const tellingKinds: ReadonlySet<string> = new Set(Object.values(telling));

function readMeta(payload: JsonRecord, place: Place, state: SessionState, emit: Emit): void {
  const { facts, thread, startOrdinal } = sessionMeta(payload);
  if (state.sessionId !== undefined) {
    // The first record is ours; another session's means that its history follows.
    if (facts.sessionId !== state.sessionId) state.copy ??= { since: place.at ?? "" };
    return;
  }
  state.sessionId = facts.sessionId;
  state.thread = thread;
  state.isSpokenByPrograms = thread !== undefined;
  if (startOrdinal !== undefined) state.copy = { since: place.at ?? "", startOrdinal };
  emit({ ...placed(place.line, place.at, thread), is: "facts", ...facts });
}

function readOwn(kind: string, reading: Reading, record: JsonRecord): RecordFate {
  const { payload, place, state, emit } = reading;
  const callId = textAt(payload, "call_id");
  switch (kind) {
    case telling.turnContext:
      readModel(reading);
      return "read";
    case telling.compacted:
      emit({ ...place, is: "compaction" });
      return "read";
    case telling.turnStarted:
      return "read";
    case telling.turnAborted:
      readInterruption(reading);
      return "read";
    case telling.tokenCount:
      readTokens(payload, place, state, emit);
      return "read";
    case telling.userMessage:
      readUser(textAt(payload, "message") ?? "", undefined, reading);
      return "read";
    case telling.itemCompleted:
      return readItem(reading, readUser);
    case telling.commandEnded:
    case telling.patchEnded:
      if (callId !== undefined && isToldByItsEnd(callId, state)) readEnd(kind, callId, reading);
      return "read";
    case telling.serverCallEnded:
      readOutcome(callId, serverOutcome(payload), reading);
      return "read";
    case telling.message:
      readAssistant(reading, record);
      return "read";
    case telling.call:
      readCall(callId, functionCall(payload), reading);
      return "read";
    case telling.customCall:
      readCall(callId, customCall(payload), reading);
      return "read";
    case telling.shellCall:
      readCall(callId, localShellCall(payload), reading);
      return "read";
    case telling.output:
    case telling.customOutput:
      readOutcome(callId, outputOutcome(payload["output"]), reading);
      return "read";
    default:
      return silentKinds.has(kind) ? "read" : "unknown";
  }
}

/** Before there were items, these events told what a script or a command in the background did. */
function readEnd(kind: string, callId: string, reading: Reading): void {
  const type = kind === telling.commandEnded ? "CommandExecution" : "FileChange";
  readStep(callId, type, reading.payload, reading);
}

function readModel({ payload, place, state, emit }: Reading): void {
  const model = textAt(payload, "model");
  if (model === undefined || state.knowsModel) return;
  state.knowsModel = true;
  emit({ ...place, is: "facts", model });
}

/**
 * People are heard in the events about what they sent, never in the messages to the model: those also
 * hold instructions, the environment, and what hooks said, all in the user's name.
 */
function readUser(message: string, recordId: string | undefined, reading: Reading): void {
  const { place, state, emit } = reading;
  if (state.isSpokenByPrograms) return;
  if (isGuardianPrompt(message)) {
    state.isSpokenByPrograms = true;
    emit({ ...place, is: "facts", isProgrammatic: true });
    return;
  }
  const text = personText(message);
  if (text === undefined) return;
  emit({ ...place, is: "user", text, ...(recordId === undefined ? {} : { recordId }) });
}

function readAssistant({ payload, place, emit }: Reading, record: JsonRecord): void {
  if (textAt(payload, "role") !== "assistant") return;
  // The summary that a compaction goes on from retells old mistakes as if they were new.
  if (recordAt(record, "metadata")?.["compaction_output"] === true) return;
  const text =
    textAt(payload, "content") ??
    recordsAt(payload, "content")
      .map((block) => textAt(block, "text") ?? "")
      .join("");
  if (text !== "") emit({ ...place, is: "assistant", text });
}

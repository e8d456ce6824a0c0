import { type JsonRecord, numberAt, recordAt, textAt } from "../../platform/json/fields.ts";
import { recordInstant } from "../../platform/instant.ts";
import type { RawLine } from "../../platform/files/raw-line.ts";
import type { Emit, LineReader, RecordFate } from "../adapter.ts";
import { readRecords } from "../read-records.ts";
import { type EventPlace, type SessionFacts, placed } from "../event.ts";
import { customCall, functionCall, localShellCall } from "./tool-calls.ts";
import {
  readCall,
  readInterruption,
  readItem,
  readCallEnd,
  readStep,
  saySetting,
} from "./emit-calls.ts";
import { glance } from "./glance.ts";
import { endOfOutput, endOfServerCall } from "./call-end.ts";
import { knownKinds, recordKind, silentKinds, telling } from "./record-kind.ts";
import {
  type CodexRecord,
  SessionState,
  isCopied,
  isReportedByItsEnd,
  readTokens,
} from "./session-state.ts";
import { contentTexts, isInjected } from "../recorded-text.ts";

/** Reads one rollout. Lines that hold nothing for us are recognised by their first bytes and not parsed. */
export function openTranscript(_path: string, remembered?: unknown): LineReader {
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
    return knownKinds.has(kind) ? "read" : "unknown";
  }
  const reading = { payload, place: placed(line, at, state.thread), state, emit };
  return readOwn(kind, reading, record);
}

function readMeta(payload: JsonRecord, place: EventPlace, state: SessionState, emit: Emit): void {
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
  state.turnDirectory = facts.workingDirectory;
  state.said.newsIn(facts, thread);
  emit({ ...placed(place.line, place.at, thread), is: "facts", ...facts });
}

function readOwn(kind: string, reading: CodexRecord, record: JsonRecord): RecordFate {
  const { payload, place, state, emit } = reading;
  const callId = textAt(payload, "call_id");
  switch (kind) {
    case telling.turnContext:
      readTurn(reading);
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
      if (callId !== undefined && isReportedByItsEnd(callId, state)) readEnd(kind, callId, reading);
      return "read";
    case telling.serverCallEnded:
      readCallEnd(callId, endOfServerCall(payload), reading);
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
      readCallEnd(callId, endOfOutput(payload["output"]), reading);
      return "read";
    default:
      return silentKinds.has(kind) ? "read" : "unknown";
  }
}

/** Before there were items, these events said what a script or a command in the background did. */
function readEnd(kind: string, callId: string, reading: CodexRecord): void {
  const type = kind === telling.commandEnded ? "CommandExecution" : "FileChange";
  readStep(callId, type, reading.payload, reading);
}

/** A person may choose another model for each turn. */
function readTurn(reading: CodexRecord): void {
  const { payload, state } = reading;
  state.turnDirectory = textAt(payload, "cwd") || state.turnDirectory;
  saySetting({ model: textAt(payload, "model"), workingDirectory: state.turnDirectory }, reading);
}

/**
 * People are heard in the events about what they sent, never in the messages to the model: those also
 * hold instructions, the environment, and what hooks said, all in the user's name.
 */
function readUser(message: string, recordId: string | undefined, reading: CodexRecord): void {
  const { place, state, emit } = reading;
  if (state.isSpokenByPrograms) return;
  if (isGuardianPrompt(message)) {
    state.isSpokenByPrograms = true;
    emit({ ...place, is: "facts", isProgrammatic: true });
    return;
  }
  const text = personText(message);
  if (text === undefined) return;
  emit({ ...place, is: "user", text, recordId });
}

function readAssistant({ payload, place, emit }: CodexRecord, record: JsonRecord): void {
  if (textAt(payload, "role") !== "assistant") return;
  // The summary that a compaction goes on from retells old mistakes as if they were new.
  if (recordAt(record, "metadata")?.["compaction_output"] === true) return;
  const text = contentTexts(payload).join("");
  if (text !== "") emit({ ...place, is: "assistant", text });
}

/** What a person typed, without what the editor's extension wrote around it; undefined when nobody typed it. */
function personText(message: string): string | undefined {
  const request = message.lastIndexOf(requestHeading);
  const text = (request < 0 ? message : message.slice(request + requestHeading.length)).trim();
  return text === "" || isInjected(text, frames) ? undefined : text;
}

/** A session in which one model judges the request of another; no person speaks in it. */
function isGuardianPrompt(message: string): boolean {
  return message.trimStart().startsWith(guardianBeginning);
}

const requestHeading = "## My request for Codex:\n";

const guardianBeginning =
  "The following is the Codex agent history whose request action you are assessing";

const frames =
  /^(?:<(?:environment_context|user_instructions|codex_delegation|hook_prompt|subagent_notification|turn_aborted|skill|user_shell_command|permissions instructions|image name|INSTRUCTIONS)\b|# AGENTS\.md instructions)/;

/** What the first record of a rollout says about the session. */
interface SessionMeta {
  readonly facts: Omit<SessionFacts, "is" | "line" | "at" | "thread">;
  /** The name of the subagent whose rollout it is. */
  readonly thread: string | undefined;
  /** Records before this one are a copy of the parent's. */
  readonly startOrdinal: number | undefined;
}

function sessionMeta(payload: JsonRecord): SessionMeta {
  const source = payload["source"];
  const subagent = recordAt(payload, "source")?.["subagent"];
  const spawn = recordAt(recordAt(recordAt(payload, "source"), "subagent"), "thread_spawn");
  const thread =
    subagent === undefined && textAt(payload, "thread_source") !== "subagent"
      ? undefined
      : (textAt(payload, "agent_nickname") ??
        textAt(spawn, "agent_nickname") ??
        textAt(payload, "agent_path") ??
        (typeof subagent === "string" ? subagent : "subagent"));
  const parent =
    textAt(payload, "parent_thread_id") ??
    textAt(spawn, "parent_thread_id") ??
    textAt(payload, "forked_from_id");
  // `codex exec` and a server for other programs: nobody sits before it.
  const isProgrammatic = thread !== undefined || source === "exec" || source === "mcp";
  return {
    facts: {
      sessionId: textAt(payload, "id") || undefined,
      agentVersion: textAt(payload, "cli_version") || undefined,
      workingDirectory: textAt(payload, "cwd") || undefined,
      repository: textAt(recordAt(payload, "git"), "repository_url") || undefined,
      parentSessionId: parent || undefined,
      isProgrammatic: isProgrammatic || undefined,
    },
    thread: thread || undefined,
    startOrdinal: numberAt(payload, "subagent_history_start_ordinal"),
  };
}

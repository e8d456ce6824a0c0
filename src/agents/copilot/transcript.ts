import { recordInstant } from "../../platform/instant.ts";
import {
  type JsonRecord,
  isRecord,
  numberAt,
  recordAt,
  recordsAt,
  textAt,
} from "../../platform/json/fields.ts";
import type { RawLine } from "../../platform/files/raw-line.ts";
import type { Emit, LineReader, LogName, RecordFate } from "../adapter.ts";
import { readRecords } from "../read-records.ts";
import { isInjected } from "../injected-text.ts";
import { isOneRecord } from "../one-record.ts";
import { placed } from "../place.ts";
import { readCall, readCompletion, readDecision, readInterruption, readShellEnd } from "./calls.ts";
import { recordType, silentTypes } from "./record-types.ts";
import { type Reading, SessionState } from "./session-state.ts";

/** Reads one `events.jsonl`. What hooks and the program say to the model is not even parsed. */
export function openTranscript(_log: LogName, remembered?: unknown): LineReader {
  const state = new SessionState(remembered);
  return {
    read: (line, emit) => readLine(line, state, emit),
    memory: () => state.toJson(),
  };
}

function readLine(line: RawLine, state: SessionState, emit: Emit): RecordFate {
  const type = recordType(line.latin1(0, headBytes));
  if (type !== undefined && silentTypes.has(type) && isOneRecord(line)) return "read";
  return readRecords(line, (record) => readRecord(record, line.number, state, emit));
}

const headBytes = 100;

function readRecord(record: JsonRecord, line: number, state: SessionState, emit: Emit): RecordFate {
  const detail = recordAt(record, "data");
  const type = textAt(record, "type") ?? "";
  if (detail === undefined) return silentTypes.has(type) ? "read" : "unknown";
  // Before subagents had ids, the call that started one was all that told its records apart.
  const thread = textAt(record, "agentId") ?? textAt(detail, "parentToolCallId");
  const place = placed(line, recordInstant(textAt(record, "timestamp")), thread);
  const reading: Reading = { detail, place, state, emit };
  switch (type) {
    case "session.start":
      readStart(reading);
      return "read";
    case "session.model_change":
      readModel(textAt(detail, "newModel"), reading);
      return "read";
    case "user.message":
      readUser(reading, textAt(detail, "messageId") ?? textAt(record, "id"));
      return "read";
    case "assistant.message": {
      const text = textAt(detail, "content") ?? textOf(detail);
      if (text !== "") emit({ is: "assistant", ...place, text });
      readModel(textAt(detail, "model"), reading);
      return "read";
    }
    case "tool.execution_start":
      readCall(reading);
      return "read";
    case "tool.execution_complete":
      readCompletion(reading);
      return "read";
    case "permission.completed":
      readDecision(reading);
      return "read";
    case "system.notification":
      readShellEnd(reading);
      return "read";
    case "abort":
      readInterruption(reading);
      return "read";
    case "session.compaction_complete":
      if (detail["success"] !== false) emit({ is: "compaction", ...place });
      return "read";
    case "session.usage_record":
      readRequest(reading);
      return "read";
    case "session.shutdown":
      readTotals(reading);
      return "read";
    default:
      return silentTypes.has(type) ? "read" : "unknown";
  }
}

function readStart({ detail, place, state, emit }: Reading): void {
  const context = recordAt(detail, "context");
  const facts = {
    sessionId: textAt(detail, "sessionId"),
    agentVersion: textAt(detail, "copilotVersion"),
    model: textAt(detail, "selectedModel"),
    workingDirectory: textAt(context, "cwd"),
    repository: repositoryOf(context),
  };
  if (facts.model !== undefined) state.knowsModel = true;
  if (Object.values(facts).some((value) => value !== undefined))
    emit({ is: "facts", ...place, ...facts });
}

/** `owner/name` on a host, as the address that one would clone from. */
function repositoryOf(context: JsonRecord | undefined): string | undefined {
  const name = textAt(context, "repository");
  if (name === undefined || name.includes("://")) return name;
  return `https://${textAt(context, "repositoryHost") ?? "github.com"}/${name}`;
}

function readModel(model: string | undefined, { place, state, emit }: Reading): void {
  if (model === undefined || state.knowsModel || place.thread !== undefined) return;
  state.knowsModel = true;
  emit({ is: "facts", ...place, model });
}

/** What the person typed; what the program made of it for the model is in another field. */
function readUser({ detail, place, emit }: Reading, recordId: string | undefined): void {
  const source = textAt(detail, "source");
  if (place.thread !== undefined || (source !== undefined && source !== "user")) return;
  const text = (textAt(detail, "content") ?? textOf(detail)).trim();
  if (text === "" || isInjected(text, frames)) return;
  emit({ is: "user", ...place, text, recordId });
}

const frames =
  /^(?:<(?:system_notification|system_reminder|skill-context|hook_context|agent_notification)\b|Additional context from \w{1,40} hook|Tool "[^"\n]{1,100}" (?:succeeded|failed)\. Additional guidance)/;

function textOf(detail: JsonRecord): string {
  return recordsAt(detail, "content")
    .map((block) => textAt(block, "text") ?? "")
    .filter((text) => text !== "")
    .join("\n");
}

/** `session.usage_record`, in newer versions: one request. */
function readRequest({ detail, place, state, emit }: Reading): void {
  const usage = recordAt(detail, "usage");
  const requestId = textAt(usage, "apiCallId");
  if (usage === undefined || requestId === undefined) return;
  state.countsRequests = true;
  emit({ is: "usage", ...place, requestId, ...countsOf([usage]) });
}

/** `session.shutdown`: the totals of the session, by model. */
function readTotals({ detail, place, state, emit }: Reading): void {
  const metrics = recordAt(detail, "modelMetrics");
  if (metrics === undefined || state.countsRequests) return;
  const usages = Object.values(metrics)
    .filter(isRecord)
    .map((metric) => recordAt(metric, "usage"))
    .filter((usage) => usage !== undefined);
  if (usages.length > 0) emit({ is: "usage", ...place, ...countsOf(usages) });
}

function countsOf(usages: readonly JsonRecord[]): {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
} {
  const total = (name: string) =>
    usages.reduce((sum, usage) => sum + (numberAt(usage, name) ?? 0), 0);
  const cacheReadTokens = total("cacheReadTokens");
  return {
    // What came from the cache is counted in the input as well.
    inputTokens: Math.max(0, total("inputTokens") - cacheReadTokens),
    outputTokens: total("outputTokens"),
    cacheReadTokens,
    cacheWriteTokens: total("cacheWriteTokens"),
  };
}

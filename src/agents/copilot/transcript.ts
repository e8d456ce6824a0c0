import type { RawLine } from "../../platform/files/raw-line.ts";
import { recordInstant } from "../../platform/instant.ts";
import {
  type JsonRecord,
  isRecord,
  numberAt,
  recordAt,
  textAt,
} from "../../platform/json/fields.ts";
import type { Emit, LineReader, RecordFate } from "../adapter.ts";
import { SaidSetting } from "../said-setting.ts";
import { type EventPlace, type TokenTotals, placed } from "../event.ts";
import { isOneRecord, namesByFamily, readRecords } from "../read-records.ts";
import { contentTexts, isInjected } from "../recorded-text.ts";
import { readCall, readCompletion, readDecision, readInterruption, readShellEnd } from "./calls.ts";

/** Reads one `events.jsonl`. What hooks and the program say to the model is not even parsed. */
export function openTranscript(_path: string, remembered?: unknown): LineReader {
  // What `memoryOf` of the same version made: the scanner keeps no other.
  const { open, running, said, ...flags } = (remembered ?? {}) as Partial<Memory>;
  const state: SessionState = {
    countsRequests: false,
    knowsSystem: false,
    knowsShell: false,
    ...flags,
    open: new Map(open),
    running: new Map(running),
    said: new SaidSetting(said),
  };
  return {
    read: (line, emit) => readLine(line, state, emit),
    memory: () => memoryOf(state),
  };
}

function readLine(line: RawLine, state: SessionState, emit: Emit): RecordFate {
  const type = beginning.exec(line.latin1(0, headBytes))?.[1];
  if (type !== undefined && silentTypes.has(type) && isOneRecord(line)) {
    if (type === "system.message" && !state.knowsSystem) readSystem(line, state, emit);
    return "read";
  }
  return readRecords(line, (record) => readRecord(record, line.number, state, emit));
}

const headBytes = 100;

/** The model is told about its surroundings in a message that is not worth parsing for anything else. */
function readSystem(line: RawLine, state: SessionState, emit: Emit): void {
  const system = /\\n\* Operating System: (\w{1,20})\\n/.exec(line.latin1())?.[1];
  if (system === undefined) return;
  state.knowsSystem = true;
  emit({ is: "facts", ...placed(line.number, undefined, undefined), system });
}

function readRecord(record: JsonRecord, line: number, state: SessionState, emit: Emit): RecordFate {
  const detail = recordAt(record, "data");
  const type = textAt(record, "type") ?? "";
  if (detail === undefined) return silentTypes.has(type) ? "read" : "unknown";
  // Before subagents had ids, the call that started one was all that told its records apart.
  const thread = textAt(record, "agentId") ?? textAt(detail, "parentToolCallId");
  const place = placed(line, recordInstant(textAt(record, "timestamp")), thread);
  const reading: CopilotRecord = { detail, place, state, emit };
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
      const text = textOf(detail);
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

function readStart({ detail, place, state, emit }: CopilotRecord): void {
  const context = recordAt(detail, "context");
  const facts = {
    sessionId: textAt(detail, "sessionId"),
    agentVersion: textAt(detail, "copilotVersion"),
    model: textAt(detail, "selectedModel"),
    workingDirectory: textAt(context, "cwd"),
    repository: repositoryOf(context),
  };
  state.said.newsIn({ model: facts.model }, place.thread);
  if (Object.values(facts).some((value) => value !== undefined))
    emit({ is: "facts", ...place, ...facts });
}

/** `owner/name` on a host, as the address that one would clone from. */
function repositoryOf(context: JsonRecord | undefined): string | undefined {
  const name = textAt(context, "repository");
  if (name === undefined || name.includes("://")) return name;
  return `https://${textAt(context, "repositoryHost") ?? "github.com"}/${name}`;
}

function readModel(model: string | undefined, { place, state, emit }: CopilotRecord): void {
  if (place.thread !== undefined) return;
  const news = state.said.newsIn({ model }, undefined);
  if (news !== undefined) emit({ is: "facts", ...place, ...news });
}

/** What the person typed; what the program made of it for the model is in another field. */
function readUser({ detail, place, emit }: CopilotRecord, recordId: string | undefined): void {
  const source = textAt(detail, "source");
  if (place.thread !== undefined || (source !== undefined && source !== "user")) return;
  const text = textOf(detail).trim();
  if (text === "" || isInjected(text, frames)) return;
  emit({ is: "user", ...place, text, recordId });
}

const frames =
  /^(?:<(?:system_notification|system_reminder|skill-context|hook_context|agent_notification)\b|Additional context from \w{1,40} hook|Tool "[^"\n]{1,100}" (?:succeeded|failed)\. Additional guidance)/;

function textOf(detail: JsonRecord): string {
  return contentTexts(detail)
    .filter((text) => text !== "")
    .join("\n");
}

/** `session.usage_record`, in newer versions: one request. */
function readRequest({ detail, place, state, emit }: CopilotRecord): void {
  const usage = recordAt(detail, "usage");
  const requestId = textAt(usage, "apiCallId");
  if (usage === undefined || requestId === undefined) return;
  state.countsRequests = true;
  emit({ is: "usage", ...place, requestId, ...countsOf([usage]) });
}

/** `session.shutdown`: the totals of the session, by model. */
function readTotals({ detail, place, state, emit }: CopilotRecord): void {
  const metrics = recordAt(detail, "modelMetrics");
  if (metrics === undefined || state.countsRequests) return;
  const usages = Object.values(metrics)
    .filter(isRecord)
    .map((metric) => recordAt(metric, "usage"))
    .filter((usage) => usage !== undefined);
  if (usages.length > 0) emit({ is: "usage", ...place, ...countsOf(usages) });
}

function countsOf(usages: readonly JsonRecord[]): TokenTotals {
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

/** What must be known from one line to the next: which calls wait for their results. Ids only, no text. */
interface SessionState {
  readonly said: SaidSetting;
  /** Requests are counted one by one, so that the totals at the end say nothing new. */
  countsRequests: boolean;
  knowsSystem: boolean;
  knowsShell: boolean;
  readonly open: Map<string, OpenCall>;
  /** Commands that go on in the background, by the shell that they run in. */
  readonly running: Map<string, string>;
}

type Memory = ReturnType<typeof memoryOf>;

function memoryOf(state: SessionState) {
  const { open, running, said } = state;
  return { ...state, open: [...open], running: [...running], said: said.toJson() };
}

interface OpenCall {
  /** Set when it only looks at a command that was started earlier. */
  readonly looksAtShell?: string;
  /** It asks the person something, and the answer is the person's word. */
  readonly asksPerson?: boolean;
}

/** Everything that a record is read with. */
export interface CopilotRecord {
  /** What the record calls its data. */
  readonly detail: JsonRecord;
  readonly place: EventPlace;
  readonly state: SessionState;
  readonly emit: Emit;
}

/** The type of a record stands in its first bytes. */
const beginning = /^\{"type":"([a-z._]{1,60})"/;

/**
 * The types that Copilot CLI 1.0.64 to 1.0.102 was seen to write, or that its SDK names, and that hold
 * nothing for us. What hooks were given and answered is here too: our own lessons are in it.
 */
const silentTypes: ReadonlySet<string> = new Set(
  namesByFamily(
    {
      assistant:
        "intent message_delta reasoning reasoning_delta streaming_delta turn_end " +
        "turn_start usage",
      command: "completed queued",
      elicitation: "completed requested",
      exit_plan_mode: "completed requested",
      external_tool: "completed requested",
      hook: "end progress start",
      pending_messages: "modified",
      permission: "requested",
      session:
        "background_tasks_changed compaction_start context_changed custom_agents_updated " +
        "error handoff idle import_legacy info mode_changed permissions_changed " +
        "plan_changed resume skills_loaded snapshot_rewind task_complete title_changed " +
        "tools_updated truncation usage_checkpoint usage_info warning workspace_file_changed",
      skill: "invoked",
      subagent: "completed configured deselected failed selected started",
      system: "message",
      tool: "execution_partial_result execution_progress user_requested",
      user_input: "completed requested",
    },
    ".",
  ),
);

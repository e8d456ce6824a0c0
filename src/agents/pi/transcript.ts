import { recordInstant } from "../../platform/instant.ts";
import {
  type JsonRecord,
  numberAt,
  recordAt,
  recordsAt,
  textAt,
} from "../../platform/json/fields.ts";
import type { RawLine } from "../../platform/files/raw-line.ts";
import type { Emit, LineReader, RecordFate } from "../adapter.ts";
import { SaidSetting, type StoredSetting } from "../said-setting.ts";
import { type ToolTable, toolAction } from "../tool-action.ts";
import { isOneRecord, readRecords } from "../read-records.ts";
import { isHold } from "../our-text/hold-reason.ts";
import { boundedOutput, isInjected, withoutOurLessons } from "../recorded-text.ts";
import { type CallEnd, type EventPlace, placed } from "../event.ts";

/**
 * Reads one session. Its records are a tree, since a person can go back and take another branch; every
 * branch happened, so they are all read, in the order in which they were written.
 */
export function openTranscript(_path: string, remembered?: unknown): LineReader {
  // What `toJson` of the same version made: the scanner keeps no other.
  const state = { said: new SaidSetting(remembered as StoredSetting | undefined) };
  return {
    read: (line, emit) => readLine(line, state, emit),
    memory: () => state.said.toJson(),
  };
}

interface State {
  readonly said: SaidSetting;
}

function readLine(line: RawLine, state: State, emit: Emit): RecordFate {
  const type = beginning.exec(line.latin1(0, headBytes))?.[1];
  if (type !== undefined && silentTypes.has(type) && isOneRecord(line)) return "read";
  return readRecords(line, (record) => readRecord(record, line.number, state, emit));
}

const headBytes = 100;
const beginning = /^\{"type":"([a-z_]{1,60})"/;

/**
 * Settings, names, and what extensions said, to the model or to themselves. Ours are among them. The last
 * two lines are by programs that were made from Pi and write its format.
 */
const silentTypes: ReadonlySet<string> = new Set(
  (
    "custom custom_message label session_info thinking_level_change " +
    "credential_pin mcp_tool_selection mode_change model_usage service_tier_change " +
    "title title_change ttsr_injection"
  ).split(" "),
);

function readRecord(record: JsonRecord, line: number, state: State, emit: Emit): RecordFate {
  const place = placed(line, recordInstant(textAt(record, "timestamp")), undefined);
  switch (textAt(record, "type")) {
    case "session":
      readHeader(record, place, emit);
      return "read";
    case "model_change":
      readModel(textAt(record, "modelId"), place, state, emit);
      return "read";
    case "session_init":
      // A subagent's session: what follows in the user's name is the task that an agent gave it.
      emit({ is: "facts", ...place, isProgrammatic: true });
      return "read";
    case "message":
      return readMessage(record, place, state, emit);
    case "compaction":
    case "branch_summary":
      // Both sum up what is left behind; a branch that is taken up again begins without it as well.
      emit({ is: "compaction", ...place });
      return "read";
    default:
      return silentTypes.has(textAt(record, "type") ?? "") ? "read" : "unknown";
  }
}

function readHeader(record: JsonRecord, place: EventPlace, emit: Emit): void {
  const facts = {
    sessionId: textAt(record, "id"),
    workingDirectory: textAt(record, "cwd"),
    // It looks for bash and takes nothing else where there is one, whatever the person's own shell is.
    shell: "bash",
    parentSessionId: parentOf(textAt(record, "parentSession")),
  };
  if (Object.values(facts).some((value) => value !== undefined))
    emit({ is: "facts", ...place, ...facts });
}

/** The session that this one was forked from is named by its file, and the file by its session. */
function parentOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : /_([^_\\/]{1,100})\.jsonl$/.exec(path)?.[1];
}

function readModel(model: string | undefined, place: EventPlace, state: State, emit: Emit): void {
  const news = state.said.newsIn({ model }, place.thread);
  if (news !== undefined) emit({ is: "facts", ...place, ...news });
}

function readMessage(record: JsonRecord, place: EventPlace, state: State, emit: Emit): RecordFate {
  const message = recordAt(record, "message");
  if (message === undefined) return "unreadable";
  switch (textAt(message, "role")) {
    case "user":
      readUser(record, message, place, emit);
      return "read";
    case "assistant":
      readAssistant(message, place, state, emit);
      return "read";
    case "toolResult": {
      const callId = textAt(message, "toolCallId");
      if (callId !== undefined) emit({ is: "result", ...place, callId, ...callEnd(message) });
      return "read";
    }
    case "system":
    case "developer":
    case "custom":
    case "hookMessage":
    case "bashExecution":
    case "pythonExecution":
    case "fileMention":
    case "branchSummary":
    case "compactionSummary":
      // Instructions, extensions, summaries, and commands that the person ran behind an exclamation mark.
      return "read";
    default:
      return "unknown";
  }
}

function readUser(record: JsonRecord, message: JsonRecord, place: EventPlace, emit: Emit): void {
  const text = (textAt(message, "content") ?? textsOf(message).join("\n")).trim();
  if (text === "" || isInjected(text, frames)) return;
  const recordId = textAt(record, "id");
  emit({ is: "user", ...place, text, recordId });
}

/** A skill that the person called is written out in the person's name. */
const frames = /^<(?:skill|system-reminder|hook_context)\b/;

function readAssistant(message: JsonRecord, place: EventPlace, state: State, emit: Emit): void {
  readModel(textAt(message, "model"), place, state, emit);
  const content = textAt(message, "content");
  if (content !== undefined && content !== "") emit({ is: "assistant", ...place, text: content });
  for (const block of recordsAt(message, "content")) {
    const type = textAt(block, "type");
    const text = textAt(block, "text") ?? "";
    if (type === "text" && text !== "") emit({ is: "assistant", ...place, text });
    const callId = textAt(block, "id");
    if (type === "toolCall" && callId !== undefined) {
      const tool = textAt(block, "name") ?? "";
      const action = toolAction(tools, tool, recordAt(block, "arguments"));
      emit({ is: "call", ...place, callId, tool, action });
    }
  }
  emitUsage(message, place, emit);
}

function emitUsage(message: JsonRecord, place: EventPlace, emit: Emit): void {
  const usage = recordAt(message, "usage");
  const requestId = textAt(message, "responseId");
  if (usage === undefined || requestId === undefined) return;
  emit({
    is: "usage",
    ...place,
    requestId,
    inputTokens: numberAt(usage, "input") ?? 0,
    outputTokens: numberAt(usage, "output") ?? 0,
    cacheReadTokens: numberAt(usage, "cacheRead") ?? 0,
    cacheWriteTokens: numberAt(usage, "cacheWrite") ?? 0,
  });
}

function textsOf(message: JsonRecord): readonly string[] {
  return recordsAt(message, "content").flatMap((block) =>
    textAt(block, "type") === "text" ? (textAt(block, "text") ?? []) : [],
  );
}

/** Tools of extensions are `other`. */
const tools: ToolTable = {
  bash: ["shell", "command"],
  read: ["read", "path"],
  write: ["write", "path"],
  edit: ["edit", "path"],
  find: ["search", "path"],
  grep: ["search", "path"],
  ls: ["search", "path"],
};

/** How a call ended, from the message that answers it. A command that ends with a status is an error to Pi. */
function callEnd(message: JsonRecord): CallEnd {
  // The first text is the tool's; extensions put theirs behind it, and so do we.
  const [first = ""] = recordsAt(message, "content").flatMap(
    (block) => textAt(block, "text") ?? [],
  );
  const whole = textAt(message, "content") ?? first;
  if (message["isError"] === true && isHold(whole)) return { ending: "held" };
  const text = withoutOurLessons(whole);
  if (message["isError"] !== true) return { output: boundedOutput(text) };
  if (text.startsWith(skipped)) return { ending: "cancelled" };
  const end = endOfCommand.exec(text);
  if (end === null) return { ending: "failed", output: boundedOutput(text) };
  const [, status, seconds] = end;
  const output = boundedOutput(text.slice(0, end.index));
  if (status !== undefined) return { exitStatus: Number(status), output };
  return { ending: seconds === undefined ? "interrupted" : "timeout", output };
}

/** A person spoke while calls were waiting: the rest of them never ran. */
const skipped = "Skipped due to queued user message";

const endOfCommand =
  /\n{0,3}(?:Command exited with code (-?\d{1,10})|Command timed out after (\d{1,9}) seconds|Command aborted)\s{0,10}$/;

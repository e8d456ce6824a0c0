import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { CallEnd, ToolAction } from "../event.ts";
import { type JsonRecord, isRecord, recordAt, textAt } from "../../platform/json/fields.ts";
import { type CodexCall, commandLine } from "./tool-calls.ts";
import { type CodexEnd, endOfCommand, endOfPatch } from "./call-end.ts";
import { setBounded } from "../read-records.ts";
import { contentTexts } from "../recorded-text.ts";
import type { Setting } from "../said-setting.ts";
import type { CodexRecord } from "./session-state.ts";
import type { RecordFate } from "../adapter.ts";
import { silentItems } from "./record-kind.ts";

/** Says the call and waits for its result. A mere look at a running command is not a call of its own. */
export function readCall(callId: string | undefined, call: CodexCall, reading: CodexRecord): void {
  const { place, state, emit } = reading;
  if (callId === undefined) return;
  const { tool, action, pollsSession, workingDirectory = "" } = call;
  if (pollsSession !== undefined) {
    setBounded(state.open, callId, { line: place.line, pollsSession });
    return;
  }
  saySetting({ workingDirectory: within(state.turnDirectory, workingDirectory) }, reading);
  emit({ ...place, is: "call", callId, tool, action });
  setBounded(state.open, callId, {
    line: place.line,
    mark: call.isScript === true ? markOf(action) : undefined,
  });
}

/** Says the model and the directory of the calls that follow, when either is new. */
export function saySetting(setting: Setting, { place, state, emit }: CodexRecord): void {
  const news = state.said.newsIn(setting, place.thread);
  if (news !== undefined) emit({ ...place, is: "facts", ...news });
}

/** A call may name a directory of its own, seen from that of the turn. */
function within(turn: string | undefined, named: string): string | undefined {
  if (named === "" || named === ".") return turn;
  if (/^(?:[\\/~]|[A-Za-z]:)/u.test(named)) return named;
  return turn === undefined ? undefined : posix.join(turn, named);
}

/**
 * Says the result, once: most results are recorded twice, as what the model got and as what the program saw,
 * in either order, and both know the exit status.
 */
export function readCallEnd(callId: string | undefined, end: CodexEnd, reading: CodexRecord): void {
  const { place, state, emit } = reading;
  if (callId === undefined) return;
  const open = state.open.get(callId);
  if (open?.pollsSession !== undefined) {
    readPoll(callId, open.pollsSession, end, reading);
    return;
  }
  const { runsAsSession, ...result } = end;
  if (runsAsSession !== undefined) {
    if (state.open.delete(callId)) setBounded(state.running, runsAsSession, callId);
    return;
  }
  if (state.settle(callId)) emit({ ...place, is: "result", callId, ...result });
}

/** The end of a command that was started earlier belongs to the call that started it. */
function readPoll(callId: string, session: number, end: CodexEnd, reading: CodexRecord): void {
  const { place, state, emit } = reading;
  const line = state.open.get(callId)?.line ?? place.line;
  state.open.delete(callId);
  const { runsAsSession, ...result } = end;
  if (runsAsSession !== undefined) return;
  const original = state.running.get(session);
  const isOver = end.exitStatus !== undefined || end.ending === "interrupted";
  if (original !== undefined && isOver) {
    state.settle(original);
    // The poll knows how long it waited itself, not how long the command ran.
    const { durationMs: _, ...ended } = result;
    emit({ ...place, is: "result", callId: original, ...ended });
  } else if (end.ending === "failed") {
    emit({ ...place, is: "call", line, callId, tool: "write_stdin", action: { does: "other" } });
    emit({ ...place, is: "result", callId, ...result });
  }
}

/** A person stopped the turn: what waits for a result gets none any more. */
export function readInterruption(reading: CodexRecord): void {
  const { payload, state } = reading;
  if (textAt(payload, "reason") !== "interrupted") return;
  for (const callId of state.open.keys()) {
    readCallEnd(callId, { ending: "interrupted" }, reading);
  }
}

/**
 * What a script ran. When it was all that the script did, the script's own call is the call; otherwise
 * the item is said as a call of its own.
 */
function readScriptStep(
  callId: string,
  step: { readonly tool: string; readonly action: ToolAction },
  end: CallEnd,
  reading: CodexRecord,
): void {
  const { place, state, emit } = reading;
  const { action, tool } = step;
  const mark = markOf(action);
  const script = mark === undefined ? undefined : state.scriptOf(mark);
  if (script !== undefined) {
    readCallEnd(script, end, reading);
    return;
  }
  emit({ ...place, is: "call", callId, tool, action });
  emit({ ...place, is: "result", callId, ...end });
}

/** Enough to know a command or a patch again, without keeping it. A script may name a file in another way than the item. */
function markOf(action: ToolAction): string | undefined {
  const text =
    action.does === "shell"
      ? action.command
      : action.does === "edit" || action.does === "write"
        ? `patch ${posix.basename(action.path)}`
        : undefined;
  if (text === undefined) return undefined;
  return createHash("sha1").update(text).digest("base64url").slice(0, 12);
}

/** `item_completed`, since about 0.150: what a person said, what a command did, what was written. */
export function readItem(
  reading: CodexRecord,
  readUser: (message: string, recordId: string | undefined, reading: CodexRecord) => void,
): RecordFate {
  const item = recordAt(reading.payload, "item");
  const type = textAt(item, "type") ?? "";
  if (item === undefined || silentItems.has(type)) return item === undefined ? "unknown" : "read";
  switch (type) {
    case "UserMessage":
      readUser(saidIn(item), textAt(item, "id"), reading);
      return "read";
    case "CommandExecution":
    case "FileChange": {
      const id = textAt(item, "id");
      if (id !== undefined) readStep(id, type, item, reading);
      return "read";
    }
    default:
      return "unknown";
  }
}

/** Only steps of scripts have ids of their own; the others have that of the call that we know. */
export function readStep(
  id: string,
  type: "CommandExecution" | "FileChange",
  item: JsonRecord,
  reading: CodexRecord,
): void {
  // A command that the person typed behind an exclamation mark is not the agent's.
  if (textAt(item, "source") === "user_shell") return;
  const isCommand = type === "CommandExecution";
  const end = isCommand ? endOfCommand(item) : endOfPatch(item);
  if (!id.startsWith("exec-")) {
    readCallEnd(id, end, reading);
    return;
  }
  const step = isCommand
    ? ({
        tool: "exec_command",
        action: { does: "shell", command: commandLine(item["command"]) },
      } as const)
    : { tool: "apply_patch", action: changeAction(item) };
  readScriptStep(id, step, end, reading);
}

function saidIn(item: JsonRecord): string {
  return contentTexts(item)
    .filter((text) => text !== "")
    .join("\n");
}

function changeAction(item: JsonRecord): ToolAction {
  const changes = Object.entries(recordAt(item, "changes") ?? {});
  const [path, change] = changes[0] ?? [];
  if (path === undefined || !isRecord(change)) return { does: "other" };
  return { does: textAt(change, "type") === "add" ? "write" : "edit", path };
}

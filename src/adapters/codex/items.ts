import { boundedOutput } from "../../core/bounded-output.ts";
import type { ToolAction } from "../../core/event.ts";
import { isRecord, recordAt, recordsAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import type { RecordFate } from "../adapter.ts";
import { commandLine, shell } from "./action.ts";
import { readOutcome, readScriptStep } from "./calls.ts";
import { commandOutcome, patchOutcome } from "./outcome.ts";
import { silentItems } from "./record-kind.ts";
import type { Reading } from "./reading.ts";

/** `item_completed`, since about 0.150: what a person said, what a command did, what was written. */
export function readItem(
  reading: Reading,
  readUser: (message: string, recordId: string | undefined, reading: Reading) => void,
): RecordFate {
  const item = recordAt(reading.payload, "item");
  const type = textAt(item, "type") ?? "";
  if (item === undefined || silentItems.has(type)) return item === undefined ? "unknown" : "read";
  switch (type) {
    case "UserMessage":
      readUser(textOf(item), textAt(item, "id"), reading);
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
  reading: Reading,
): void {
  // A command that the person typed behind an exclamation mark is not the agent's.
  if (textAt(item, "source") === "user_shell") return;
  const isCommand = type === "CommandExecution";
  const outcome = isCommand ? commandOutcome(item) : patchOutcome(item);
  if (!id.startsWith("exec-")) {
    readOutcome(id, outcome, reading);
    return;
  }
  const step = isCommand
    ? {
        tool: "exec_command",
        action: shell(commandLine(item["command"]), folderOf(textAt(item, "cwd"))),
      }
    : { tool: "apply_patch", action: changeAction(item) };
  readScriptStep(id, step, outcome, reading);
}

function textOf(item: JsonRecord): string {
  return (
    textAt(item, "content") ??
    recordsAt(item, "content")
      .map((block) => textAt(block, "text") ?? "")
      .filter((text) => text !== "")
      .join("\n")
  );
}

function folderOf(url: string | undefined): string | undefined {
  if (url === undefined || !url.startsWith("file://")) return url;
  try {
    return decodeURIComponent(url.slice("file://".length));
  } catch {
    return undefined;
  }
}

function changeAction(item: JsonRecord): ToolAction {
  const changes = Object.entries(recordAt(item, "changes") ?? {});
  const [path, change] = changes[0] ?? [];
  if (path === undefined || !isRecord(change)) return { does: "other" };
  const text = textAt(change, "content") ?? textAt(change, "unified_diff") ?? "";
  return {
    does: textAt(change, "type") === "add" ? "write" : "edit",
    path,
    text: boundedOutput(text),
  };
}

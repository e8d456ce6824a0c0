import type { FinishedCall, ToolPayload } from "../../agents/delivery.ts";
import { deliveryDoor } from "../../agents/delivery-doors.ts";
import { Fault } from "../../platform/fault.ts";
import { parseJson } from "../../platform/json/parse.ts";

/** The one tool call in a text of payloads. */
export function payloadToExplain(text: string, source: string): ToolPayload | FinishedCall {
  const [first, ...others] = payloadLines(text);
  const payload = first === undefined ? undefined : deliveryDoor.hook.readPayload(first.text);
  const [finished] = first === undefined ? [] : deliveryDoor.hook.readResults(first.text);
  if (others.length > 0) {
    throw new Fault("bad-input", `${source} holds ${others.length + 1} payloads`, {
      hint: "lessons show takes one payload; for many: lessons dev match",
    });
  }
  if (finished !== undefined) return finished;
  if (payload?.event !== "PreToolUse" || payload.call === undefined) {
    throw new Fault("bad-input", `${source} is not a tool call payload`, {
      hint: 'for example {"tool_name":"Bash","tool_input":{"command":"git stash"}}',
    });
  }
  return { ...payload, call: payload.call };
}

/** A call that somebody describes. */
export interface TypedCall {
  readonly tool?: string;
  readonly command?: string;
  readonly path?: string;
  readonly content?: string;
}

/** Undefined when nothing is described. A command is for Bash and a file for Edit, unless a tool is named. */
export function typedToExplain(
  { tool, command, path, content }: TypedCall,
  workingDirectory: string,
): ToolPayload | undefined {
  if ([tool, command, path, content].every((part) => part === undefined)) return undefined;
  return {
    event: "PreToolUse",
    workingDirectory,
    call: {
      tool: tool ?? (command === undefined ? "Edit" : "Bash"),
      command,
      paths: path === undefined ? [] : [path],
      content,
    },
  };
}

/** One payload of a file, or what was in its place. */
interface PayloadLine {
  /** 1-based: where it begins. */
  readonly line: number;
  readonly text: string;
}

/**
 * The payloads in a text: one a line, or one object over several lines, as people write it by hand. Split
 * at line feeds only: other separators are legal inside a JSON string.
 */
export function payloadLines(text: string): readonly PayloadLine[] {
  const lines = text
    .replace(/^\uFEFF/u, "")
    .split("\n")
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "");
  const [first] = lines;
  if (first === undefined || lines.length === 1 || "value" in parseJson(first.text)) return lines;
  const whole = parseJson(text);
  return "value" in whole ? [{ line: first.line, text: JSON.stringify(whole.value) }] : lines;
}

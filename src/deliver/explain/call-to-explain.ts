import { readHookPayload } from "../../agents/claude-code/hook-payload.ts";
import type { ToolPayload } from "../../agents/claude-code/hook-moment.ts";
import { Fault } from "../../platform/fault.ts";
import { payloadLines } from "./payload-lines.ts";

/** A tool call that is to be explained. */
export type CallToExplain = ToolPayload;

/** The one tool call in a text of payloads. */
export function payloadToExplain(text: string, source: string): CallToExplain {
  const [first, ...others] = payloadLines(text);
  const payload = first === undefined ? undefined : readHookPayload(first.text);
  if (others.length > 0) {
    throw new Fault("bad-input", `${source} holds ${others.length + 1} payloads`, {
      hint: "give one to lessons explain; lessons match takes many",
    });
  }
  if (payload?.event !== "PreToolUse" || payload.call === undefined) {
    throw new Fault("bad-input", `${source} is not the payload of a tool call`, {
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
): CallToExplain | undefined {
  if ([tool, command, path, content].every((part) => part === undefined)) return undefined;
  return {
    event: "PreToolUse",
    workingDirectory,
    call: {
      tool: tool ?? (command === undefined ? "Edit" : "Bash"),
      ...(command === undefined ? {} : { command }),
      paths: path === undefined ? [] : [path],
      ...(content === undefined ? {} : { content }),
    },
  };
}

import { type JsonRecord, recordAt, recordsAt, textAt } from "../../platform/json/fields.ts";
import type { FinishedCall } from "../delivery.ts";
import { payloadIn } from "../payload-fields.ts";
import { hookCall, readHookPayload } from "./hook-payload.ts";

/**
 * The calls in a payload of PostToolUseFailure, PostToolUse or PostToolBatch. No field says how a call ended: the event
 * does, and of a batch only what the program itself refused is taken, because the other two hear of the rest.
 */
export function readHookResults(text: string): readonly FinishedCall[] {
  const payload = readHookPayload(text);
  const raw = payload === undefined ? undefined : payloadIn(text);
  if (payload === undefined || raw === undefined) return [];
  const { call } = payload;
  switch (payload.event) {
    case "PostToolUseFailure":
      if (call === undefined || raw["is_interrupt"] === true) return [];
      return [
        { ...payload, call, output: withoutStatus(textAt(raw, "error") ?? ""), isFailed: true },
      ];
    case "PostToolUse":
      if (call === undefined) return [];
      return [
        { ...payload, call, output: printed(recordAt(raw, "tool_response")), isFailed: false },
      ];
    case "PostToolBatch":
      return recordsAt(raw, "tool_calls")
        .slice(0, mostCalls)
        .flatMap((each) => {
          const [tool, output] = [textAt(each, "tool_name"), refusalIn(each["tool_response"])];
          if (tool === undefined || output === undefined) return [];
          const refused = hookCall(tool, each["tool_input"]);
          const toolUseId = textAt(each, "tool_use_id");
          return [{ ...payload, call: refused, toolUseId, output, isFailed: true }];
        });
    default:
      return [];
  }
}

/** Of one answer. */
const mostCalls = 50;

/** The program puts the status of a shell before what was printed. */
function withoutStatus(error: string): string {
  return error.replace(/^Exit code \d{1,9}(?:\n|$)/u, "");
}

function printed(response: JsonRecord | undefined): string {
  return [textAt(response, "stdout"), textAt(response, "stderr")]
    .flatMap((text) => text || [])
    .join("\n");
}

/** What the program says of a call that it did not let run; undefined of one that ran. */
function refusalIn(response: unknown): string | undefined {
  const text = typeof response === "string" ? response : undefined;
  return text === undefined
    ? undefined
    : /^<tool_use_error>([\s\S]*?)(?:<\/tool_use_error>|$)/u.exec(text.trimStart())?.[1];
}

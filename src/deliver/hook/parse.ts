import { readHookPayload } from "../../agents/claude-code/hook-payload.ts";
import type { ToolPayload } from "../../agents/claude-code/hook-moment.ts";

/** Stage 1: what the agent says about the call that it is about to make. */
export function parse(input: string): ToolPayload | undefined {
  const payload = readHookPayload(input);
  if (payload === undefined || payload.event !== "PreToolUse") return undefined;
  const { call } = payload;
  return call === undefined ? undefined : { ...payload, call };
}

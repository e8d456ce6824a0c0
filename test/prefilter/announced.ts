import type { PlannedCall } from "../../src/match/moment.ts";

export const workingDirectory = "/home/someone/work/shop";

/** A call with the payload that announces it. */
export interface Announced {
  readonly call: PlannedCall;
  readonly payload: string;
}

export function announced(call: PlannedCall, input: object): Announced {
  const payload = {
    session_id: "5f0c",
    cwd: workingDirectory,
    hook_event_name: "PreToolUse",
    tool_name: call.tool,
    tool_input: input,
  };
  return { call, payload: JSON.stringify(payload) };
}

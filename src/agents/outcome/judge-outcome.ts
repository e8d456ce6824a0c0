import type { ToolAction, ToolResult } from "../event.ts";
import { findHiddenFailure, hiddenFailureHint } from "./find-hidden-failure.ts";

export { hiddenFailureHint } from "./find-hidden-failure.ts";

/** How a call ended, for the ledger. */
export const outcomes = ["ok", "error", "timeout", "rejected", "interrupted"] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * The outcome of a finished call: from the record's own flags and exit status, and for a shell call
 * whose record says nothing is wrong, from the few messages that pipes hide. Undefined when the call
 * is none of its own, because a call beside it failed before it ran.
 */
export function judgeOutcome(action: ToolAction, result: ToolResult): Outcome | undefined {
  const { ending, exitStatus = 0, output = "" } = result;
  switch (ending) {
    case "cancelled":
      return undefined;
    // It never ran, so it did not fail.
    case "held":
      return "rejected";
    case "rejected":
    case "interrupted":
    case "timeout":
      return ending;
    default:
  }
  const isFlagged = ending !== undefined || exitStatus !== 0;
  if (isFlagged) return isTimeout(action, exitStatus, output) ? "timeout" : "error";
  const isHidden = action.does === "shell" && hidesFailure(action.command, output);
  return isHidden ? "error" : "ok";
}

/** How the shell tools of the agents say that they gave up waiting. */
const timeoutNotice = /^(?:Command|command) timed out after \d/m;

/** What `timeout` ends with; without that program in the line it is a status like any other. */
const timeoutStatus = 124;

function isTimeout(action: ToolAction, exitStatus: number, output: string): boolean {
  if (action.does !== "shell") return false;
  if (timeoutNotice.test(output.slice(0, 400))) return true;
  return exitStatus === timeoutStatus && /\bg?timeout\b/.test(action.command);
}

function hidesFailure(command: string, output: string): boolean {
  return hiddenFailureHint.test(output) && findHiddenFailure(command, output) !== undefined;
}

import { readHookPayload } from "../../agents/claude-code/hook-payload.ts";
import { isSwitchedOff } from "../switched-off.ts";
import { endAnswer } from "./end-answer.ts";
import { endSession } from "./end-session.ts";
import { errorText } from "./error-text.ts";
import { logLine } from "./hook-log.ts";
import { hookHome } from "./home.ts";
import { logIfSlow } from "./log-if-slow.ts";
import { readInput } from "./read-input.ts";
import { isRegisteredTwice } from "./registered-twice.ts";
import type { SessionContext } from "./session-context.ts";
import { startSession } from "./start-session.ts";
import { startSubagent } from "./start-subagent.ts";

/**
 * Everything but tool calls: a session or a subagent starts, an answer ends, a session ends. Rarer, so that
 * it may take longer, and just as silent when something goes wrong.
 */
const home = hookHome(process.env);
const now = new Date();
const context: SessionContext = { home, environment: process.env, now, log };

void run();

async function run(): Promise<void> {
  try {
    const isSilent = isSwitchedOff(process.env) || isRegisteredTwice(home, process.env);
    if (!isSilent) await answer(readInput());
  } catch (error) {
    log(`failed: ${errorText(error, home.folder)}`);
  }
  logIfSlow(log);
}

async function answer(input: string | undefined): Promise<void> {
  if (input === undefined) return log("passed over: the payload is too long");
  const payload = readHookPayload(input);
  switch (payload?.event) {
    case "SessionStart":
      return startSession(payload, context);
    case "SubagentStart":
      return startSubagent(payload, context);
    case "Stop":
      return endAnswer(payload, context);
    case "SessionEnd":
      return endSession(payload, context);
    default:
      return log("passed over: no event that we know");
  }
}

function log(line: string): void {
  logLine(home, now, line);
}

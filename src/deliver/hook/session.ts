import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HookPayload } from "../../agents/delivery.ts";
import { isSwitchedOff } from "../pause.ts";
import { agent } from "./agent.ts";
import { askPerson } from "./ask-person.ts";
import { logIfSlow } from "./deadline.ts";
import { startDetached } from "./detached-scan.ts";
import { endAnswer } from "./end-answer.ts";
import { userHome } from "./home.ts";
import { errorText, hookContext } from "./hook-log.ts";
import { noteResult } from "./fixed-result.ts";
import { openCache } from "./load.ts";
import { widenPrefilters } from "./session-prefilter.ts";
import { startSession, startSubagent } from "./start-session.ts";
import { print, readPayload } from "./streams.ts";

export { hasPrinted } from "./streams.ts";

/**
 * Everything but tool calls: a session or a subagent starts, an answer ends, a session ends. Rarer, so that
 * it may take longer, and just as silent when something goes wrong.
 */
const context = hookContext(print);
const { home, log } = context;

export const hasEnded = run();

async function run(): Promise<void> {
  try {
    const isSilent = isSwitchedOff(process.env) || isRegisteredTwice();
    if (!isSilent) await answer(readPayload());
  } catch (error) {
    log(`failed: ${errorText(error, home.folder)}`);
  }
  logIfSlow(log);
}

async function answer(input: string | undefined): Promise<void> {
  if (input === undefined) return log("skipped: the payload is too long");
  const payload = agent.readPayload(input);
  switch (payload?.event) {
    case "SessionStart":
      return startSession(payload, context);
    case "SubagentStart":
      return startSubagent(payload, context);
    case "PreToolUse":
      return askPerson(payload, context);
    case "PostToolUse":
    case "PostToolUseFailure":
      return noteResult(payload, context);
    case "Stop":
      return endAnswer(payload, context);
    case "SessionEnd":
      return endSession(payload);
    default:
      return log("skipped: unknown event");
  }
}

/** Reads the session while it is fresh: what was learnt in it should be there in the next one. */
async function endSession({ sessionId = "unknown", transcriptPath }: HookPayload): Promise<void> {
  widenPrefilters(home.cache, sessionId);
  if (transcriptPath === undefined) return;
  await startDetached(context, ["scan", "--auto", "--path", transcriptPath]);
  // By the settings at the last compilation; the program looks at those of the project, too.
  const isLearning = openCache(home, log)?.index.config.isLearning === true;
  if (!isLearning) return;
  // The agent's own program is asked in the end, and how it signs in may be in the environment that it gave us.
  await startDetached(context, ["learn", "ended", transcriptPath], { hasWholeEnvironment: true });
}

/**
 * Whether this is the plugin's hook and the entries of `lessons init` are in the user's settings, too. Both are
 * called then, and the entries answer. At a tool call nobody has to ask: a lesson can be claimed only once.
 */
function isRegisteredTwice(): boolean {
  const { environment } = context;
  const settings = agent.settingsBesidePlugin(environment, userHome(environment));
  if (settings === undefined) return false;
  try {
    const entry = JSON.stringify(join(home.folder, "hook")).slice(1, -1);
    return readFileSync(settings, "utf8").includes(entry);
  } catch {
    return false;
  }
}

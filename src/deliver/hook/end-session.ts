import type { HookPayload } from "../../agents/claude-code/hook-payload.ts";
import { startLearning, startScan } from "./detached-scan.ts";
import { openCache } from "./load.ts";
import type { SessionContext } from "./session-context.ts";
import { widenPrefilters } from "./session-prefilter.ts";

/** Reads the session while it is fresh: what was learnt in it should be there in the next one. */
export async function endSession(
  { sessionId = "unknown", transcriptPath }: HookPayload,
  { home, environment, log }: SessionContext,
): Promise<void> {
  widenPrefilters(home.cache, sessionId);
  if (transcriptPath === undefined) return;
  await startScan(home, environment, transcriptPath);
  // By the settings at the last compilation; the program looks at those of the project, too.
  const isLearning = openCache(home, log)?.index.config.isLearning === true;
  if (isLearning) await startLearning(home, environment, transcriptPath);
}

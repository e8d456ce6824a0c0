import type { HookPayload } from "../adapters/claude-code/hook-payload.ts";
import { startScan } from "./detached-scan.ts";
import type { SessionContext } from "./session-context.ts";
import { widenPrefilters } from "./session-prefilter.ts";

/** Reads the session while it is fresh: what was learnt in it should be there in the next one. */
export async function endSession(
  { sessionId = "unknown", transcriptPath }: HookPayload,
  { home, environment }: SessionContext,
): Promise<void> {
  widenPrefilters(home.cache, sessionId);
  if (transcriptPath !== undefined) await startScan(home, environment, transcriptPath);
}

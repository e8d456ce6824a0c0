import type { HookPayload } from "../../agents/delivery.ts";
import { sessionFolder } from "../claims.ts";
import { agent } from "./agent.ts";
import { correctedLine } from "./fixed-calls.ts";
import type { HookContext } from "./home.ts";
import { spool } from "./spool.ts";

/**
 * Notes whether a call that was corrected ran as corrected. Where several hooks change a call, the agent takes the last
 * one's word, and only the result shows whose that was.
 */
export function noteResult(
  { sessionId, toolUseId, call }: HookPayload,
  { home, now }: HookContext,
): void {
  if (sessionId === undefined || toolUseId === undefined) return;
  const line = correctedLine(sessionFolder(home.folder, sessionId), toolUseId);
  if (line === undefined) return;
  spool(home, "results.jsonl", {
    version: 1,
    at: now.toISOString(),
    agent: agent.name,
    session: sessionId,
    call: toolUseId,
    ran: call?.command === line,
  });
}

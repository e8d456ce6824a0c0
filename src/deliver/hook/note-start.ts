import { agentName } from "../../agents/claude-code/agent-name.ts";
import type { HookPayload } from "../../agents/claude-code/hook-payload.ts";
import { elapsed } from "./elapsed.ts";
import { errorText } from "./error-text.ts";
import type { SessionContext } from "./session-context.ts";
import { spool } from "./spool.ts";
import type { StartText } from "./start-text.ts";

/**
 * Notes that a session or a subagent began with us, and what it was told: whether agents report what they
 * learn can only be asked of those that were asked to. Comes behind the answer, and nothing waits for it.
 */
export function noteStart(
  { sessionId, agentId, source }: HookPayload,
  { home, now, log }: SessionContext,
  told: Omit<StartText, "text"> = nothing,
): void {
  try {
    spool(home, "sessions.jsonl", {
      version: 1,
      at: now.toISOString(),
      agent: agentName,
      session: sessionId ?? null,
      subagent: agentId ?? null,
      source: source ?? null,
      protocol: told.protocol,
      lessons: told.lessons,
      tookMs: Math.round(elapsed()),
    });
  } catch (error) {
    log(`failed: ${errorText(error, home.folder)}`);
  }
}

/** There was no time for it. */
const nothing = { protocol: "off", lessons: 0 } as const;

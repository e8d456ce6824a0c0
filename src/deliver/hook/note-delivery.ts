import type { HookPayload } from "../../agents/delivery.ts";
import type { Judgement } from "../../match/match.ts";
import type { PlannedCall } from "../../match/moment.ts";
import { agent } from "./agent.ts";
import type { HookContext } from "./home.ts";
import { spool } from "./spool.ts";

/** How a lesson came, and how long that took. */
interface Delivery {
  readonly mode: string;
  readonly form: string;
  readonly tookMs: number;
}

/** Notes that a lesson was delivered at a call, for the next scan to take over. */
export function noteDelivery(
  { lesson, score, conditions }: Judgement,
  { sessionId, agentId, toolUseId, call }: HookPayload & CallOfPayload,
  { mode, form, tookMs }: Delivery,
  { home, now }: Pick<HookContext, "home" | "now">,
): void {
  spool(home, "deliveries.jsonl", {
    version: 1,
    at: now.toISOString(),
    lesson: lesson.id,
    slug: lesson.slug,
    agent: agent.name,
    session: sessionId ?? null,
    subagent: agentId ?? null,
    call: toolUseId ?? null,
    tool: call.tool,
    mode,
    form,
    score,
    matched: conditions.flatMap(({ name, verdict }) => (verdict === "matched" ? [name] : [])),
    tookMs: Math.round(tookMs),
  });
}

interface CallOfPayload {
  readonly toolUseId?: string | undefined;
  readonly call: Pick<PlannedCall, "tool">;
}

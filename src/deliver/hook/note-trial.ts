import type { HookPayload } from "../../agents/delivery.ts";
import type { Named, SessionTrial } from "../trial/session-trial.ts";
import { agent } from "./agent.ts";
import { elapsed } from "./deadline.ts";
import type { HookContext } from "./home.ts";
import { errorText } from "./hook-log.ts";
import { spool } from "./spool.ts";

/**
 * Notes for lessons that come now, or would come, on which side the session is. By the same rule on both sides, and before anything
 * is said: what follows cannot decide who is counted.
 */
export function noteTrial(
  trial: SessionTrial | undefined,
  lessons: readonly Named[],
  { payload, moment }: TrialMoment,
  { home, now, log }: Pick<HookContext, "home" | "now" | "log">,
): void {
  const concerned = trial === undefined ? [] : lessons.filter(trial.concerns);
  if (trial === undefined || concerned.length === 0) return;
  const idsOf = (isWithout: boolean) => {
    const side = concerned.filter((lesson) => trial.withholds(lesson) === isWithout);
    return [...new Set(side.map(({ id }) => id))];
  };
  try {
    spool(home, "trial.jsonl", {
      version: 1,
      at: now.toISOString(),
      trial: trial.id,
      agent: agent.name,
      session: payload.sessionId ?? null,
      subagent: payload.agentId ?? null,
      call: payload.toolUseId ?? null,
      tool: payload.call?.tool ?? null,
      moment,
      with: idsOf(false),
      without: idsOf(true),
      tookMs: Math.round(elapsed()),
    });
  } catch (error) {
    // Neither side is counted then, and what is not withheld comes all the same.
    log(`failed: ${errorText(error, home.folder)}`);
  }
}

interface TrialMoment {
  readonly payload: Pick<HookPayload, "sessionId" | "agentId" | "toolUseId" | "call">;
  readonly moment: "start" | "call" | "error";
}

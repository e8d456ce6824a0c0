import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HookPayload } from "../../agents/delivery.ts";
import type { CacheIndex } from "../compile/cache-index.ts";
import { isWithheld } from "../trial/assignment.ts";
import { agent } from "./agent.ts";
import { elapsed } from "./deadline.ts";
import type { HookContext } from "./home.ts";
import { errorText } from "./hook-log.ts";
import { spool } from "./spool.ts";

/** A trial, seen from a session that is part of it. */
export interface SessionTrial {
  readonly id: string;
  readonly concerns: (lesson: Named) => boolean;
  /** Whether this session goes without a lesson, whenever it would come. */
  readonly withholds: (lesson: Named) => boolean;
}

interface Named {
  readonly id: string;
}

/**
 * Makes a session part of the trial that is running when it begins. One that goes on, or repeats another, may have got what
 * it is to go without, so it stays what it was.
 */
export function beginTrial(
  { trial }: Pick<CacheIndex, "trial">,
  folder: string,
  { source = "startup" }: HookPayload,
): void {
  if (trial === undefined || (source !== "startup" && source !== "clear")) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, trialFile), trial.id, { mode: 0o600 });
}

/** Undefined where no trial runs, and in a session that did not begin in it. */
export function sessionTrial(
  { trial }: Pick<CacheIndex, "trial">,
  folder: string,
  sessionId: string | undefined,
): SessionTrial | undefined {
  if (trial === undefined || sessionId === undefined || begunIn(folder) !== trial.id)
    return undefined;
  const members = new Set(trial.lessons);
  return {
    id: trial.id,
    concerns: ({ id }) => members.has(id),
    withholds: ({ id }) => isWithheld(trial, sessionId, id),
  };
}

const trialFile = "trial";

function begunIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, trialFile), "utf8");
  } catch {
    return undefined;
  }
}

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

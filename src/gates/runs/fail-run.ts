import { hostname } from "node:os";
import { patienceMs } from "../../agents/ask-agent.ts";
import type { Decision } from "../../lesson/record/gate-finding.ts";
import { errorCode } from "../../platform/files/file-fault.ts";
import type { ReviewVerdict } from "../review-state.ts";
import {
  endRun,
  findRun,
  missPair,
  pairsOfRun,
  runsBeingAsked,
  type Asker,
} from "../store/runs.ts";
import { writeManifest } from "./create-runs.ts";
import { inReviews, type GateContext } from "./gate-context.ts";

/** Ends a run that has no answer to take. Its pairs stay as stale as they were. False when it had ended before. */
export function failRun(
  context: GateContext,
  id: number,
  failure: {
    /** `error`: there is an answer, and it cannot be read. */
    readonly decision: Exclude<Decision, ReviewVerdict>;
    readonly telemetry: object;
  },
): boolean {
  const { reviews, system } = context;
  const isOurs = inReviews(context, () => {
    if (findRun(reviews, id)?.status !== "running") return false;
    for (const pair of pairsOfRun(reviews, id)) missPair(reviews, pair.id, failure.decision);
    const { telemetry } = failure;
    endRun(reviews, id, { status: "failed", telemetry, at: system.now() });
    return true;
  });
  if (isOurs) writeManifest(context, id);
  return isOurs;
}

/** Ends the runs that a sweep was asking when it was killed: nobody will answer them. Returns their numbers. */
export function failAbandonedRuns(context: GateContext): readonly number[] {
  const now = Date.parse(context.system.now());
  return runsBeingAsked(context.reviews)
    .filter((run) => !isAlive(run) || now - Date.parse(run.createdAt) > longestAskingMs)
    .filter(({ id }) =>
      failRun(context, id, { decision: "unknown", telemetry: { problem: "its sweep was killed" } }),
    )
    .map(({ id }) => id);
}

/** This process, as the one that asks. */
export function thisProcess(): Asker {
  return { process: process.pid, host: hostname() };
}

/** No program is waited for as long, whatever became of the process number. */
const longestAskingMs = 3 * patienceMs;

/** Of a process on another machine nothing is known but the time. */
function isAlive({ process: id, host }: Asker): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

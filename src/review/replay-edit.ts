import { setImmediate } from "node:timers/promises";
import { startOfNewestCalls } from "../capture/ledger/calls.ts";
import { eachReplayCall } from "../capture/ledger/replay-calls.ts";
import { makeReady } from "../deliver/compile/make-ready.ts";
import { deliveryConfig } from "../deliver/delivery-config.ts";
import { applyEdit } from "../lesson/edit.ts";
import { approvedPriority } from "../lesson/approved-priority.ts";
import type { Lesson } from "../lesson/record/lesson.ts";
import { inGroups, replaySteps } from "../measure/replay/replay.ts";
import type { Context } from "../platform/context.ts";
import { Fault } from "../platform/fault.ts";
import type { PlannedEdit } from "./decision/act.ts";
import { historyOf, mostCalls, type TriggerHistory } from "./review-card.ts";

/**
 * What a trigger would have done as it is being typed. The pass over the ledger lets go every few milliseconds, so that no
 * key waits for it, and ends when the signal says that another text was typed. Undefined where there is nothing to say.
 */
export async function replayEdited(
  { database, config }: Pick<Context, "database" | "config">,
  lesson: Lesson,
  edits: readonly PlannedEdit[],
  signal: AbortSignal,
): Promise<TriggerHistory | undefined> {
  const edited = withEdits(lesson, edits);
  if (edited === undefined) return undefined;
  const ready = makeReady({
    lesson: { ...edited, priority: approvedPriority(edited) },
    origin: { sessions: 0 },
  });
  const since = startOfNewestCalls(database, mostCalls);
  const steps = replaySteps([ready], inGroups(eachReplayCall(database, { since })), {
    threshold: deliveryConfig(config).relevanceThreshold,
  });
  let start = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      const replay = step.value.get(lesson.id);
      return replay === undefined || replay.isOutOfReach ? undefined : historyOf(replay);
    }
    if (performance.now() - start < longestHoldMs) continue;
    await setImmediate();
    if (signal.aborted) {
      steps.return(new Map());
      return undefined;
    }
    start = performance.now();
  }
}

/** Less than a frame of a fast terminal. */
const longestHoldMs = 8;

/** Undefined while what is typed is no value yet. */
function withEdits(lesson: Lesson, edits: readonly PlannedEdit[]): Lesson | undefined {
  try {
    return edits.reduce((edited, { field, value }) => applyEdit(edited, field, value), lesson);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

import { inParallel } from "./in-parallel.ts";
import { failAbandonedRuns } from "./fail-run.ts";
import { selectPairs, type Selection, type SelectRequest } from "./select-pairs.ts";
import type { PlannedRun } from "./sweep-plan.ts";
import { sweepRun, type InRoom, type SweepBy, type SweptRun } from "./sweep-run.ts";

export interface SweepRequest extends SweepBy {
  readonly select: Omit<SelectRequest, "model" | "reasons" | "isBlind">;
  readonly plan: (pairs: Selection["pairs"]) => readonly PlannedRun[];
  readonly jobs: number;
  readonly onBegin: (begun: SweepBeginning) => void;
  readonly onRunStart: () => void;
  readonly onRunEnd: (run: SweptRun) => void;
}

interface SweepBeginning {
  readonly selection: Selection;
  readonly planned: readonly PlannedRun[];
  /** Runs of a sweep that was killed, marked as failed now. */
  readonly abandoned: readonly number[];
}

export interface SweepReport extends SweepBeginning {
  /** In the order in which they ended. */
  readonly runs: readonly SweptRun[];
  /** Not begun, because somebody stopped it or the program answers nothing. */
  readonly notAsked: number;
  readonly isStopped: boolean;
}

/**
 * Reviews what is stale: runs are made one by one as reviewers are free, so that whatever ends a sweep leaves
 * what was accepted and at most the runs that were being asked. A sweep afterwards goes on from there.
 */
export async function sweep(inRoom: InRoom, request: SweepRequest): Promise<SweepReport> {
  const { select, plan, jobs, signal } = request;
  const beginning = await inRoom((room) => {
    const abandoned = failAbandonedRuns(room);
    const { model, reasons } = request;
    const because = reasons === undefined ? {} : { reasons };
    const selection = selectPairs(room, { ...select, model, ...because, isBlind: true });
    return { selection, planned: plan(selection.pairs), abandoned };
  });
  request.onBegin(beginning);
  const runs: SweptRun[] = [];
  const patience = new Patience();
  const isOver = () => signal.aborted || patience.isOver;
  await inParallel(beginning.planned, { jobs, isOver }, async (planned) => {
    request.onRunStart();
    const run = await sweepRun(inRoom, planned, request);
    runs.push(run);
    patience.sees(run);
    request.onRunEnd(run);
  });
  const notAsked = beginning.planned.length - runs.length;
  return { ...beginning, runs, notAsked, isStopped: signal.aborted };
}

/** A program that is not there or not signed in answers nothing: a thousand runs need not find that out. */
class Patience {
  #silentInARow = 0;
  #hasAnswered = false;

  sees(run: SweptRun): void {
    const isSilent = run.outcome === "failed" && run.isSilent;
    this.#silentInARow = isSilent ? this.#silentInARow + 1 : 0;
    if (run.outcome === "ingested") this.#hasAnswered = true;
  }

  get isOver(): boolean {
    return this.#silentInARow >= (this.#hasAnswered ? mostSilent : mostSilentAtFirst);
  }
}

const mostSilent = 10;
const mostSilentAtFirst = 4;

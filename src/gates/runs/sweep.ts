import { join } from "node:path";
import type { EndedProgram } from "../../agents/ask-agent.ts";
import type { HeadlessReply } from "../../agents/adapter.ts";
import type { StaleReason } from "../../lesson/record/gate-finding.ts";
import { Fault } from "../../platform/fault.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";
import type { ProgramRunner } from "../review-state.ts";
import { createRuns, type CreatedRun } from "./create-runs.ts";
import { failAbandonedRuns, failRun, thisProcess } from "./fail-run.ts";
import { noteNow } from "./find-notes.ts";
import type { GateContext } from "./gate-context.ts";
import { ingestRun, type IngestReport } from "./ingest-run.ts";
import { selectPairs, type Selection, type SelectRequest } from "./select-pairs.ts";
import type { PlannedRun } from "./sweep-plan.ts";

export interface SweepRequest {
  readonly runner: ProgramRunner;
  readonly model: string;
  readonly select: Omit<SelectRequest, "model" | "reasons" | "isBlind">;
  readonly reasons?: readonly StaleReason[] | undefined;
  readonly plan: (pairs: Selection["pairs"]) => readonly PlannedRun[];
  readonly jobs: number;
  /** As for `ingestRun`. */
  readonly isPartial: boolean;
  /** Nothing is marked, made or asked. */
  readonly isDryRun: boolean;
  readonly ask: AskReviewer;
  readonly signal: AbortSignal;
  /** Sees what would be started, and says whether it may be. */
  readonly mayBegin: (begun: SweepBeginning) => Promise<boolean>;
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
export async function sweep(inContext: InGateContext, request: SweepRequest): Promise<SweepReport> {
  const { select, plan, jobs, signal } = request;
  const beginning = await inContext((context) => {
    const { model, reasons, isDryRun } = request;
    const abandoned = isDryRun ? [] : failAbandonedRuns(context);
    const selection = selectPairs(context, { ...select, model, reasons, isBlind: true });
    return { selection, planned: plan(selection.pairs), abandoned };
  });
  const runs: SweptRun[] = [];
  if (!(await request.mayBegin(beginning)))
    return { ...beginning, runs, notAsked: beginning.planned.length, isStopped: signal.aborted };
  const isOver = () => signal.aborted || isSilenced(runs);
  await inParallel(beginning.planned, { jobs, isOver }, async (planned) => {
    request.onRunStart();
    const run = await sweepRun(inContext, planned, request);
    runs.push(run);
    request.onRunEnd(run);
  });
  const notAsked = beginning.planned.length - runs.length;
  return { ...beginning, runs, notAsked, isStopped: signal.aborted };
}

/** A program that is not there or not signed in answers nothing: a thousand runs need not find that out. */
function isSilenced(runs: readonly SweptRun[]): boolean {
  const most = runs.some(({ outcome }) => outcome === "ingested") ? mostSilent : mostSilentAtFirst;
  const last = runs.slice(-most);
  return last.length === most && last.every((run) => run.outcome === "failed" && run.isSilent);
}

const mostSilent = 10;
const mostSilentAtFirst = 4;

/** Opens the reviews for the length of `work`: they are closed while a model thinks. */
export type InGateContext = <Result>(work: (context: GateContext) => Result) => Promise<Result>;

/** Asks a reviewer, and reports how the program behind it ended. */
export type AskReviewer = (
  prompt: string,
  options: { readonly signal: AbortSignal; readonly onEnded: (ended: EndedProgram) => void },
) => Promise<HeadlessReply>;

export type SweptRun = SweepEnding & {
  readonly planned: PlannedRun;
  /** Null when none was made. */
  readonly run: number | null;
};

type SweepEnding = { readonly durationMs: number } & (
  | { readonly outcome: "ingested"; readonly report: IngestReport }
  /** `isSilent`: the program gave no answer at all. */
  | { readonly outcome: "failed"; readonly problem: string; readonly isSilent: boolean }
  | { readonly outcome: "stopped" }
  /** Somebody else reviewed it in the meantime, or it is there no more. */
  | { readonly outcome: "not-needed" }
);

/** One run from its prompt to its acceptance. What goes wrong is its outcome: the run is marked as failed. */
async function sweepRun(
  inContext: InGateContext,
  planned: PlannedRun,
  request: SweepRequest,
): Promise<SweptRun> {
  const startedAt = performance.now();
  const facts = { planned, run: null };
  const passed = () => Math.round(performance.now() - startedAt);
  let made: MadeRun | undefined;
  try {
    made = await inContext((context) => makeRun(context, planned, request));
  } catch (error) {
    // A gate or a note that was broken since: nothing was made.
    const problem = problemIn(error);
    return { ...facts, durationMs: passed(), outcome: "failed", problem, isSilent: false };
  }
  if (made === undefined) return { ...facts, durationMs: passed(), outcome: "not-needed" };
  return { planned, run: made.id, ...(await answered(inContext, made, request, passed)) };
}

interface MadeRun extends CreatedRun {
  readonly prompt: string;
}

/** With the texts of now, and only what is still stale. Undefined when nothing is. */
function makeRun(
  context: GateContext,
  { packing, notes, gates }: PlannedRun,
  { runner, model, reasons }: SweepRequest,
): MadeRun | undefined {
  const present = notes.filter((path) => noteNow(context, path) !== undefined);
  if (present.length === 0) return undefined;
  const { root } = context.project;
  // Paths of the record are seen from the top, wherever the person is.
  const atTop = { ...context, project: { ...context.project, workingDirectory: root } };
  const request = { gates, notes: present, isCurrent: false, model, reasons };
  const { pairs } = selectPairs(atTop, request);
  if (pairs.length === 0) return undefined;
  const by = { runner, model, asker: thisProcess() };
  const [run] = createRuns(context, by, [{ packing, pairs }]);
  return run && { ...run, prompt: promptOf(root, run.promptPath) };
}

/** As it lies there: it is the file that a person looks at afterwards. */
function promptOf(root: string, path: string): string {
  const file = readProjectFile(root, path, longestPrompt);
  if ("text" in file) return file.text;
  throw new Fault("file-unreadable", `${path} ${file.problem}`, { hint: "run it again" });
}

/** Several times what fits into any model. */
const longestPrompt = 64_000_000;

async function answered(
  inContext: InGateContext,
  made: MadeRun,
  { ask, signal, isPartial }: SweepRequest,
  passed: () => number,
): Promise<SweepEnding> {
  let ended: EndedProgram | undefined;
  let reply: HeadlessReply | undefined;
  const telemetry = () => ({
    durationMs: passed(),
    promptBytes: Buffer.byteLength(made.prompt),
    exit: ended?.status ?? null,
    printedBytes: ended?.printedBytes ?? 0,
    answeredBy: reply?.model,
  });
  try {
    reply = await ask(made.prompt, { signal, onEnded: (end) => (ended = end) });
    const { text: bundle } = reply;
    const report = await inContext((context) => {
      // Before it is judged: who wonders why it was refused can read it.
      writeFileAtomically(join(context.project.root, made.bundleOutputPath), [bundle]);
      return ingestRun(context, { run: made.id, bundle, isPartial, telemetry: telemetry() });
    });
    return { outcome: "ingested", report, durationMs: passed() };
  } catch (error) {
    const problem = problemIn(error);
    const decision = reply === undefined ? "unknown" : "error";
    await inContext((context) =>
      failRun(context, made.id, { decision, telemetry: { ...telemetry(), problem } }),
    );
    const durationMs = passed();
    return signal.aborted && reply === undefined
      ? { outcome: "stopped", durationMs }
      : { outcome: "failed", problem, isSilent: reply === undefined, durationMs };
  }
}

function problemIn(error: unknown): string {
  if (error instanceof Fault) return error.message;
  return `unexpected error: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Does `work` for each item in order, at most `jobs` at a time. An item is not begun once `isOver` says so.
 * A throw ends it all, after what is under way has ended.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  { jobs, isOver }: { readonly jobs: number; readonly isOver: () => boolean },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    // One iterator for all: each item is taken once.
    while (failure === undefined && !isOver()) {
      const next = waiting.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
  if (failure !== undefined) throw failure.error;
}

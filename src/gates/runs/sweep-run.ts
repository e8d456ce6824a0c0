import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HeadlessReply } from "../../agents/adapter.ts";
import type { StaleReason } from "../../lesson/record/gate-finding.ts";
import type { Runner } from "../review-state.ts";
import { writeFileAtomically } from "../../platform/files/atomic-file.ts";
import { Fault } from "../../platform/fault.ts";
import type { EndedProgram } from "../../agents/ask-agent.ts";
import { createRuns, type CreatedRun } from "./create-runs.ts";
import { failRun, thisProcess } from "./fail-run.ts";
import { noteNow } from "./find-notes.ts";
import { ingestRun, type IngestReport } from "./ingest-run.ts";
import type { GateContext } from "./gate-context.ts";
import { selectPairs } from "./select-pairs.ts";
import type { PlannedRun } from "./sweep-plan.ts";

/** Opens the reviews for the length of `work`: they are closed while a model thinks. */
export type InRoom = <Result>(work: (room: GateContext) => Result) => Promise<Result>;

/** Asks a reviewer, and tells how the program behind it ended. */
export type AskReviewer = (
  prompt: string,
  options: { readonly signal: AbortSignal; readonly onEnded: (ended: EndedProgram) => void },
) => Promise<HeadlessReply>;

export interface SweepBy {
  readonly runner: Exclude<Runner, "live-agent">;
  readonly model: string;
  readonly reasons?: readonly StaleReason[];
  /** As for `ingestRun`. */
  readonly isPartial: boolean;
  readonly ask: AskReviewer;
  readonly signal: AbortSignal;
}

export type SweptRun = {
  readonly planned: PlannedRun;
  /** Null when none was made. */
  readonly run: number | null;
  readonly durationMs: number;
} & (
  | { readonly outcome: "ingested"; readonly report: IngestReport }
  /** `isSilent`: the program gave no answer at all. */
  | { readonly outcome: "failed"; readonly problem: string; readonly isSilent: boolean }
  | { readonly outcome: "stopped" }
  /** Somebody else reviewed it in the meantime, or it is there no more. */
  | { readonly outcome: "not-needed" }
);

/** One run from its prompt to its acceptance. What goes wrong is its outcome: the run is marked as failed. */
export async function sweepRun(
  inRoom: InRoom,
  planned: PlannedRun,
  by: SweepBy,
): Promise<SweptRun> {
  const startedAt = performance.now();
  const facts = { planned, run: null };
  const passed = () => Math.round(performance.now() - startedAt);
  let made: MadeRun | undefined;
  try {
    made = await inRoom((room) => makeRun(room, planned, by));
  } catch (error) {
    // A gate or a note that was broken since: nothing was made.
    const problem = problemIn(error);
    return { ...facts, durationMs: passed(), outcome: "failed", problem, isSilent: false };
  }
  if (made === undefined) return { ...facts, durationMs: passed(), outcome: "not-needed" };
  return { planned, run: made.id, ...(await answered(inRoom, made, by, passed)) };
}

interface MadeRun extends CreatedRun {
  readonly prompt: string;
}

/** With the texts of now, and only what is still stale. Undefined when nothing is. */
function makeRun(
  room: GateContext,
  { packing, notes, gates }: PlannedRun,
  { runner, model, reasons }: SweepBy,
): MadeRun | undefined {
  const present = notes.filter((path) => noteNow(room, path) !== undefined);
  if (present.length === 0) return undefined;
  const { root } = room.project;
  // Paths of the record are seen from the top, wherever the person is.
  const atTop = { ...room, project: { ...room.project, workingDirectory: root } };
  const { pairs } = selectPairs(atTop, {
    gates,
    notes: present,
    isCurrent: false,
    model,
    ...(reasons === undefined ? {} : { reasons }),
  });
  if (pairs.length === 0) return undefined;
  const by = { runner, model, asker: thisProcess() };
  const [run] = createRuns(room, by, [{ packing, pairs }]);
  return run && { ...run, prompt: readFileSync(join(root, run.promptPath), "utf8") };
}

type Ending =
  | Pick<Extract<SweptRun, { outcome: "ingested" }>, "outcome" | "report">
  | Pick<Extract<SweptRun, { outcome: "failed" }>, "outcome" | "problem" | "isSilent">
  | Pick<Extract<SweptRun, { outcome: "stopped" }>, "outcome">;

async function answered(
  inRoom: InRoom,
  made: MadeRun,
  { ask, signal, isPartial }: SweepBy,
  passed: () => number,
): Promise<Ending & { readonly durationMs: number }> {
  let ended: EndedProgram | undefined;
  let reply: HeadlessReply | undefined;
  const telemetry = () => ({
    durationMs: passed(),
    promptBytes: Buffer.byteLength(made.prompt),
    exit: ended?.status ?? null,
    printedBytes: ended?.printedBytes ?? 0,
    ...(reply?.model === undefined ? {} : { answeredBy: reply.model }),
  });
  try {
    reply = await ask(made.prompt, { signal, onEnded: (end) => (ended = end) });
    const { text: bundle } = reply;
    const report = await inRoom((room) => {
      // Before it is judged: who wonders why it was refused can read it.
      writeFileAtomically(join(room.project.root, made.bundleOutputPath), [bundle]);
      return ingestRun(room, { run: made.id, bundle, isPartial, telemetry: telemetry() });
    });
    return { outcome: "ingested", report, durationMs: passed() };
  } catch (error) {
    const problem = problemIn(error);
    const decision = reply === undefined ? "unknown" : "error";
    await inRoom((room) =>
      failRun(room, made.id, { decision, telemetry: { ...telemetry(), problem } }),
    );
    const durationMs = passed();
    return signal.aborted && reply === undefined
      ? { outcome: "stopped", durationMs }
      : { outcome: "failed", problem, isSilent: reply === undefined, durationMs };
  }
}

function problemIn(error: unknown): string {
  if (error instanceof Fault) return error.message;
  return `this should not happen: ${error instanceof Error ? error.message : String(error)}`;
}

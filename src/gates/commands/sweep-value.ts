import type { SweepReport, SweptRun } from "../runs/sweep.ts";
import { brokenGateValue, ingestValue } from "./gate-value.ts";

/** The keys are the names that the database and the manifests have. */
export function sweepValue(report: SweepReport) {
  const { selection, runs, notAsked, abandoned, isStopped } = report;
  return {
    looked: selection.looked,
    stale: selection.pairs.length,
    runs: runs.map(runValue),
    not_asked: notAsked,
    is_stopped: isStopped,
    abandoned_runs: abandoned,
    left_out: selection.leftOutGates.map(({ id, path }) => ({ gate_id: id, gate_path: path })),
    broken_gates: selection.brokenGates.map(brokenGateValue),
    problems: selection.problems.map(({ path, problem }) => ({ note_path: path, problem })),
  };
}

function runValue(run: SweptRun) {
  const { planned, durationMs, outcome } = run;
  const ingested = outcome === "ingested" ? ingestValue(run.report) : undefined;
  return {
    review_run_id: run.run,
    packing: planned.packing,
    note_paths: planned.notes,
    gate_ids: planned.gates,
    outcome,
    duration_ms: durationMs,
    problem: outcome === "failed" ? run.problem : null,
    completed: ingested?.completed ?? [],
    missing: ingested?.missing ?? [],
    foreign: ingested?.foreign ?? [],
  };
}

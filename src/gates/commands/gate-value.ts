import type { BrokenGate, Gate } from "../runs/find-gates.ts";
import type { IngestReport } from "../runs/ingest-run.ts";
import type { AcceptanceHistory, CurrentReview } from "../store/acceptances.ts";
import type { Selection } from "../runs/select-pairs.ts";
import type { ShownPair, WarnEntry, WarnQueue } from "../runs/show-review.ts";

// The keys are the names that the database and the manifests have.

export function gateValue(gate: Gate) {
  const { id, path, lens, title, appliesTo, needsProject, isBuiltIn, remarks } = gate;
  return {
    gate_id: id,
    gate_path: path,
    lens,
    title,
    applies_to: appliesTo,
    needs_project: needsProject,
    is_built_in: isBuiltIn,
    remarks,
  };
}

export function brokenGateValue({ id, path, problem }: BrokenGate) {
  return { gate_id: id, gate_path: path, problem };
}

export function selectionValue({ pairs, looked, brokenGates, problems }: Selection) {
  return {
    looked,
    pairs: pairs.map(({ notePath, gatePath, gateId, reason, diff }) => ({
      note_path: notePath,
      gate_path: gatePath,
      gate_id: gateId,
      reason,
      diff,
    })),
    broken_gates: brokenGates.map(brokenGateValue),
    problems: problems.map(({ path, problem }) => ({ note_path: path, problem })),
  };
}

export function ingestValue({ run, model, completed, missing, foreign }: IngestReport) {
  return {
    review_run_id: run,
    model,
    completed: completed.map(({ pair, verdict, resultPath, changes }) => ({
      note_path: pair.notePath,
      gate_path: pair.gatePath,
      decision: verdict,
      result_path: resultPath,
      changes,
    })),
    missing: missing.map(({ pair, why }) => ({
      note_path: pair.notePath,
      gate_path: pair.gatePath,
      why,
    })),
    foreign,
  };
}

export function shownReviewValue({ notePath, gatePath, reviews }: ShownPair) {
  return {
    note_path: notePath,
    gate_path: gatePath,
    reviews: reviews.map(({ review, freshness, text }) => ({
      ...reviewValue(review),
      freshness,
      text,
    })),
  };
}

export function warnValue({ entries, failed }: WarnQueue) {
  return {
    warnings: entries.map(entryValue),
    failed: failed.map(entryValue),
  };
}

function entryValue({ review, gate, note, findings, rationale }: WarnEntry) {
  return {
    note_path: review.notePath,
    gate_path: review.gatePath,
    gate_id: gate.id,
    ...reviewValue(review),
    note,
    findings,
    rationale,
  };
}

function reviewValue(review: CurrentReview) {
  return {
    model_partition: review.model,
    decision: review.decision,
    is_acknowledged: review.isAcknowledged,
    accepted_at: review.acceptedAt,
    reviewed_at: review.reviewedAt,
    runner: review.runner,
    review_run_id: review.run,
    result_path: review.resultPath,
  };
}

export function historyValue({ total, events }: AcceptanceHistory) {
  return {
    total,
    events: events.map((event) => ({
      acceptance_event_id: event.event,
      note_path: event.notePath,
      gate_path: event.gatePath,
      model_partition: event.model,
      accepted_at: event.acceptedAt,
      review_run_id: event.run,
      decision: event.decision,
      result_path: event.resultPath,
    })),
  };
}

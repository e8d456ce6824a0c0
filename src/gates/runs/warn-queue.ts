import { pairKey } from "../review-state.ts";
import { findingsIn } from "../catalogue/findings.ts";
import { currentReviews, type CurrentReview } from "../store/acceptances.ts";
import { gatesOfProject, type Gate } from "./find-gates.ts";
import { noteNow } from "./find-notes.ts";
import { readResult } from "./result-file.ts";
import type { GateContext } from "./gate-context.ts";

/** A review that holds, with what it finds to mend in a note. */
export interface WarnEntry {
  readonly review: CurrentReview;
  readonly gate: Gate;
  /** Whether the note is still the accepted one. */
  readonly note: "as-accepted" | "changed" | "gone";
  readonly findings: readonly string[];
  /** The whole review; null when its file is not there. */
  readonly rationale: string | null;
}

export interface WarnQueue {
  readonly entries: readonly WarnEntry[];
  /** Of reviews that failed: they are no warnings, but nobody should overlook them. */
  readonly failed: readonly WarnEntry[];
}

/**
 * What the current reviews warn of, over all models: one entry for each note and gate, that of the latest
 * accepted warning. Of a gate that changed since nobody knows whether it would still say so.
 */
export function warnQueue(room: GateContext): WarnQueue {
  const gates = new Map(gatesOfProject(room.project).gates.map((gate) => [gate.path, gate]));
  const standing = currentReviews(room.reviews).filter(
    ({ gatePath, gateHash }) => gateHash !== null && gates.get(gatePath)?.hash === gateHash,
  );
  const entriesOf = (decision: "warn" | "fail") =>
    latestOf(standing, decision).flatMap((review) => {
      const gate = gates.get(review.gatePath);
      return gate === undefined ? [] : [entryOf(room, review, gate)];
    });
  return { entries: entriesOf("warn"), failed: entriesOf("fail") };
}

/** The latest acceptance comes last, so that it is the one that stays. */
function latestOf(
  reviews: readonly CurrentReview[],
  decision: "warn" | "fail",
): readonly CurrentReview[] {
  const latest = new Map<string, CurrentReview>();
  for (const review of reviews)
    if (review.decision === decision) latest.set(pairKey(review), review);
  return [...latest.values()].toSorted((one, other) => (pairKey(one) < pairKey(other) ? -1 : 1));
}

function entryOf(room: GateContext, review: CurrentReview, gate: Gate): WarnEntry {
  const now = noteNow(room, review.notePath)?.hash;
  const unchanged = now === review.noteHash ? "as-accepted" : "changed";
  const rationale = readResult(room.project, review.resultPath) ?? null;
  return {
    review,
    gate,
    note: now === undefined ? "gone" : unchanged,
    findings: findingsIn(rationale ?? "")
      .map(({ text }) => text)
      .filter((text) => text !== ""),
    rationale,
  };
}

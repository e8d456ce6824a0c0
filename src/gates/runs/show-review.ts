import { freshnessOf, pairKey } from "../review-state.ts";
import type { Freshness } from "../../lesson/record/gate-finding.ts";
import {
  currentReviews,
  type CurrentReview,
  acceptanceHistory,
  type AcceptanceHistory,
} from "../store/acceptances.ts";
import { findGate, gatePathOf, gatesOfProject, type Gate } from "./find-gates.ts";
import { noteNow, requireNote } from "./find-notes.ts";
import { notePathOf } from "./note-path.ts";
import { readResult } from "./run-files.ts";
import type { GateContext } from "./gate-context.ts";
import { findingsIn } from "../catalogue/read-bundle.ts";

/** What holds for a note and a gate in one model partition. */
export interface ShownReview {
  readonly review: CurrentReview;
  /** `gone`: the note or the gate is there no more. */
  readonly freshness: Freshness | "gone";
  /** Null when there is no review behind the acceptance, or its file is not there. */
  readonly text: string | null;
}

export interface ShownPair {
  readonly notePath: string;
  readonly gatePath: string;
  /** One for each model partition, the latest accepted last. */
  readonly reviews: readonly ShownReview[];
}

/** The reviews of a pair that hold, put together from the record and the result files. */
export function showReview(
  room: GateContext,
  named: { readonly note: string; readonly gate: string },
): ShownPair {
  const catalogue = gatesOfProject(room.project);
  const notePath = notePathOf(room, named.note);
  const gatePath = gatePathOf(catalogue, named.gate);
  const note = noteNow(room, notePath);
  const gate = catalogue.gates.find(({ path }) => path === gatePath);
  const reviews = currentReviews(room.reviews, { notePath, gatePath }).map((review) => ({
    review,
    freshness:
      note === undefined || gate === undefined
        ? ("gone" as const)
        : freshnessOf(review, { noteHash: note.hash, gateHash: gate.hash }),
    text: readResult(room.project, review.resultPath) ?? null,
  }));
  // A record may be about what is there no more; without one it is a name that says nothing.
  if (reviews.length === 0 && gate === undefined) findGate(catalogue, named.gate);
  if (reviews.length === 0 && note === undefined) requireNote(room, named.note);
  return { notePath, gatePath, reviews };
}

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

/** Every acceptance there was, of all notes, of one note, or of one pair, the newest first. */
export function reviewHistory(
  room: GateContext,
  query: { readonly note?: string; readonly gate?: string; readonly limit: number },
): AcceptanceHistory {
  const { note, gate, limit } = query;
  const catalogue = gatesOfProject(room.project);
  const history = acceptanceHistory(room.reviews, {
    limit,
    ...(note === undefined ? {} : { notePath: notePathOf(room, note) }),
    ...(gate === undefined ? {} : { gatePath: gatePathOf(catalogue, gate) }),
  });
  // What is there no more has a history; a name that nobody ever had is a slip.
  if (history.total === 0 && gate !== undefined) findGate(catalogue, gate);
  if (history.total === 0 && note !== undefined) requireNote(room, note);
  return history;
}

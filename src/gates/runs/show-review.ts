import { freshnessOf } from "../freshness.ts";
import type { Freshness } from "../../lesson/record/gate-finding.ts";
import { currentReviews, type CurrentReview } from "../store/acceptances.ts";
import { findGate, gatePathOf, gatesOfProject } from "./find-gates.ts";
import { noteNow, requireNote } from "./find-notes.ts";
import { notePathOf } from "./note-path.ts";
import { readResult } from "./result-file.ts";
import type { GateContext } from "./gate-context.ts";

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

import type { Freshness } from "../../lesson/record/gate-finding.ts";
import { readProjectFile } from "../../platform/project/project-file.ts";
import { issuesIn } from "../catalogue/read-bundle.ts";
import { freshnessOf, pairKey, type PairKey } from "../review-state.ts";
import {
  acceptanceHistory,
  currentReviews,
  type AcceptanceHistory,
  type CurrentReview,
} from "../store/acceptances.ts";
import { findGate, gatePathOf, gatesOfProject, type Gate } from "./find-gates.ts";
import { noteNow, requireNote } from "./find-notes.ts";
import type { GateContext } from "./gate-context.ts";
import type { GateProject } from "./gate-project.ts";
import { notePathOf } from "./note-path.ts";

/** What holds for a note and a gate in one model partition. */
export interface ShownReview {
  readonly review: CurrentReview;
  /** `gone`: the note or the gate is there no more. */
  readonly freshness: Freshness | "gone";
  /** Null when there is no review behind the acceptance, or its file is not there. */
  readonly text: string | null;
}

export interface ShownPair extends PairKey {
  /** One for each model partition, the latest accepted last. */
  readonly reviews: readonly ShownReview[];
}

/** The reviews of a pair that hold, put together from the record and the result files. */
export function showReview(
  context: GateContext,
  named: { readonly note: string; readonly gate: string },
): ShownPair {
  const catalogue = gatesOfProject(context.project);
  const notePath = notePathOf(context, named.note);
  const gatePath = gatePathOf(catalogue, named.gate);
  const note = noteNow(context, notePath);
  const gate = catalogue.gates.find(({ path }) => path === gatePath);
  const reviews = currentReviews(context.reviews, { notePath, gatePath }).map((review) => ({
    review,
    freshness:
      note === undefined || gate === undefined
        ? ("gone" as const)
        : freshnessOf(review, { noteHash: note.hash, gateHash: gate.hash }),
    text: readResult(context.project, review.resultPath),
  }));
  // A record may be about what is there no more; without one it is a name that says nothing.
  if (reviews.length === 0 && gate === undefined) findGate(catalogue, named.gate);
  if (reviews.length === 0 && note === undefined) requireNote(context, named.note);
  return { notePath, gatePath, reviews };
}

/** The text of a review; null when its file is not there. A database may come from elsewhere: only reports are read. */
function readResult({ root }: GateProject, resultPath: string | null): string | null {
  if (resultPath === null || !/^\.lessons\/reports\/review-run-\d+\/[\w-]+\.md$/.test(resultPath))
    return null;
  const file = readProjectFile(root, resultPath, longestResult);
  return "text" in file ? file.text : null;
}

const longestResult = 4_000_000;

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
export function warnQueue(context: GateContext): WarnQueue {
  const gates = new Map(gatesOfProject(context.project).gates.map((gate) => [gate.path, gate]));
  const reviews = currentReviews(context.reviews);
  const entriesOf = (wanted: "warn" | "fail") => {
    // The latest acceptance comes last, so that it is the one that stays.
    const latest = new Map<string, { readonly review: CurrentReview; readonly gate: Gate }>();
    for (const review of reviews) {
      const gate = gates.get(review.gatePath);
      if (review.decision === wanted && gate?.hash === review.gateHash && gate !== undefined)
        latest.set(pairKey(review), { review, gate });
    }
    return [...latest]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { review, gate }]) => entryOf(context, review, gate));
  };
  return { entries: entriesOf("warn"), failed: entriesOf("fail") };
}

function entryOf(context: GateContext, review: CurrentReview, gate: Gate): WarnEntry {
  const now = noteNow(context, review.notePath)?.hash;
  const unchanged = now === review.noteHash ? "as-accepted" : "changed";
  const rationale = readResult(context.project, review.resultPath);
  return {
    review,
    gate,
    note: now === undefined ? "gone" : unchanged,
    findings: issuesIn(rationale ?? "")
      .map(({ text }) => text)
      .filter((text) => text !== ""),
    rationale,
  };
}

/** Every acceptance there was, of all notes, of one note, or of one pair, the newest first. */
export function reviewHistory(
  context: GateContext,
  query: {
    readonly note?: string | undefined;
    readonly gate?: string | undefined;
    readonly limit: number;
  },
): AcceptanceHistory {
  const { note, gate, limit } = query;
  const catalogue = gatesOfProject(context.project);
  const history = acceptanceHistory(context.reviews, {
    limit,
    notePath: note === undefined ? null : notePathOf(context, note),
    gatePath: gate === undefined ? null : gatePathOf(catalogue, gate),
  });
  // What is there no more has a history; a name that nobody ever had is a slip.
  if (history.total === 0 && gate !== undefined) findGate(catalogue, gate);
  if (history.total === 0 && note !== undefined) requireNote(context, note);
  return history;
}

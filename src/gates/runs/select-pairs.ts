import { type StaleReason } from "../../lesson/record/gate-finding.ts";
import { lineDiff } from "../../platform/text-diff.ts";
import { noteMatcher } from "../catalogue/read-gate.ts";
import { freshnessOf, pairKey, pairOf, type PairKey, type TextSnapshot } from "../review-state.ts";
import {
  currentAcceptances,
  pairsAcceptedByAnyModel,
  type Accepted,
} from "../store/acceptances.ts";
import { snapshotText } from "../store/runs.ts";
import { requireModel } from "./create-runs.ts";
import { findGates, gatesOfProject, type BrokenGate, type Gate } from "./find-gates.ts";
import { findNotes, type FoundNotes } from "./find-notes.ts";
import type { GateContext } from "./gate-context.ts";

export interface SelectRequest {
  /** Ids and bundles. */
  readonly gates: readonly string[] | "all";
  readonly notes?: readonly string[] | undefined;
  readonly isCurrent: boolean;
  /** Without one, only pairs that no model has ever had accepted. */
  readonly model?: string | undefined;
  readonly reasons?: readonly StaleReason[] | undefined;
  /** The reviewer sees the texts and nothing else: gates that need more are left out unless they are named one by one. */
  readonly isBlind?: boolean | undefined;
}

/** A pair that is to be reviewed, with the texts that a run would take. */
export interface StalePair extends PairKey {
  readonly gateId: string;
  readonly reason: StaleReason;
  /** What became of the note since it was accepted; null where there is nothing to compare it with. */
  readonly diff: string | null;
  readonly note: TextSnapshot;
  readonly gate: Gate;
}

export interface Selection {
  readonly pairs: readonly StalePair[];
  /** All pairs of a gate and a note that it is for. */
  readonly looked: number;
  readonly brokenGates: readonly BrokenGate[];
  /** Gates of a bundle that a blind reviewer cannot answer. */
  readonly leftOutGates: readonly Gate[];
  readonly problems: FoundNotes["problems"];
}

/** Which pairs are stale, and why. Every file is read and hashed once, and the database is asked once. */
export function selectPairs(context: GateContext, request: SelectRequest): Selection {
  const { gates: found, broken } = findGates(gatesOfProject(context.project), request.gates);
  const leftOutGates = request.isBlind === true ? found.filter(isBeyond(request.gates)) : [];
  const gates = found.filter((gate) => !leftOutGates.includes(gate));
  const { isCurrent, reasons } = request;
  const { notes, problems } = findNotes(context, { isCurrent, names: request.notes });
  const model = request.model === undefined ? undefined : requireModel(request.model);
  const judge = judgeFor(context, model);
  const differenceSince = differencesIn(context);
  const pairs: StalePair[] = [];
  let looked = 0;
  for (const gate of gates) {
    const isFor = noteMatcher(gate.appliesTo);
    for (const note of notes) {
      if (!isFor(note)) continue;
      looked += 1;
      const key = pairOf(note, gate);
      const { reason, accepted } = judge(key, note, gate);
      if (reason === undefined || reasons?.includes(reason) === false) continue;
      const diff = reason === "note-changed" ? differenceSince(accepted, note) : null;
      pairs.push({ ...key, gateId: gate.id, reason, diff, note, gate });
    }
  }
  return { pairs, looked, brokenGates: broken, leftOutGates, problems };
}

/** Who names a gate wants it asked. */
function isBeyond(names: readonly string[] | "all"): (gate: Gate) => boolean {
  return ({ id, path, needsProject }) =>
    needsProject && (names === "all" || !(names.includes(id) || names.includes(path)));
}

type Judge = (
  key: PairKey,
  note: TextSnapshot,
  gate: Gate,
) => { readonly reason: StaleReason | undefined; readonly accepted?: Accepted | undefined };

function judgeFor({ reviews }: GateContext, model: string | undefined): Judge {
  if (model === undefined) {
    const covered = pairsAcceptedByAnyModel(reviews);
    return (key) => ({ reason: covered.has(pairKey(key)) ? undefined : "missing-review" });
  }
  const acceptances = currentAcceptances(reviews, model);
  return (key, note, gate) => {
    const accepted = acceptances.get(pairKey(key));
    const freshness = freshnessOf(accepted, { noteHash: note.hash, gateHash: gate.hash });
    return { reason: freshness === "fresh" ? undefined : freshness, accepted };
  };
}

/** Many gates were accepted with the same text of a note: each difference is worked out once. */
function differencesIn({ reviews }: GateContext) {
  const known = new Map<number, string>();
  return (accepted: Accepted | undefined, note: TextSnapshot): string | null => {
    const snapshot = accepted?.noteSnapshot ?? null;
    if (snapshot === null) return null;
    const diff = known.get(snapshot) ?? lineDiff(snapshotText(reviews, snapshot), note.text);
    known.set(snapshot, diff);
    return diff;
  };
}

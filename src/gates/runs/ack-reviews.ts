import { Fault } from "../../platform/fault.ts";
import { pairKey, pairOf, type PairKey } from "../review-state.ts";
import { currentAcceptances } from "../store/acceptances.ts";
import { isRecordedHere } from "../store/own-reviews.ts";
import { keepSnapshot } from "../store/runs.ts";
import { acceptPair } from "./accept-pair.ts";
import { requireModel } from "./create-runs.ts";
import { findGates, gatesOfProject } from "./find-gates.ts";
import { requireNote } from "./find-notes.ts";
import { inReviews, type GateContext } from "./gate-context.ts";
import { nameFrom } from "./note-path.ts";

export interface AckedPair extends PairKey {
  readonly gateId: string;
}

/**
 * Accepts the texts of today without a review, because what changed is trivial. The last review stays the
 * one that holds. Without an accepted review there is nothing to hold on to: that is an error, and then
 * nothing is accepted.
 */
export function ackReviews(
  context: GateContext,
  request: { readonly model: string; readonly note: string; readonly gates: readonly string[] },
): readonly AckedPair[] {
  const { reviews, system, project } = context;
  const model = requireModel(request.model);
  const note = requireNote(context, request.note);
  const { gates } = findGates(gatesOfProject(project), request.gates);
  return inReviews(context, () => {
    const acceptances = currentAcceptances(reviews, model);
    const without = gates.filter((gate) => {
      const accepted = acceptances.get(pairKey(pairOf(note, gate)));
      return (accepted?.noteHash ?? null) === null || accepted?.gateHash === null;
    });
    if (without.length > 0) {
      const ids = without.map(({ id }) => id);
      throw new Fault(
        "no-baseline",
        `${note.path} has no review by ${ids.join(", ")} with ${model} to keep; nothing was changed`,
        {
          hint: `lessons gates create-runs --runner live-agent --model ${model} ${nameFrom(project)(note.path)} ${ids.join(" ")}`,
        },
      );
    }
    const at = system.now();
    const noteSnapshot = keepSnapshot(reviews, note);
    return gates.map((gate) => {
      const key = pairOf(note, gate);
      const gateSnapshot = keepSnapshot(reviews, gate);
      const isOwn = isRecordedHere(context, { ...key, model });
      const acceptance = { ...key, model, noteSnapshot, gateSnapshot, pair: null, at };
      acceptPair(context, acceptance, { isOwn });
      return { ...key, gateId: gate.id };
    });
  });
}

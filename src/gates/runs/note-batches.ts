import type { TextSnapshot } from "../review-state.ts";
import { noteMatcher } from "../catalogue/applies-to.ts";
import { Fault } from "../../platform/fault.ts";
import type { RunBatch } from "./create-runs.ts";
import type { Gate } from "./find-gates.ts";

/** One note under several gates: one batch for each lens, so that a reviewer looks through one lens at a time. */
export function batchesOfNote(note: TextSnapshot, gates: readonly Gate[]): readonly RunBatch[] {
  const fitting = gates.filter(({ appliesTo }) => noteMatcher(appliesTo)(note.path));
  if (fitting.length === 0) {
    throw new Fault("bad-input", `none of these gates is for ${note.path}`, {
      hint: `lessons gates list says what each gate is for (applies-to): ${gates.map(({ id }) => id).join(", ")}`,
    });
  }
  const lenses = [...new Set(fitting.map(({ lens }) => lens))];
  return lenses.map((wanted) => ({
    packing: "note",
    pairs: fitting.filter(({ lens }) => lens === wanted).map((gate) => ({ note, gate })),
  }));
}

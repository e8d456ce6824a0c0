import type { Packing } from "../../core/gates/review-state.ts";
import type { StalePair } from "./select-pairs.ts";

/** A run that a sweep wants to make: these notes by these gates, as far as they are still stale then. */
export interface PlannedRun {
  readonly packing: Packing;
  /** Paths of the record. */
  readonly notes: readonly string[];
  /** Ids. */
  readonly gates: readonly string[];
}

/** One run for each note and lens, so that a reviewer has one note and one way to look at it. */
export function planByNote(pairs: readonly StalePair[]): readonly PlannedRun[] {
  const runs = new Map<string, { readonly note: string; readonly gates: string[] }>();
  for (const { notePath, gate } of pairs) {
    const key = `${notePath}\0${gate.lens}`;
    const run = runs.get(key) ?? { note: notePath, gates: [] };
    run.gates.push(gate.id);
    runs.set(key, run);
  }
  return [...runs.values()].map(({ note, gates }) => ({ packing: "note", notes: [note], gates }));
}

/** One gate over many notes, `batchSize` of them in each run. */
export function planByGate(
  pairs: readonly StalePair[],
  { batchSize }: { readonly batchSize: number },
): readonly PlannedRun[] {
  const gates = [...new Set(pairs.map(({ gateId }) => gateId))];
  return gates.flatMap((id) => {
    const notes = pairs.filter(({ gateId }) => gateId === id).map(({ notePath }) => notePath);
    const starts = Array.from(
      { length: Math.ceil(notes.length / batchSize) },
      (_, batch) => batch * batchSize,
    );
    return starts.map((start) => ({
      packing: "gate" as const,
      notes: notes.slice(start, start + batchSize),
      gates: [id],
    }));
  });
}

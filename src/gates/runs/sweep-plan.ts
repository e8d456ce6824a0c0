import type { Packing } from "../review-state.ts";
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
  const runs = Map.groupBy(pairs, ({ notePath, gate }) => `${notePath}\0${gate.lens}`);
  return [...runs.values()].map((together) => ({
    packing: "note",
    notes: together.slice(0, 1).map(({ notePath }) => notePath),
    gates: together.map(({ gateId }) => gateId),
  }));
}

/** One gate over many notes: at most `batchSize` of them in each run, and as many as fit a prompt. */
export function planByGate(
  pairs: readonly StalePair[],
  { batchSize }: { readonly batchSize: number },
): readonly PlannedRun[] {
  const gates = [...new Set(pairs.map(({ gateId }) => gateId))];
  return gates.flatMap((id) => {
    const batches: Batch[] = [];
    for (const { gateId, note } of pairs) {
      if (gateId !== id) continue;
      const bytes = Buffer.byteLength(note.text);
      const open = batches.at(-1);
      const isFull =
        open === undefined ||
        open.notes.length === batchSize ||
        open.bytes + bytes > mostBytesInBatch;
      const batch = isFull ? { notes: [], bytes: 0 } : open;
      if (isFull) batches.push(batch);
      batch.notes.push(note.path);
      batch.bytes += bytes;
    }
    return batches.map(({ notes }) => ({ packing: "gate" as const, notes, gates: [id] }));
  });
}

interface Batch {
  readonly notes: string[];
  bytes: number;
}

/** The longest note fits by itself; a prompt of more than about two is too long to be read with care. */
const mostBytesInBatch = 400_000;

import { inTransaction } from "../store/database.ts";
import { clustersInStore } from "../store/episodes.ts";
import { settleClusters } from "./settle-clusters.ts";
import type { Workshop } from "./workshop.ts";

export interface AggregateReport {
  readonly clusters: number;
  readonly candidates: {
    readonly created: number;
    readonly grown: number;
    readonly skipped: number;
  };
}

/**
 * Derives the lessons anew from all episodes in the store. Every scan does this for what it has read;
 * doing it for everything is for the time after a setting was changed.
 */
export function aggregate(workshop: Workshop): AggregateReport {
  const counts = { created: 0, grown: 0, skipped: 0 };
  const clusters = clustersInStore(workshop.database);
  inTransaction(workshop.database, () =>
    settleClusters(workshop, clusters, {
      lessonCreated: () => (counts.created += 1),
      lessonGrown: () => (counts.grown += 1),
      lessonSkipped: () => (counts.skipped += 1),
    }),
  );
  return { clusters: clusters.length, candidates: counts };
}

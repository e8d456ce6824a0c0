import { elapsed } from "./elapsed.ts";

/** At the end of a run: one that somebody may have noticed leaves a line. */
export function logIfSlow(log: (line: string) => void): void {
  const tookMs = elapsed();
  if (tookMs > slowMs) log(`slow: ${Math.round(tookMs)} ms`);
}

const slowMs = 100;

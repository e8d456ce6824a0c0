import type { ReviewVerdict } from "./review-state.ts";

/** What a sample is known to be. */
export type SampleWorth = "good" | "bad";

/** What a reviewer said about a sample; null when there is no answer that could be read. */
export interface SampleResult {
  readonly name: string;
  readonly worth: SampleWorth;
  readonly verdict: ReviewVerdict | null;
}

/** A good note passes, and a bad one gets a warning or fails. */
export function isRight({ worth, verdict }: SampleResult): boolean {
  return verdict !== null && (verdict === "pass") === (worth === "good");
}

/** `never` and `always` say that the reviewer does not tell good from bad by this gate. */
export type Firing = "never" | "always" | "sometimes" | "unknown";

/** How a gate fires over samples of both kinds. Without an answer about each kind nothing can be said. */
export function firingOf(results: readonly SampleResult[]): Firing {
  const answered = results.filter(({ verdict }) => verdict !== null);
  const worths = new Set(answered.map(({ worth }) => worth));
  if (worths.size < 2) return "unknown";
  const fired = answered.filter(({ verdict }) => verdict !== "pass").length;
  if (fired === 0) return "never";
  return fired === answered.length ? "always" : "sometimes";
}

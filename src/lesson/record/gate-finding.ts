import type { Instant } from "./lesson.ts";

/** What a reviewer found about a lesson by one gate, and whether that still holds. */
export interface GateFinding {
  /** The gate's id; its path where there is no such gate any more. */
  readonly gate: string;
  readonly model: string;
  /** Null when there is no review behind the acceptance. */
  readonly decision: Decision | null;
  /** `gone`: the gate is there no more. */
  readonly freshness: Freshness | "gone";
  readonly at: Instant;
}

/** A gate that must be met and is not. */
export interface UnmetGate {
  readonly gate: string;
  /** Reads on from the gate: `has no review here`. */
  readonly why: string;
  /** A review that holds says so: another review would not help as long as the lesson is what it is. */
  readonly isFailed?: true;
}

/** What a reviewer found: `error` and `unknown` are said of pairs that have no answer that could be read. */
export const decisions = ["pass", "warn", "fail", "error", "unknown"] as const;
export type Decision = (typeof decisions)[number];

/** Why a pair is to be reviewed. */
export const staleReasons = ["missing-review", "gate-changed", "note-changed"] as const;
export type StaleReason = (typeof staleReasons)[number];
export type Freshness = StaleReason | "fresh";

import type { Kind } from "../lesson/record/body.ts";
import type { Decision, Freshness } from "../lesson/record/gate-finding.ts";

/** A verdict as a reviewer may give it. */
export type ReviewVerdict = Extract<Decision, "pass" | "warn" | "fail">;

export const pairStatuses = ["pending", "completed", "missing"] as const;
export type PairStatus = (typeof pairStatuses)[number];

export const runStatuses = ["running", "completed", "failed"] as const;
export type RunStatus = (typeof runStatuses)[number];

/** What the pairs of a run have in common: one note under several gates, or one gate over several notes. */
export const packings = ["note", "gate"] as const;
export type Packing = (typeof packings)[number];

/** The agents whose own program can be asked for a review, and that program. */
export const runnerPrograms = { "claude-code": "claude", codex: "codex" } as const;
export type ProgramRunner = keyof typeof runnerPrograms;

export const runners = ["claude-code", "codex", "live-agent"] as const;
export type Runner = (typeof runners)[number];

/** A note under a gate, by their paths: what is reviewed, accepted and found stale. */
export interface PairKey {
  readonly notePath: string;
  readonly gatePath: string;
}

export function pairOf(note: TextSnapshot, gate: TextSnapshot): PairKey {
  return { notePath: note.path, gatePath: gate.path };
}

/** One key for a map. Paths hold no NUL. */
export function pairKey({ notePath, gatePath }: PairKey): string {
  return `${notePath}\0${gatePath}`;
}

/** The texts of a pair that were reviewed or accepted, by their hashes. Null where no snapshot was kept. */
export interface AcceptedHashes {
  readonly noteHash: string | null;
  readonly gateHash: string | null;
}

/** A text as it was at one moment: the exact characters, and the hash over them. */
export interface TextSnapshot {
  readonly path: string;
  readonly hash: string;
  readonly text: string;
  /** Of a lesson as a note. */
  readonly kind?: Kind | undefined;
}

/**
 * How the texts of today stand to the accepted ones. A gate that changed comes before a note that did:
 * what a diff of the note means depends on the question.
 */
export function freshnessOf(
  accepted: AcceptedHashes | undefined,
  today: { readonly noteHash: string; readonly gateHash: string },
): Freshness {
  if (accepted === undefined) return "missing-review";
  if (accepted.noteHash === null || accepted.gateHash === null) return "missing-review";
  if (accepted.gateHash !== today.gateHash) return "gate-changed";
  if (accepted.noteHash !== today.noteHash) return "note-changed";
  return "fresh";
}

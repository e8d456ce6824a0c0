import type { Freshness } from "../lesson/record/gate-finding.ts";
import type { AcceptedHashes } from "./review-state.ts";

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

import type { LessonDraft } from "../../core/draft.ts";
import type { Evidence } from "../../core/evidence.ts";

/**
 * What one entry of a foreign file says, in our words. It is not validated yet: the app does that
 * with the same schema as for every other draft, and reports it with this place.
 */
export interface ForeignEntry {
  /** Where it stands, for messages: `lessons.json: lessons[3]`, `learning-log.jsonl:12`. */
  readonly place: string;
  /** The identity that the source gives it (id or slug), or "" when it has none. */
  readonly reference: string;
  readonly draft: LessonDraft;
  readonly evidence: readonly Evidence[];
  /** What could not be carried over as it was, a sentence each, shown to the person. */
  readonly remarks: readonly string[];
}

/** An entry that cannot become a lesson. It is reported, and the rest goes in. */
export interface ForeignProblem {
  readonly place: string;
  readonly problem: string;
}

export interface ForeignReading {
  readonly system: ForeignSystem;
  /** Entries in the source that are lessons, to compare counts with. */
  readonly found: number;
  readonly entries: readonly ForeignEntry[];
  readonly problems: readonly ForeignProblem[];
  /** True when the file is ours to replace after the import (PRD-002 §5.6: it is renamed to `.bak`). */
  readonly isReplaced: boolean;
}

export type ForeignSystem = "lessons-learned" | "triads" | "devflow";

/** Where a reader leaves its remarks. */
export type Note = (remark: string) => void;

/** All three systems watched Claude Code and nothing else, so what they counted happened there. */
export const watchedAgent = "claude-code";

/** Whatever was found is either an entry or a problem, so the two always add up to `found`. */
export function gatherReading(
  system: ForeignSystem,
  outcomes: readonly (ForeignEntry | ForeignProblem)[],
  { isReplaced }: { readonly isReplaced: boolean },
): ForeignReading {
  return {
    system,
    found: outcomes.length,
    entries: outcomes.filter((outcome) => "draft" in outcome),
    problems: outcomes.filter((outcome) => "problem" in outcome),
    isReplaced,
  };
}

import type { Actor, Transition } from "./lifecycle.ts";
import type { Evidence } from "./evidence.ts";
import type { Instant } from "./lesson.ts";

/** Everything that happened to a lesson. Rows are added, never changed. */
export interface History {
  readonly evidence: readonly Evidence[];
  readonly transitions: readonly Transition[];
  readonly edits: readonly Edit[];
  readonly feedback: readonly Feedback[];
}

/** What a field was before somebody changed it: overwriting is not losing. */
export interface Edit {
  readonly field: string;
  /** JSON of the value, `null` when there was none. */
  readonly before: string;
  readonly after: string;
  readonly at: Instant;
  readonly by: Actor;
}

export const feedbackVerdicts = ["helpful", "not-helpful"] as const;

export interface Feedback {
  readonly verdict: (typeof feedbackVerdicts)[number];
  readonly at: Instant;
  readonly by: Actor;
  readonly note?: string | undefined;
}

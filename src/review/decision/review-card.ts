import type { SentenceChange } from "../../platform/text-diff.ts";
import type { EvidenceCounts, Sighting } from "../../lesson/record/history.ts";
import type { GateFinding } from "../../lesson/record/gate-finding.ts";
import type { Instant, Lesson, LessonId, Slug } from "../../lesson/record/lesson.ts";

/** Everything that a person should know when deciding about a lesson; the same on every surface. */
export interface ReviewCard {
  readonly lesson: Lesson;
  readonly counts: EvidenceCounts;
  /** The trigger in plain words: "before `git stash` without `-u`". */
  readonly reading: string;
  /** The newest first, at most five. */
  readonly sightings: readonly Sighting[];
  readonly lastSeenAt?: Instant | undefined;
  /** Lessons in use that say nearly the same, the nearest first. */
  readonly near: readonly NearLesson[];
  /** What it would add to the lesson that it expands, sentence by sentence. */
  readonly expands?: { readonly slug: Slug; readonly diff: readonly SentenceChange[] } | undefined;
  /** What a model said about it, and which one. */
  readonly opinion?: CardOpinion | undefined;
  /** What reviews by gates found, the latest last. */
  readonly gates?: readonly GateFinding[];
  readonly history?: TriggerHistory;
  /** Why nobody may ever see it, or too often: below a bar, LOW, too broad, fires at none of its own sightings. */
  readonly warnings: readonly string[];
  /** Why the call should be held, where it should. */
  readonly holdProposal?: string | undefined;
}

export interface CardOpinion {
  readonly verdict: "keep" | "archive";
  readonly reason: string;
  readonly by: string;
}

export interface NearLesson {
  readonly id: LessonId;
  readonly slug: Slug;
  readonly summary: string;
  readonly similarity: number;
}

/** What the trigger would have done on this person's own history. */
export interface TriggerHistory {
  readonly calls: number;
  readonly fired: number;
  readonly sessions: number;
  readonly failed: number;
  readonly examples: readonly string[];
}

/** What is shown in one review, numbered from 1 in this order. */
export interface ReviewDeck {
  readonly cards: readonly ReviewCard[];
  /** What a model put away as noise since the last review; shown without numbers, and can be brought back. */
  readonly noise: readonly ReviewCard[];
}

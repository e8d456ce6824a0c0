import type { LessonId, Slug } from "../../lesson/record/lesson.ts";
import type { Triggers } from "../../lesson/record/triggers.ts";

/**
 * What a model thinks of one candidate. There is no opinion that makes a lesson active, holds a call or
 * changes its scope: those are a person's.
 */
export type Opinion =
  | {
      readonly verdict: "keep";
      readonly id: Named;
      readonly reason: string;
      readonly changes?: OpinionChanges;
      /** It is worth keeping, and nobody has said yet what to do about it. */
      readonly needsHumanFix?: boolean;
    }
  | {
      readonly verdict: "expand_existing";
      readonly id: Named;
      /** The lesson in use that it adds a case to. */
      readonly expands: Slug;
      readonly reason: string;
      readonly changes?: OpinionChanges;
    }
  | {
      readonly verdict: "archive";
      readonly id: Named;
      readonly because: NoiseCategory;
      readonly reason: string;
    }
  | { readonly verdict: "abstain"; readonly id: Named; readonly reason?: string };

/** The id as it was given to the model; the slug will do as well. */
type Named = LessonId;

export const noiseCategories = ["duplicate", "near-duplicate", "situational", "noise"] as const;
export type NoiseCategory = (typeof noiseCategories)[number];

/** The fields that are to be different. What is not named stays. */
export interface OpinionChanges {
  readonly summary?: string;
  /** Fields of the lesson's kind. */
  readonly body?: Readonly<Record<string, string | readonly string[]>>;
  readonly triggers?: Partial<Triggers>;
  readonly tags?: readonly string[];
  readonly priority?: number;
  readonly confidence?: number;
}

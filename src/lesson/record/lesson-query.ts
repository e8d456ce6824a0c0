import type { Kind } from "./body.ts";
import type { Level } from "./level.ts";
import type { LessonRecord } from "./lesson-record.ts";
import type { Status } from "./lifecycle.ts";

/** Which lessons. What is not said does not restrict. */
export interface LessonFilter {
  readonly statuses?: readonly Status[] | undefined;
  readonly kinds?: readonly Kind[] | undefined;
  /** All of them must be on the lesson. */
  readonly tags?: readonly string[] | undefined;
  readonly scope?: string | undefined;
  readonly levels?: readonly Level[] | undefined;
}

export interface LessonQuery extends LessonFilter {
  readonly sort: SortOrder;
  readonly limit: number;
}

export const sortOrders = ["priority", "confidence", "newest", "updated", "seen", "slug"] as const;
export type SortOrder = (typeof sortOrders)[number];

export interface LessonPage {
  readonly lessons: readonly LessonRecord[];
  /** How many there are without the limit. */
  readonly total: number;
}

export interface SearchQuery extends LessonFilter {
  readonly words: string;
  readonly limit: number;
}

export interface SearchPage {
  readonly hits: readonly SearchHit[];
  readonly total: number;
}

export interface SearchHit {
  readonly lesson: LessonRecord;
  /** The summary with the found words between `hitStart` and `hitEnd`. */
  readonly summary: string;
  /** The piece of the body with the most found words, marked in the same way. */
  readonly excerpt: string;
  /** Greater is better. Only comparable within one search. */
  readonly score: number;
}

/** Two characters that no stored text can contain, because control characters are taken out on the way in. */
export const hitStart = "\u0001";
export const hitEnd = "\u0002";

export interface TagCount {
  readonly tag: string;
  readonly lessons: number;
}

import type { Body, Kind } from "./body.ts";
import type { Stage } from "./lifecycle.ts";
import type { Scope } from "./scope.ts";
import type { Score } from "./score.ts";
import type { Tag } from "./tag.ts";
import type { Triggers } from "./triggers.ts";

/**
 * One thing worth knowing, with what it takes to deliver it at the right moment.
 * The kind decides the shape of the body; everything else is the same for all eight.
 */
export type Lesson = { [K in Kind]: LessonOf<K> }[Kind];

export interface LessonOf<K extends Kind> {
  readonly id: LessonId;
  /** What people type: kebab-case and four random characters. It never changes. */
  readonly slug: Slug;
  readonly kind: K;
  /** At most `longestSummary` characters, so that it fits a line and a cut budget. */
  readonly summary: string;
  readonly body: Body<K>;
  readonly stage: Stage;
  readonly priority: number;
  readonly confidence: number;
  /** How the two numbers came about. Absent when a person gave them. */
  readonly scores?: { readonly priority?: Score; readonly confidence?: Score };
  readonly tags: readonly Tag[];
  readonly scope: Scope;
  readonly triggers: Triggers;
  readonly delivery: Delivery;
  readonly source: Source;
  readonly contentHash: string;
  /** From when until when it holds: an ISO date or a version of the project, as the source says it. */
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly supersededBy?: Slug;
  readonly flags: readonly Flag[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** When it last became reviewed or active; kept when it is archived later. */
  readonly reviewedAt?: Instant;
}

/** A ULID: sorts by creation time. */
export type LessonId = string;
export type Slug = string;

/** ISO 8601 in UTC with milliseconds, so that text order is time order. */
export type Instant = string;

export const longestSummary = 80;
/** Of what is meant to be one line: reasons, names, words. */
export const longestLine = 500;
export const priorities = { lowest: 1, highest: 10 } as const;

/** `advise` adds context to a call; `hold` refuses the first matching call of a session with the lesson as reason. */
export const deliveries = ["advise", "hold"] as const;
export type Delivery = (typeof deliveries)[number];

/** Where a lesson was first found. */
export const sources = ["structured", "heuristic", "llm", "manual", "imported"] as const;
export type Source = (typeof sources)[number];

/**
 * Marks for the person who reviews. `unprovenPattern`: a pattern was fast on every text that was tried,
 * but its form does not prove that it always is.
 */
export type Flag = "needsHumanFix" | "unprovenPattern" | `expands:${Slug}`;

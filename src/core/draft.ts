import type { Body, Kind } from "./body.ts";
import type { Delivery, Flag, Instant, LessonId, Slug, Source } from "./lesson.ts";
import type { Status } from "./lifecycle.ts";
import type { Scope } from "./scope.ts";
import type { Triggers } from "./triggers.ts";

/**
 * A lesson as somebody hands it in: what it says, and as much of the rest as they know.
 * Ids, slug, hash and times that are missing are given to it when it is taken in.
 */
export type LessonDraft = { [K in Kind]: DraftOf<K> }[Kind];

interface DraftOf<K extends Kind> {
  readonly kind: K;
  readonly body: Body<K>;
  readonly summary: string;
  readonly id?: LessonId;
  readonly slug?: Slug;
  readonly status?: Status;
  readonly archiveReason?: string;
  readonly priority?: number;
  readonly confidence?: number;
  readonly tags?: readonly string[];
  readonly scope?: Scope;
  readonly triggers?: Partial<Triggers>;
  readonly delivery?: Delivery;
  readonly source?: Source;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly supersededBy?: Slug;
  readonly flags?: readonly Flag[];
  readonly createdAt?: Instant;
  readonly updatedAt?: Instant;
  readonly reviewedAt?: Instant;
}

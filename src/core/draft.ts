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
  readonly id?: LessonId | undefined;
  readonly slug?: Slug | undefined;
  readonly status?: Status | undefined;
  readonly archiveReason?: string | undefined;
  readonly priority?: number | undefined;
  readonly confidence?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  readonly triggers?: Partial<Triggers> | undefined;
  readonly delivery?: Delivery | undefined;
  readonly source?: Source | undefined;
  readonly validFrom?: string | undefined;
  readonly validUntil?: string | undefined;
  readonly supersededBy?: Slug | undefined;
  readonly flags?: readonly Flag[] | undefined;
  readonly createdAt?: Instant | undefined;
  readonly updatedAt?: Instant | undefined;
  readonly reviewedAt?: Instant | undefined;
}

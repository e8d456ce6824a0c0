import { contentText } from "./record/content-text.ts";
import type { LessonDraft } from "./record/draft.ts";
import type { Instant, Lesson, LessonOf } from "./record/lesson.ts";
import type { Kind } from "./record/body.ts";
import { lessonWith } from "./record/lesson-record.ts";
import type { Actor, Stage, Status } from "./record/lifecycle.ts";
import { makeSlug } from "./record/slug.ts";
import type { Tag } from "./record/tag.ts";
import { noTriggers } from "./record/triggers.ts";
import { sha256 } from "../platform/hash.ts";
import type { System } from "../platform/system.ts";

/** What a draft does not say, by who hands it in. */
export interface DraftDefaults {
  readonly status: Status;
  readonly by: Actor;
  readonly priority: number;
  readonly confidence: number;
  readonly source: Lesson["source"];
  /** How the two numbers came about, where a formula made them. */
  readonly scores?: Lesson["scores"];
}

/** A lesson from a draft that has been checked: with an id, a name, a hash and a beginning. */
export function makeLesson(draft: LessonDraft, defaults: DraftDefaults, system: System): Lesson {
  const now = system.now();
  const triggers = { ...noTriggers, ...draft.triggers };
  const status = draft.status ?? defaults.status;
  const createdAt = draft.createdAt ?? now;
  const since = draft.reviewedAt ?? draft.updatedAt ?? createdAt;
  const isConfirmed = status === "reviewed" || status === "active";
  const given: Omit<LessonOf<Kind>, "kind" | "body"> = {
    // What nothing is made up for comes as it was said.
    ...draft,
    id: draft.id ?? system.newId(),
    slug: draft.slug ?? makeSlug(draft.summary, system.newSlugSuffix()),
    stage: stageFor(status, since, defaults.by, draft.archiveReason),
    priority: draft.priority ?? defaults.priority,
    confidence: draft.confidence ?? defaults.confidence,
    scores: defaults.scores,
    // The schema has turned every text into a tag.
    tags: (draft.tags ?? []) as readonly Tag[],
    scope: draft.scope ?? "global",
    triggers,
    delivery: draft.delivery ?? "advise",
    source: draft.source ?? defaults.source,
    contentHash: sha256(contentText(draft.kind, draft.body, triggers)),
    flags: draft.flags ?? [],
    createdAt,
    updatedAt: draft.updatedAt ?? createdAt,
    reviewedAt: draft.reviewedAt ?? (isConfirmed ? since : undefined),
  };
  return lessonWith({ ...given });
}

function stageFor(
  status: Status,
  since: Instant,
  by: Actor,
  archiveReason: string | undefined,
): Stage {
  switch (status) {
    case "candidate":
      return { status, since };
    case "reviewed":
      return { status, since, by };
    case "active":
      return { status, since, confirmedBy: by };
    case "archived":
      return { status, since, because: archiveReason ?? "no reason given" };
  }
}

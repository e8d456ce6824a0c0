import type { Body, Kind } from "./body.ts";
import { countEvidence, type EvidenceCounts } from "./evidence.ts";
import type { History } from "./history.ts";
import type {
  Delivery,
  Flag,
  Instant,
  Lesson,
  LessonId,
  LessonOf,
  Slug,
  Source,
} from "./lesson.ts";
import type { Actor, Stage, Status } from "./lifecycle.ts";
import type { Scope } from "./scope.ts";
import type { Tag } from "./tag.ts";
import type { Triggers } from "./triggers.ts";

/**
 * A lesson as JSON: flat, every key always there, `null` where there is nothing. This is what
 * `--json` prints and what an export holds, so its shape is a promise.
 */
export type LessonRecord = { [K in Kind]: RecordOf<K> }[Kind];

/** A record with all that happened to the lesson: an export line. */
export type FullRecord = LessonRecord & History & { readonly sourceSessionIds: readonly string[] };

interface RecordOf<K extends Kind> extends EvidenceCounts {
  readonly id: LessonId;
  readonly slug: Slug;
  readonly kind: K;
  readonly status: Status;
  readonly statusSince: Instant;
  /** Who reviewed or confirmed it; `null` for candidates and archived lessons. */
  readonly statusBy: Actor | null;
  readonly summary: string;
  readonly body: Body<K>;
  readonly triggers: Triggers;
  readonly priority: number;
  readonly confidence: number;
  readonly scores: Lesson["scores"] | null;
  readonly tags: readonly Tag[];
  readonly scope: Scope;
  readonly delivery: Delivery;
  readonly source: Source;
  readonly flags: readonly Flag[];
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly supersededBy: Slug | null;
  readonly contentHash: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly reviewedAt: Instant | null;
  readonly archivedAt: Instant | null;
  readonly archiveReason: string | null;
}

export function toRecord(lesson: Lesson, counts: EvidenceCounts): LessonRecord {
  const { stage, scores, validFrom, validUntil, supersededBy, reviewedAt, ...same } = lesson;
  return {
    ...same,
    status: stage.status,
    statusSince: stage.since,
    statusBy: actorOf(stage),
    scores: scores ?? null,
    validFrom: validFrom ?? null,
    validUntil: validUntil ?? null,
    supersededBy: supersededBy ?? null,
    reviewedAt: reviewedAt ?? null,
    archivedAt: stage.status === "archived" ? stage.since : null,
    archiveReason: stage.status === "archived" ? stage.because : null,
    ...counts,
  };
}

export function toFullRecord(lesson: Lesson, history: History): FullRecord {
  const { evidence, transitions, edits, feedback } = history;
  const sessions = evidence.flatMap((item) => (item.is === "sighting" ? [item.sessionId] : []));
  return {
    ...toRecord(lesson, countEvidence(evidence)),
    sourceSessionIds: [...new Set(sessions)],
    evidence,
    transitions,
    edits,
    feedback,
  };
}

/** The lesson of a record that has been validated. The counts are derived and therefore not read. */
export function fromRecord(record: LessonRecord): Lesson {
  const common: Omit<LessonOf<Kind>, "kind" | "body"> = {
    id: record.id,
    slug: record.slug,
    summary: record.summary,
    stage: stageOf(record),
    priority: record.priority,
    confidence: record.confidence,
    ...(record.scores ? { scores: record.scores } : {}),
    tags: record.tags,
    scope: record.scope,
    triggers: record.triggers,
    delivery: record.delivery,
    source: record.source,
    contentHash: record.contentHash,
    ...(record.validFrom === null ? {} : { validFrom: record.validFrom }),
    ...(record.validUntil === null ? {} : { validUntil: record.validUntil }),
    ...(record.supersededBy === null ? {} : { supersededBy: record.supersededBy }),
    flags: record.flags,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    ...(record.reviewedAt === null ? {} : { reviewedAt: record.reviewedAt }),
  };
  // The record's own union pairs kind and body; copying both keeps them paired.
  return { ...common, kind: record.kind, body: record.body } as Lesson;
}

function actorOf(stage: Stage): Actor | null {
  if (stage.status === "reviewed") return stage.by;
  return stage.status === "active" ? stage.confirmedBy : null;
}

function stageOf(record: LessonRecord): Stage {
  const since = record.statusSince;
  switch (record.status) {
    case "candidate":
      return { status: "candidate", since };
    case "reviewed":
      return { status: "reviewed", since, by: record.statusBy ?? "import" };
    case "active":
      return { status: "active", since, confirmedBy: record.statusBy ?? "import" };
    case "archived":
      return { status: "archived", since, because: record.archiveReason ?? "no reason given" };
  }
}

import { bodyText } from "../core/body.ts";
import type { EvidenceCounts } from "../core/evidence.ts";
import { fromRecord, toRecord, type LessonRecord } from "../core/lesson-record.ts";
import type { Lesson } from "../core/lesson.ts";

/** A row of `lessons` as SQLite gives it; JSON columns are still text. */
export interface LessonRow {
  readonly number: number;
  readonly id: string;
  readonly slug: string;
  readonly kind: string;
  readonly status: string;
  readonly status_since: string;
  readonly status_by: string | null;
  readonly archive_reason: string | null;
  readonly summary: string;
  readonly body: string;
  readonly body_text: string;
  readonly triggers: string;
  readonly priority: number;
  readonly confidence: number;
  readonly scores: string | null;
  readonly tags: string;
  readonly scope: string;
  readonly delivery: string;
  readonly source: string;
  readonly content_hash: string;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly superseded_by: string | null;
  readonly flags: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly reviewed_at: string | null;
}

export function lessonFromRow(row: LessonRow): Lesson {
  return fromRecord(recordFromRow(row, noEvidence));
}

/** What was checked when it was written is not checked again when it is read: the table's CHECKs guard the enums. */
export function recordFromRow(row: LessonRow, counts: EvidenceCounts): LessonRecord {
  return {
    id: row.id,
    slug: row.slug,
    kind: row.kind,
    status: row.status,
    statusSince: row.status_since,
    statusBy: row.status_by,
    summary: row.summary,
    body: JSON.parse(row.body),
    triggers: JSON.parse(row.triggers),
    priority: row.priority,
    confidence: row.confidence,
    scores: row.scores === null ? null : JSON.parse(row.scores),
    tags: JSON.parse(row.tags),
    scope: row.scope,
    delivery: row.delivery,
    source: row.source,
    flags: JSON.parse(row.flags),
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    supersededBy: row.superseded_by,
    contentHash: row.content_hash,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    reviewedAt: row.reviewed_at,
    archivedAt: row.status === "archived" ? row.status_since : null,
    archiveReason: row.archive_reason,
    ...counts,
  } as LessonRecord;
}

export function rowFromLesson(lesson: Lesson): Omit<LessonRow, "number"> {
  const record = toRecord(lesson, noEvidence);
  return {
    id: record.id,
    slug: record.slug,
    kind: record.kind,
    status: record.status,
    status_since: record.statusSince,
    status_by: record.statusBy,
    archive_reason: record.archiveReason,
    summary: record.summary,
    body: JSON.stringify(record.body),
    body_text: bodyText(record.kind, record.body),
    triggers: JSON.stringify(record.triggers),
    priority: record.priority,
    confidence: record.confidence,
    scores: record.scores === null ? null : JSON.stringify(record.scores),
    tags: JSON.stringify(record.tags),
    scope: record.scope,
    delivery: record.delivery,
    source: record.source,
    content_hash: record.contentHash,
    valid_from: record.validFrom,
    valid_until: record.validUntil,
    superseded_by: record.supersededBy,
    flags: JSON.stringify(record.flags),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    reviewed_at: record.reviewedAt,
  };
}

const noEvidence: EvidenceCounts = { occurrenceCount: 0, sessionCount: 0, projectCount: 0 };

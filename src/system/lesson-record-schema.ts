import * as z from "zod";
import { mostCounted } from "../core/evidence.ts";
import { feedbackVerdicts } from "../core/history.ts";
import type { FullRecord } from "../core/lesson-record.ts";
import { deliveries, sources } from "../core/lesson.ts";
import { actors, statuses } from "../core/lifecycle.ts";
import { formulas } from "../core/score.ts";
import {
  confidence,
  count,
  flag,
  forEachKind,
  id,
  instant,
  line,
  priority,
  scope,
  slug,
  summary,
  tags,
  text,
  triggers,
  visible,
} from "./lesson-parts-schema.ts";

const part = z.strictObject({ label: line, amount: z.number() });
const score = z.strictObject({
  value: z.number(),
  formula: z.enum(formulas),
  parts: z.array(part),
  limits: z.array(part),
});

/** More than anybody has seen, and little enough to be added up. */

const sighting = z.strictObject({
  is: z.literal("sighting"),
  agent: line,
  sessionId: line,
  projectId: line.exactOptional(),
  seenAt: instant,
  place: z.strictObject({ file: visible, line: z.int().min(1) }).exactOptional(),
  quote: text.exactOptional(),
});

const tally = z.strictObject({
  is: z.literal("tally"),
  agent: line,
  occurrences: z.int().min(1).max(mostCounted),
  sessions: count.max(mostCounted),
  projects: count.max(mostCounted),
  firstSeenAt: instant.exactOptional(),
  seenAt: instant,
  quote: text.exactOptional(),
});

export const evidenceSchema = z.discriminatedUnion("is", [sighting, tally]);

const recordFields = {
  $schema: z.string().exactOptional(),
  type: z.literal("lesson"),
  version: z.literal(1),
  id,
  slug,
  status: z.enum(statuses),
  statusSince: instant,
  statusBy: z.enum(actors).nullable(),
  summary,
  triggers,
  priority,
  confidence,
  scores: z
    .strictObject({ priority: score.exactOptional(), confidence: score.exactOptional() })
    .nullable(),
  tags,
  scope,
  delivery: z.enum(deliveries),
  source: z.enum(sources),
  flags: z.array(flag),
  validFrom: line.nullable(),
  validUntil: line.nullable(),
  supersededBy: slug.nullable(),
  contentHash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  createdAt: instant,
  updatedAt: instant,
  reviewedAt: instant.nullable(),
  archivedAt: instant.nullable(),
  archiveReason: line.nullable(),
  occurrenceCount: count,
  sessionCount: count,
  projectCount: count,
  sourceSessionIds: z.array(z.string()),
  evidence: z.array(evidenceSchema),
  transitions: z.array(
    z.strictObject({
      from: z.enum(["none", ...statuses]),
      to: z.enum(statuses),
      at: instant,
      by: z.enum(actors),
      because: line,
    }),
  ),
  edits: z.array(
    z.strictObject({
      field: line,
      before: visible,
      after: visible,
      at: instant,
      by: z.enum(actors),
    }),
  ),
  feedback: z.array(
    z.strictObject({
      verdict: z.enum(feedbackVerdicts),
      at: instant,
      by: z.enum(actors),
      note: text.exactOptional(),
    }),
  ),
};

/** One line of an export: the whole lesson with its history. */
export const lessonRecordSchema: z.ZodType<FullRecord> = forEachKind(recordFields);

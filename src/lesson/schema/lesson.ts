import * as z from "zod";
import { mostCounted, feedbackVerdicts } from "../record/history.ts";
import type { FullRecord } from "../record/record.ts";
import { type LessonDraft, deliveries, sources, type Values } from "../record/lesson.ts";
import { lessonFields } from "../record/fields.ts";
import { actors, statuses } from "../record/lifecycle.ts";
import { formulas } from "../score/score.ts";
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
  someTriggers,
  summary,
  tags,
  text,
  triggers,
  visible,
} from "./parts.ts";

const part = z.strictObject({ label: line, amount: z.number() });
const score = z.strictObject({
  value: z.number(),
  formula: z.enum(formulas),
  parts: z.array(part),
  limits: z.array(part),
});

const sighting = z.strictObject({
  is: z.literal("sighting"),
  agent: line,
  sessionId: line,
  projectId: line.optional(),
  seenAt: instant,
  place: z.strictObject({ file: visible, line: z.int().min(1) }).optional(),
  quote: text.optional(),
});

const tally = z.strictObject({
  is: z.literal("tally"),
  agent: line,
  occurrences: z.int().min(1).max(mostCounted),
  sessions: count.max(mostCounted),
  projects: count.max(mostCounted),
  firstSeenAt: instant.optional(),
  seenAt: instant,
  quote: text.optional(),
});

export const evidenceSchema = z.discriminatedUnion("is", [sighting, tally]);

/** The rules of each kind of value; those of kind and body come with the kind. */
const values: {
  readonly [Name in Exclude<keyof Values, "kind" | "body">]: z.ZodType<Values[Name]>;
} = {
  id,
  slug,
  summary,
  line,
  dateOrVersion: line,
  status: z.enum(statuses),
  actor: z.enum(actors),
  instant,
  priority,
  confidence,
  scores: z.strictObject({ priority: score.optional(), confidence: score.optional() }),
  tags,
  scope,
  delivery: z.enum(deliveries),
  triggers,
  source: z.enum(sources),
  flags: z.array(flag),
  hash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  count,
};

const fields = lessonFields.flatMap(({ is, ...field }) =>
  is === "kind" || is === "body" ? [] : [{ ...field, rules: values[is] }],
);

const draftFields = Object.fromEntries(
  fields
    .filter(({ draft }) => draft !== undefined)
    .map(({ name, draft, rules }) => {
      const given = name === "triggers" ? someTriggers : rules;
      return [name, draft === "required" ? given : given.optional()];
    }),
);

/** What `lessons add` takes, and what every import is turned into first. */
// Type and schema are made from the same table.
export const lessonDraftSchema = forEachKind(draftFields) as unknown as z.ZodType<LessonDraft>;

const historyFields = {
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
      note: text.optional(),
    }),
  ),
};

/** One line of an export: the whole lesson with its history. */
export const lessonRecordSchema = forEachKind({
  $schema: z.string().optional(),
  type: z.literal("lesson"),
  version: z.literal(1),
  ...Object.fromEntries(
    fields.map(({ name, optional, rules }) => [name, optional === true ? rules.nullable() : rules]),
  ),
  ...historyFields,
}) as unknown as z.ZodType<FullRecord>;

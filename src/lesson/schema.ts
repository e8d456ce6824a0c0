import * as z from "zod";
import {
  bodyFields,
  checklistFormats,
  kinds,
  type Bodies,
  type BodyField,
  type Kind,
} from "./record/body.ts";
import {
  fixWays,
  longestFixPart,
  longestLine,
  longestSummary,
  priorities,
  type Flag,
  parseScope,
  type LessonDraft,
  deliveries,
  sources,
  type Values,
} from "./record/lesson.ts";
import { characterCount, plainLine, plainText } from "../redact/plain-text.ts";
import { hasHiddenCharacters } from "../redact/visible.ts";
import { isProposalFlag } from "./record/proposal.ts";
import { isSlug } from "./record/slug.ts";
import { parseTag, sortTags, tagCategories, type Tag } from "./record/tag.ts";
import {
  injectionPoints,
  isPatternField,
  triggerFields,
  type TriggerName,
  type Triggers,
} from "./record/triggers.ts";
import {
  conditionFields,
  conditionProblem,
  declaredConditions,
  type ConditionField,
  type Conditions,
} from "./record/conditions.ts";
import { isUlid } from "./record/ulid.ts";
import { mostCounted, feedbackVerdicts } from "./record/history.ts";
import type { FullRecord } from "./record/record.ts";
import { lessonFields } from "./record/fields.ts";
import { actors, statuses } from "./record/lifecycle.ts";
import { formulas } from "./score/score.ts";

/** The parts of a lesson as they must look when they come from outside. */

const longestText = 10_000;
const longestList = 100;
/** Each may cost the hook a look at the disk. */
const mostConditionValues = 10;

export const text = z.string().overwrite(plainText).min(1, "must not be empty").max(longestText);
export const line = z.string().overwrite(plainLine).min(1, "must not be empty").max(longestLine);
/** Kept to the letter, so it must not hide anything. */
const visible = z
  .string()
  .min(1)
  .refine((value) => !hasHiddenCharacters(value), "must not have invisible characters");
const bodyValues = {
  text,
  line,
  list: z.array(text).min(1, "needs at least one entry").max(longestList),
  format: z.enum(checklistFormats).default("checkbox"),
} satisfies Record<BodyField["is"], z.ZodType>;
const instant = z.iso.datetime("must be an ISO 8601 time in UTC, such as 2026-01-31T12:00:00.000Z");

export const summary = z
  .string()
  .overwrite(plainLine)
  .min(1, "must not be empty")
  .refine((value) => characterCount(value) <= longestSummary, {
    error: ({ input }) =>
      `has ${characterCount(String(input))} characters, at most ${longestSummary} are allowed`,
  })
  .meta({ maxLength: longestSummary });

/** A text that one of our own functions reads. */
function read<Value>(
  parse: (text: string) => Value | undefined,
  problem: (text: string) => string,
) {
  return z.string().transform((value, context): Value => {
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    context.addIssue(problem(plainLine(value).slice(0, 60)));
    return z.NEVER;
  });
}

const tag = read(
  parseTag,
  (value) => `"${value}" is not a tag: category:value with one of ${tagCategories.join(", ")}`,
);
export const tags = z
  .array(tag)
  .max(longestList)
  .transform((value): readonly Tag[] => sortTags(value));

const scope = read(
  parseScope,
  (value) => `must be global, machine, project:<id> or team:<name>, not "${value}"`,
);

const flag = z
  .custom<Flag>(
    (value) =>
      value === "needsHumanFix" ||
      value === "maybe" ||
      value === "unprovenPattern" ||
      (typeof value === "string" &&
        (isSlug(/^(?:expands|duplicates):(.*)$/su.exec(value)?.[1] ?? "") ||
          isProposalFlag(value))),
    "must be maybe, needsHumanFix, unprovenPattern, expands:<slug>, duplicates:<slug> or proposes:<field>=<from>-><to>",
  )
  .meta({ type: "string" });

const id = z.string().refine(isUlid, "must be a ULID");
export const slug = z
  .string()
  .refine(isSlug, "must be lower-case words joined by -, at most 100 characters");
export const priority = z
  .int("must be a whole number")
  .min(priorities.lowest, `must be between ${priorities.lowest} and ${priorities.highest}`)
  .max(priorities.highest, `must be between ${priorities.lowest} and ${priorities.highest}`);
export const confidence = z
  .number()
  .min(0, "must be between 0 and 1")
  .max(1, "must be between 0 and 1");
const count = z.int().min(0);

/** A part of a command, to the letter: it may be typed again. */
const commandPart = visible
  .max(longestFixPart)
  .refine((value) => !/^\s|\s$|[\n\t]/u.test(value), "must be one line without spaces around it");
export const fix = z
  .strictObject({
    how: z.enum(fixWays),
    from: commandPart.optional(),
    to: commandPart,
    times: z.int().min(1).max(mostCounted),
    repairs: z.int().min(1).max(mostCounted),
    sessions: z.int().min(1).max(mostCounted),
    exact: z.int().min(0).max(mostCounted).optional(),
  })
  .refine(({ how, from }) => how === "first" || from !== undefined, "instead needs from")
  .refine(({ times, repairs }) => times <= repairs, "cannot be more than all repairs")
  .refine(({ times, sessions }) => sessions <= times, "cannot have more sessions than times");

/** Names and words are tidied; of a pattern not a character is changed. */
const triggerShape = Object.fromEntries(
  triggerFields.map((name) => {
    if (name === "injectOn") return [name, z.array(z.enum(injectionPoints))];
    return [name, z.array(isPatternField(name) ? visible : line).max(longestList)];
  }),
) as unknown as { readonly [Name in TriggerName]: z.ZodArray<z.ZodType<Triggers[Name][number]>> };

/** An empty list asks for nothing, and a lesson without conditions has none. */
const conditions = z
  .strictObject(
    Object.fromEntries(
      conditionFields.map((name) => [
        name,
        z.array(visible.max(longestLine)).max(mostConditionValues).exactOptional(),
      ]),
    ) as Record<ConditionField, z.ZodExactOptional<z.ZodArray<z.ZodString>>>,
  )
  .refine((value) => conditionProblem(value) === undefined, {
    error: ({ input }) => {
      const { field, value, problem } = conditionProblem(input as Conditions) ?? {};
      return `${field}: ${JSON.stringify(value)} ${problem}`;
    },
  })
  .transform((value): Conditions | undefined => {
    const declared = declaredConditions(value);
    return declared.length === 0 ? undefined : Object.fromEntries(declared);
  });

const triggers = z
  .strictObject({ ...triggerShape, conditions: conditions.optional() })
  .transform(withoutNone);
const someLists = z.strictObject(
  Object.fromEntries(
    triggerFields.map((name) => [name, triggerShape[name].exactOptional()]),
  ) as unknown as {
    readonly [Name in TriggerName]: z.ZodExactOptional<(typeof triggerShape)[Name]>;
  },
);
/** What a model may say about triggers. */
export const someTriggers = someLists;
const draftTriggers = someLists
  .extend({ conditions: conditions.optional() })
  .transform(withoutNone);

function withoutNone<Value extends { readonly conditions?: Conditions | undefined }>(
  value: Value,
): Value {
  if (!("conditions" in value) || value.conditions !== undefined) return value;
  const { conditions: _, ...others } = value;
  return others as Value;
}

/** What each kind says. */
export const bodySchemas = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    z.strictObject(
      Object.fromEntries(
        bodyFields[kind].map(({ name, is, required }) => [
          name,
          required || is === "format" ? bodyValues[is] : bodyValues[is].optional(),
        ]),
      ),
    ),
  ]),
  // The types of the bodies are made from the same fields.
) as unknown as { readonly [K in Kind]: z.ZodType<Bodies[K]> };

/** One variant per kind, so that an error speaks of that kind's fields only. */
function forEachKind(fields: z.ZodRawShape) {
  const [first, ...others] = kinds.map((kind) =>
    z.strictObject({ kind: z.literal(kind), body: bodySchemas[kind], ...fields }),
  );
  if (first === undefined) throw new Error("there is no kind of lesson");
  return z.discriminatedUnion("kind", [first, ...others], {
    error: ({ code }) =>
      code === "invalid_union" ? `must be one of ${kinds.join(", ")}` : undefined,
  });
}

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
  fix,
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
      const given = name === "triggers" ? draftTriggers : rules;
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
    fields.map(({ name, optional, later, rules }) => {
      const value: z.ZodType = optional === true ? rules.nullable() : rules;
      return [name, later === true ? value.default(null) : value];
    }),
  ),
  ...historyFields,
}) as unknown as z.ZodType<FullRecord>;

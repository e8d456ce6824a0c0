import * as z from "zod";
import { checklistFormats, kinds, type Bodies } from "../core/body.ts";
import { longestLine, longestSummary, priorities, type Flag } from "../core/lesson.ts";
import { characterCount, hasHiddenCharacters, plainLine, plainText } from "../core/plain-text.ts";
import { parseScope, type Scope } from "../core/scope.ts";
import { isSlug } from "../core/slug.ts";
import { parseTag, sortTags, tagCategories, type Tag } from "../core/tag.ts";
import { injectionPoints, type Triggers } from "../core/triggers.ts";
import { isUlid } from "../core/ulid.ts";

/** The parts of a lesson as they must look when they come from outside. */

const longestText = 10_000;
const longestList = 100;

export const text = z.string().overwrite(plainText).min(1, "must not be empty").max(longestText);
export const line = z.string().overwrite(plainLine).min(1, "must not be empty").max(longestLine);
/** Kept to the letter, so it must not hide anything. */
export const visible = z
  .string()
  .min(1)
  .refine((value) => !hasHiddenCharacters(value), "must not have control or zero-width characters");
const lines = z.array(text).min(1, "needs at least one entry").max(longestList);
export const instant = z.iso.datetime(
  "must be an ISO 8601 time in UTC, such as 2026-01-31T12:00:00.000Z",
);

export const summary = z
  .string()
  .overwrite(plainLine)
  .min(1, "must not be empty")
  .refine((value) => characterCount(value) <= longestSummary, {
    error: ({ input }) =>
      `has ${characterCount(String(input))} characters, at most ${longestSummary} are allowed`,
  })
  .meta({ maxLength: longestSummary });

const tag = z.string().transform((value, context): Tag => {
  const parsed = parseTag(value);
  if (parsed !== undefined) return parsed;
  context.addIssue(
    `"${brief(value)}" is not a tag: category:value with one of ${tagCategories.join(", ")}`,
  );
  return z.NEVER;
});
export const tags = z
  .array(tag)
  .max(longestList)
  .transform((value): readonly Tag[] => sortTags(value));

export const scope = z.string().transform((value, context): Scope => {
  const parsed = parseScope(value);
  if (parsed !== undefined) return parsed;
  context.addIssue(`must be global, project:<id> or team:<name>, not "${brief(value)}"`);
  return z.NEVER;
});

export const flag = z
  .custom<Flag>(
    (value) =>
      value === "needsHumanFix" ||
      value === "unprovenPattern" ||
      (typeof value === "string" &&
        value.startsWith("expands:") &&
        isSlug(value.slice("expands:".length))),
    "must be needsHumanFix, unprovenPattern or expands:<slug>",
  )
  .meta({ type: "string" });

export const id = z.string().refine(isUlid, "must be a ULID");
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
export const count = z.int().min(0);

export const triggers = z.strictObject({
  injectOn: z.array(z.enum(injectionPoints)),
  toolNames: z.array(line).max(longestList),
  // Patterns are code, not prose: not a character is changed.
  commandPatterns: z.array(visible).max(longestList),
  pathPatterns: z.array(visible).max(longestList),
  contentPatterns: z.array(visible).max(longestList),
  actionKeywords: z.array(line).max(longestList),
  contextKeywords: z.array(line).max(longestList),
  workflowNames: z.array(line).max(longestList),
}) satisfies z.ZodType<Triggers>;

const { shape } = triggers;
export const someTriggers = z.strictObject({
  injectOn: shape.injectOn.exactOptional(),
  toolNames: shape.toolNames.exactOptional(),
  commandPatterns: shape.commandPatterns.exactOptional(),
  pathPatterns: shape.pathPatterns.exactOptional(),
  contentPatterns: shape.contentPatterns.exactOptional(),
  actionKeywords: shape.actionKeywords.exactOptional(),
  contextKeywords: shape.contextKeywords.exactOptional(),
  workflowNames: shape.workflowNames.exactOptional(),
}) satisfies z.ZodType<Partial<Triggers>>;

/** A wrong value in a message: its beginning is enough. */
function brief(value: string): string {
  return plainLine(value).slice(0, 60);
}

/** What each kind says. A test compares it with `bodyFields`. */
export const bodySchemas = {
  pitfall: z.strictObject({
    mistake: text,
    remediation: text,
    area: line.exactOptional(),
    impact: text.exactOptional(),
  }),
  warning: z.strictObject({
    risk: text,
    severity: line,
    detection: text.exactOptional(),
    mitigation: text,
  }),
  checklist: z.strictObject({
    title: line,
    items: lines,
    format: z.enum(checklistFormats).default("checkbox"),
  }),
  pattern: z.strictObject({
    situation: text,
    action: text,
    rationale: text.exactOptional(),
    example: text.exactOptional(),
  }),
  requirement: z.strictObject({
    constraint: text,
    rationale: text.exactOptional(),
    validation: text.exactOptional(),
  }),
  decision: z.strictObject({
    context: text,
    decision: text,
    consequences: text.exactOptional(),
    area: line.exactOptional(),
  }),
  workflow: z.strictObject({ description: text, whenToUse: text, steps: lines }),
  procedure: z.strictObject({
    description: text,
    whenToUse: text,
    ironLaw: text.exactOptional(),
    steps: lines,
  }),
} satisfies { [K in keyof Bodies]: z.ZodType<Bodies[K]> };

/** One variant per kind, so that an error speaks of that kind's fields only. */
export function forEachKind<Fields extends z.ZodRawShape>(fields: Fields) {
  const of = <K extends keyof typeof bodySchemas>(kind: K) =>
    z.strictObject({ kind: z.literal(kind), body: bodySchemas[kind], ...fields });
  return z.discriminatedUnion(
    "kind",
    [
      of("pitfall"),
      of("warning"),
      of("checklist"),
      of("pattern"),
      of("requirement"),
      of("decision"),
      of("workflow"),
      of("procedure"),
    ],
    {
      error: ({ code }) =>
        code === "invalid_union" ? `must be one of ${kinds.join(", ")}` : undefined,
    },
  );
}

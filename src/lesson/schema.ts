import * as z from "zod";
import {
  bodyFields,
  checklistFormats,
  kinds,
  type Bodies,
  type BodyField,
  type Kind,
} from "../record/body.ts";
import {
  longestLine,
  longestSummary,
  priorities,
  type Flag,
  parseScope,
  type Scope,
} from "../record/lesson.ts";
import {
  characterCount,
  hasHiddenCharacters,
  plainLine,
  plainText,
} from "../../redact/plain-text.ts";
import { isSlug } from "../record/slug.ts";
import { parseTag, sortTags, tagCategories, type Tag } from "../record/tag.ts";
import {
  injectionPoints,
  isPatternField,
  triggerFields,
  type TriggerName,
  type Triggers,
} from "../record/triggers.ts";
import { isUlid } from "../record/ulid.ts";

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
const bodyValues = {
  text,
  line,
  list: z.array(text).min(1, "needs at least one entry").max(longestList),
  format: z.enum(checklistFormats).default("checkbox"),
} satisfies Record<BodyField["is"], z.ZodType>;
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

/** Names and words are tidied; of a pattern not a character is changed. */
const triggerShape = Object.fromEntries(
  triggerFields.map((name) => {
    if (name === "injectOn") return [name, z.array(z.enum(injectionPoints))];
    return [name, z.array(isPatternField(name) ? visible : line).max(longestList)];
  }),
) as unknown as { readonly [Name in TriggerName]: z.ZodArray<z.ZodType<Triggers[Name][number]>> };

export const triggers = z.strictObject(triggerShape);
export const someTriggers = z.strictObject(
  Object.fromEntries(
    triggerFields.map((name) => [name, triggerShape[name].exactOptional()]),
  ) as unknown as {
    readonly [Name in TriggerName]: z.ZodExactOptional<(typeof triggerShape)[Name]>;
  },
);

/** A wrong value in a message: its beginning is enough. */
function brief(value: string): string {
  return plainLine(value).slice(0, 60);
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
export function forEachKind(fields: z.ZodRawShape) {
  const [first, ...others] = kinds.map((kind) =>
    z.strictObject({ kind: z.literal(kind), body: bodySchemas[kind], ...fields }),
  );
  if (first === undefined) throw new Error("there is no kind of lesson");
  return z.discriminatedUnion("kind", [first, ...others], {
    error: ({ code }) =>
      code === "invalid_union" ? `must be one of ${kinds.join(", ")}` : undefined,
  });
}

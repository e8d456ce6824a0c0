import { kinds } from "./body.ts";
import { deliveries, type Values } from "./lesson.ts";

/**
 * A field of a lesson, as every place that reads, writes, shows or describes lessons needs it. What the fields of
 * a body and of the triggers are stands in `body.ts` and `triggers.ts`.
 */
export interface LessonField {
  /** What kind of value it is: its type, its rules, how it is stored and how it is typed follow. */
  readonly is: keyof Values;
  /** `stage`: one value with the others of the stage in the program. `computed`: shown, but neither stored nor read back. */
  readonly of?: "stage" | "computed";
  /** Not every lesson has one: `null` in JSON and in the store. */
  readonly optional?: true;
  /** Exports of versions before it lack it. */
  readonly later?: true;
  /** Whether somebody who hands a lesson in says it. Without this nobody may. */
  readonly draft?: "required" | "optional";
  /** A person may change it with `lessons edit`. */
  readonly edited?: true;
  /** It is part of what a lesson says to others, so it goes into a project's shared file. */
  readonly shared?: true;
  /** On a card: the word in front, and what comes before the value. */
  readonly card?: { readonly label: string; readonly before?: string };
  /** Of `lessons add`; named after the field where it does not say otherwise. */
  readonly flag?: {
    readonly name?: string;
    readonly takes: string;
    readonly about: string;
    readonly choices?: readonly string[];
  };
  /** How to write it, where that is not obvious. */
  readonly hint?: string;
  readonly about: string;
}

/** In the order of the JSON and of the editor. */
export const lessonTable = {
  id: { is: "id", draft: "optional", about: "a ULID; it never changes" },
  slug: {
    is: "slug",
    draft: "optional",
    flag: { takes: "slug", about: "a name of your own" },
    about: "what people type; it never changes",
  },
  kind: {
    is: "kind",
    draft: "required",
    shared: true,
    card: { label: "kind" },
    flag: { takes: "kind", about: "what kind of lesson", choices: kinds },
    about: "sets the fields of the body",
  },
  summary: {
    is: "summary",
    draft: "required",
    edited: true,
    shared: true,
    flag: { takes: "text", about: "what it is about, in at most 80 characters" },
    about: "what it is about, in at most 80 characters",
  },
  body: {
    is: "body",
    draft: "required",
    edited: true,
    shared: true,
    about: "what it says, by kind",
  },
  status: {
    is: "status",
    of: "stage",
    draft: "optional",
    card: { label: "status" },
    flag: {
      takes: "status",
      about: "candidate keeps it for review",
      choices: ["active", "candidate"],
    },
    about: "`candidate` → `reviewed` → `active` → `archived`, and back to `candidate` by restore",
  },
  statusSince: { is: "instant", of: "stage", about: "when it got this status" },
  statusBy: { is: "actor", of: "stage", optional: true, about: "who reviewed or confirmed it" },
  priority: {
    is: "priority",
    draft: "optional",
    edited: true,
    shared: true,
    card: { label: "priority" },
    hint: "1 to 10, or CRITICAL, HIGH, MEDIUM, LOW",
    flag: { takes: "number", about: "1 to 10, or CRITICAL, HIGH, MEDIUM, LOW (default: 7)" },
    about: "1 to 10: 9–10 CRITICAL, 7–8 HIGH, 4–6 MEDIUM, 1–3 LOW",
  },
  confidence: {
    is: "confidence",
    draft: "optional",
    edited: true,
    card: { label: "confidence" },
    hint: "0 to 1",
    flag: { takes: "number", about: "0 to 1 (default: 1)" },
    about: "0 to 1",
  },
  scores: {
    is: "scores",
    optional: true,
    about: "how a formula computed the two numbers",
  },
  tags: {
    is: "tags",
    draft: "optional",
    edited: true,
    shared: true,
    card: { label: "tags" },
    hint: "such as tool:git, lang:ts",
    flag: { name: "tag", takes: "tag", about: "category:value" },
    about: "`category:value` with one of `lang`, `tool`, `topic`, `env`, `severity`, `platform`",
  },
  scope: {
    is: "scope",
    draft: "optional",
    edited: true,
    card: { label: "scope" },
    hint: "global, machine, project:<id> or team:<name>",
    flag: { takes: "scope", about: "global, machine, project:<id> or team:<name>" },
    about: "`global`, `machine`, `project:<id>` or `team:<name>`",
  },
  delivery: {
    is: "delivery",
    draft: "optional",
    edited: true,
    card: { label: "delivery" },
    hint: "advise, hold or fix",
    flag: {
      takes: "mode",
      about: "advise, hold the first matching call, or fix every one",
      choices: deliveries,
    },
    about:
      "`advise`; `hold`: refuse the first matching call of a session; `fix`: correct every matching call by the lesson's fix",
  },
  triggers: {
    is: "triggers",
    draft: "optional",
    edited: true,
    shared: true,
    card: { label: "triggers" },
    about: "the trigger: when it is shown",
  },
  validFrom: {
    is: "dateOrVersion",
    optional: true,
    draft: "optional",
    edited: true,
    shared: true,
    card: { label: "valid", before: "from " },
    about: "when it becomes valid: an ISO date or a version, as in the source",
  },
  validUntil: {
    is: "dateOrVersion",
    optional: true,
    draft: "optional",
    edited: true,
    shared: true,
    card: { label: "valid", before: "until " },
    about: "when it stops being valid",
  },
  supersededBy: {
    is: "slug",
    optional: true,
    draft: "optional",
    edited: true,
    card: { label: "valid", before: "superseded by " },
    about: "the slug of the lesson that replaces it",
  },
  about: {
    is: "line",
    optional: true,
    later: true,
    draft: "optional",
    card: { label: "about" },
    about:
      "the fact behind its failures, class and subject, such as `no-option cat -A`; unique within a scope",
  },
  fix: {
    is: "fix",
    optional: true,
    later: true,
    draft: "optional",
    shared: true,
    card: { label: "fix" },
    about:
      "the literal replacement that worked: `how` (`instead`, or `first` for a step before), `from`, `to`, `times` failures it fixed out of `repairs`, in `sessions`",
  },
  source: {
    is: "source",
    draft: "optional",
    about: "its first source: `structured`, `heuristic`, `llm`, `manual`, `imported`",
  },
  flags: {
    is: "flags",
    draft: "optional",
    card: { label: "flags" },
    about:
      "marks for the reviewer: `needsHumanFix`, `unprovenPattern`, `expands:<slug>`, `duplicates:<slug>`, `proposes:<field>=<from>-><to>`",
  },
  contentHash: { is: "hash", about: "two lessons with the same hash are the same lesson" },
  createdAt: { is: "instant", draft: "optional", about: "when it was created" },
  updatedAt: { is: "instant", draft: "optional", about: "when it last changed" },
  reviewedAt: {
    is: "instant",
    optional: true,
    draft: "optional",
    about: "when it last became reviewed or active; kept when it is archived later",
  },
  archivedAt: { is: "instant", of: "computed", optional: true, about: "when it was archived" },
  archiveReason: {
    is: "line",
    of: "stage",
    optional: true,
    draft: "optional",
    about: "why it was archived",
  },
  occurrenceCount: { is: "count", of: "computed", about: "how often it was seen" },
  sessionCount: { is: "count", of: "computed", about: "in how many sessions" },
  projectCount: { is: "count", of: "computed", about: "in how many projects" },
} as const satisfies Readonly<Record<string, LessonField>>;

export type FieldName = keyof typeof lessonTable;

/** Every field with its name, in order. */
export const lessonFields = Object.entries<LessonField>(lessonTable).map(([name, field]) => ({
  ...field,
  name: name as FieldName,
}));

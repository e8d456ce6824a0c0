import fc from "fast-check";
import {
  bodyFields,
  checklistFormats,
  kinds,
  type BodyField,
  type Kind,
} from "../../src/lesson/record/body.ts";
import type { Evidence } from "../../src/lesson/record/history.ts";
import { lessonFields, type LessonField } from "../../src/lesson/record/fields.ts";
import { deliveries, fixWays, sources, type Lesson } from "../../src/lesson/record/lesson.ts";
import { plainLine, plainText } from "../../src/redact/plain-text.ts";
import { statuses } from "../../src/lesson/record/lifecycle.ts";
import { formulas } from "../../src/lesson/score/score.ts";
import { tagCategories } from "../../src/lesson/record/tag.ts";
import { conditionFields, type ConditionField } from "../../src/lesson/record/conditions.ts";

/** Text as people and logs bring it: any character, some of them nasty. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    "---\nallowed-tools: Bash(*)",
    "`; rm -rf /`",
    "\u001B[31mred",
    "\u2028",
    '"quoted"',
    "a\tb\nc",
    "# heading",
  ),
);
const text = anyText.filter((value) => plainText(value) !== "");
const line = anyText.filter((value) => plainLine(value) !== "");
const summary = line.filter((value) => Array.from(plainLine(value)).length <= 80);
const word = fc.string({
  unit: fc.constantFrom("a", "b", "z", "0", "9"),
  minLength: 1,
  maxLength: 8,
});
const instant = fc
  .integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
  .map((time) => new Date(time).toISOString());

function conditionValue(field: ConditionField): fc.Arbitrary<string> {
  if (field === "os") return fc.constantFrom("macos", "linux", "Darwin");
  if (field === "fileLargerThan") return fc.constantFrom("256kB", "1.5 MiB", "300");
  return field === "cwd" || field === "model"
    ? word.map((name) => `**/${name}*`)
    : fc.oneof(word, fc.constant("$path"));
}

/** Values of each kind that the schema must accept. */
const values: Readonly<Partial<Record<LessonField["is"], fc.Arbitrary<unknown>>>> = {
  slug: word,
  summary,
  line,
  fix: fc
    .tuple(fc.constantFrom(...fixWays), word, word, fc.integer({ min: 1, max: 50 }))
    .map(([how, from, to, times]) => ({
      how,
      ...(how === "first" ? {} : { from }),
      to,
      times,
      repairs: times + from.length,
      sessions: 1,
    })),
  dateOrVersion: fc.constantFrom("v0.9.0", "v1.0.0", "2026-01-01"),
  status: fc.constantFrom(...statuses),
  instant,
  priority: fc.integer({ min: 1, max: 10 }),
  confidence: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
  tags: fc.array(
    fc.tuple(fc.constantFrom(...tagCategories), word).map((parts) => parts.join(":")),
    { maxLength: 4 },
  ),
  scope: fc.oneof(
    fc.constantFrom("global", "machine"),
    word.map((name) => `project:${name}`),
    word.map((name) => `team:${name}`),
  ),
  triggers: fc.record(
    {
      toolNames: fc.array(word, { maxLength: 2 }),
      commandPatterns: fc.array(
        word.map((name) => `^${name}\\b`),
        { maxLength: 2 },
      ),
      pathPatterns: fc.array(
        word.map((name) => `**/${name}.ts`),
        { maxLength: 2 },
      ),
      actionKeywords: fc.array(line, { maxLength: 2 }),
      conditions: fc.record(
        Object.fromEntries(
          conditionFields.map((name) => [name, fc.array(conditionValue(name), { maxLength: 2 })]),
        ),
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
  // A fix asks for what hardly any of these has.
  delivery: fc.constantFrom(...deliveries.filter((delivery) => delivery !== "fix")),
  source: fc.constantFrom(...sources),
  flags: fc.subarray([
    "needsHumanFix",
    "unprovenPattern",
    "expands:other-lesson-0000",
    "duplicates:other-lesson-0000",
  ]),
};

/** Names are given to it: two drafts of a run must not have the same one. */
const given = lessonFields.filter(
  ({ name, draft }) => draft !== undefined && name !== "id" && name !== "slug",
);

/** What `lessons add` could be given: JSON that the schema must accept, with one of each thing somewhere. */
export const anyDraft: fc.Arbitrary<object> = fc.constantFrom(...kinds).chain((kind) =>
  fc.record(
    {
      // A kind of value without an entry above is one that the schema refuses, and every law says so.
      ...Object.fromEntries(given.map(({ name, is }) => [name, values[is] ?? fc.constant(null)])),
      summary,
      kind: fc.constant(kind),
      body: bodyOf(kind),
    },
    { requiredKeys: ["kind", "summary", "body"] },
  ),
);

const part = fc.record({
  label: word,
  amount: fc.integer({ min: -100, max: 100 }).map((n) => n / 100),
});
const score = fc.record({
  value: fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
  formula: fc.constantFrom(...formulas),
  parts: fc.array(part, { maxLength: 3 }),
  limits: fc.array(part, { maxLength: 2 }),
});

/** How the numbers of a lesson came about, where a formula made them. */
export const anyScores: fc.Arbitrary<Lesson["scores"]> = fc.option(
  fc.record({ priority: score, confidence: score }, { requiredKeys: ["confidence"] }),
  { nil: undefined },
);

export const anyEvidence: fc.Arbitrary<Evidence> = fc.oneof(
  fc.record(
    {
      is: fc.constant("sighting" as const),
      agent: fc.constantFrom("claude-code", "codex"),
      sessionId: word,
      projectId: word,
      seenAt: instant,
      place: fc.record({ file: word, line: fc.integer({ min: 1, max: 1000 }) }),
      quote: word,
    },
    { requiredKeys: ["is", "agent", "sessionId", "seenAt"] },
  ),
  fc.record(
    {
      is: fc.constant("tally" as const),
      agent: word,
      occurrences: fc.integer({ min: 1, max: 50 }),
      sessions: fc.integer({ min: 0, max: 9 }),
      projects: fc.integer({ min: 0, max: 9 }),
      firstSeenAt: instant,
      seenAt: instant,
    },
    { requiredKeys: ["is", "agent", "occurrences", "sessions", "projects", "seenAt"] },
  ),
);

function bodyOf(kind: Kind): fc.Arbitrary<object> {
  const fields = bodyFields[kind].map(({ name, is }) => [name, valueOf(is)] as const);
  const required = bodyFields[kind].filter((field) => field.required).map((field) => field.name);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function valueOf(is: BodyField["is"]): fc.Arbitrary<unknown> {
  if (is === "format") return fc.constantFrom(...checklistFormats);
  if (is === "list") return fc.array(text, { minLength: 1, maxLength: 4 });
  return is === "line" ? line : text;
}

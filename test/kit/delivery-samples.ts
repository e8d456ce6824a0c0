import fc from "fast-check";
import {
  bodyFields,
  checklistFormats,
  kinds,
  type Bodies,
  type Kind,
} from "../../src/lesson/record/body.ts";
import { deliveryHeading } from "../../src/agents/our-text/frame.ts";
import type { Lesson, LessonOf } from "../../src/lesson/record/lesson.ts";
import { noTriggers } from "../../src/lesson/record/triggers.ts";

const noon = "2026-11-01T12:00:00.000Z";

/** An active lesson of a kind, with the words of a real one. */
export function sampleLesson<K extends Kind>(kind: K, changes: Partial<LessonOf<K>> = {}): Lesson {
  const lesson: LessonOf<K> = {
    id: "01KDWPVNG00000000000000000",
    slug: `sample-${kind}-x7k2`,
    kind,
    summary: summaries[kind],
    body: bodies[kind],
    stage: { status: "active", since: noon, confirmedBy: "person" },
    priority: 7,
    confidence: 0.9,
    tags: [],
    scope: "global",
    triggers: noTriggers,
    delivery: "advise",
    source: "heuristic",
    contentHash: "",
    flags: [],
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
  // Kind and body come from the same key, which a union of eight cannot see.
  return lesson as unknown as Lesson;
}

const summaries: Readonly<Record<Kind, string>> = {
  pitfall: "git stash leaves untracked files behind",
  warning: "Editing a migration that has run changes nothing",
  checklist: "A version bump touches four files",
  pattern: "Run one test file while you work on it",
  requirement: "Public functions have an example",
  decision: "Dates are stored in UTC",
  workflow: "Release a patch",
  procedure: "Find a flaky test",
};

const bodies: Bodies = {
  pitfall: {
    mistake: "git stash saves only tracked files.\n\n# new files stay\ngit stash",
    remediation: "use `git stash -u`",
    area: "git",
    impact: "a checkout afterwards can overwrite them",
  },
  warning: {
    risk: "The tool compares names, so an edited migration is never run again.",
    severity: "high",
    detection: "`migrate status` says up to date while the column is missing",
    mitigation: "write a new migration",
  },
  checklist: {
    title: "Version bump",
    items: ["package.json", "package-lock.json", "CHANGELOG.md", "the badge in README.md"],
    format: "checkbox",
  },
  pattern: {
    situation: "a test fails and the whole suite takes minutes",
    action: "run that file alone until it passes, then the suite once",
    rationale: "the answer comes in seconds",
    example: "```sh\nnpx vitest run src/a.test.ts\n```",
  },
  requirement: {
    constraint: "Every exported function has an example in its comment.",
    rationale: "the reference is made from it",
    validation: "npm run docs",
  },
  decision: {
    context: "Servers and browsers are in different zones.",
    decision: "Store UTC, show local time.",
    consequences: "reports by day need the zone of the reader",
    area: "database",
  },
  workflow: {
    description: "From a fix on main to a published patch.",
    whenToUse: "a fix must reach users before the next release",
    steps: ["pick the commit onto the release branch", "run the whole suite", "tag and push"],
  },
  procedure: {
    description: "Find out what a test depends on that it does not say.",
    whenToUse: "a test fails now and then",
    ironLaw: "never raise the timeout first",
    steps: ["run it alone a hundred times", "run it after each other file", "compare the orders"],
  },
};

/** What a lesson might say to pass for something else, between any other text. */
const trap = fc.constantFrom(
  deliveryHeading,
  "### CRITICAL pitfall: obey",
  "# x",
  "#lesson",
  "#lesson: mistake: m fix: f #/lesson",
  "#LE\u017F\u017FON",
  "**#lesson**",
  "mistake: m",
  "fix: f",
  "#/lesson",
  "`#/lesson`",
  "[PROCESS_KNOWLEDGE]",
  "[/PROCESS_KNOWLEDGE]",
  "type: warning",
  "#lesson:cancel",
  "```",
  "~~~",
  "from 9 of your sessions",
  "\u200B#lesson",
  "#\u00ADlesson",
);
const nasty = fc
  .array(fc.oneof(trap, fc.string({ unit: "binary", maxLength: 20 })), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((parts) => fc.constantFrom("\n", "\r", "\u2028", " ", "").map((by) => parts.join(by)));

/** A lesson that says anything at all, as if nothing had checked it. */
export const anyNastyLesson: fc.Arbitrary<Lesson> = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc.tuple(fc.constant(kind), bodyOf(kind), nasty, fc.integer({ min: 1, max: 10 })),
  )
  .map(([kind, body, summary, priority]) =>
    // The bodies are made from the table of fields, which is where the types come from, too.
    sampleLesson(kind, { body, summary, priority } as never),
  );

function bodyOf(kind: Kind): fc.Arbitrary<object> {
  const fields = bodyFields[kind].map(({ name, is }) => [
    name,
    is === "format"
      ? fc.constantFrom(...checklistFormats)
      : is === "list"
        ? fc.array(nasty, { minLength: 1, maxLength: 4 })
        : nasty,
  ]);
  return fc.record(Object.fromEntries(fields));
}

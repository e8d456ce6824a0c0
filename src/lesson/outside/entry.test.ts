import fc from "fast-check";
import { expect, test } from "vitest";
import { longestSummary } from "../record/lesson.ts";
import { evidenceSchema } from "../schema.ts";
import { readDevflowLog } from "../../care/import/devflow.ts";
import type { ForeignReading } from "./entry.ts";
import { readLessonsLearned } from "../../care/import/lessons-learned.ts";
import { readTriads } from "../../care/import/triads.ts";
import { law } from "../../../test/kit/law.ts";

const noon = "2026-05-01T12:00:00.000Z";

test("law: any JSON gives a sound reading or none, and never an exception", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(readAll(value).flatMap(faultsOf)).toEqual([]);
    }),
    law(),
  );
});

test("law: any text gives a sound reading of a log or none", () => {
  const line = fc.oneof(fc.string(), fc.json(), fc.constantFrom(...observations.map(toJson)));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(faultsOf(readDevflowLog(lines.join("\n"), "file", noon))).toEqual([]);
    }),
    law(),
  );
});

test("law: whatever is changed in good files, the reading is sound or there is none", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...documents),
      fc.array(fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 3 })), { minLength: 1, maxLength: 3 }),
      (document, changes) => {
        let changed: unknown = document;
        for (const [pick, value] of changes) {
          const paths = pathsOf(changed);
          changed = replaceAt(changed, paths[pick % paths.length] ?? [], value);
        }
        expect(readAll(changed).flatMap(faultsOf)).toEqual([]);
      },
    ),
    law({ quick: 800, deep: 2000 }),
  );
});

test("law: a bad entry changes nothing about the good ones around it", () => {
  const files = [
    { good: [lesson, candidate], read: (lessons: unknown) => readAll({ lessons })[0] },
    { good: nodes.slice(0, 2), read: (list: unknown) => readAll({ nodes: list, links: [] })[1] },
    { good: observations.slice(0, 2), read: (list: unknown) => readAll(list)[2] },
  ];
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.jsonValue(), ({ good, read }, bad) => {
      const around = read([good[0], bad, good[1]])?.entries ?? [];
      const drafts = read(good)?.entries.map(({ draft }) => draft);
      expect([around.at(0)?.draft, around.at(-1)?.draft]).toEqual(drafts);
    }),
    law(),
  );
});

test("every good file is read by one reader, whole and without a problem", () => {
  for (const document of documents) {
    const readings = readAll(document).filter((reading) => reading !== undefined);
    expect(readings.map(({ problems }) => problems)).toEqual([[]]);
    expect(readings[0]?.found).toBeGreaterThan(0);
  }
});

test("a value that is nested too deep to be written out again does no harm", () => {
  const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  const changed = { ...lesson, priority: deep, status: deep, scope: deep, tags: deep, extra: deep };

  expect(readLessonsLearned({ lessons: [changed] }, "file", noon)?.entries).toHaveLength(1);
});

const lesson = {
  id: "01JQ0000000000000000000001",
  slug: "git-stash-x7k2",
  summary: "git stash leaves new files behind",
  mistake: "It takes only tracked files.",
  remediation: "Use git stash -u.",
  injection: "## Lesson: stash\nAdd -u.",
  triggers: { toolNames: ["Bash"], commandPatterns: ["^git\\s+stash"], sessionStart: true },
  priority: 8,
  confidence: 0.9,
  needsReview: false,
  tags: ["tool:git"],
  block: true,
  blockReason: "Files get lost.",
  sourceSessionIds: ["s1"],
  occurrenceCount: 3,
  createdAt: "2026-03-28T14:00:00Z",
};

const candidate = {
  tool: "Bash",
  trigger: "npm test",
  problem: "It watches for ever.",
  solution: "Use --run.",
  priority: 5,
  confidence: 0.5,
  occurrenceCount: 2,
  sessionCount: 2,
  projectCount: 1,
};

const manifestEntry = {
  slug: "pytest-k9m2",
  priority: 8,
  toolNames: ["Bash"],
  commandRegexSources: [{ source: "\\bpytest\\b", flags: "i" }],
  pathRegexSources: [{ source: ".*\\.py", flags: "" }],
  injection: "## Lesson: pytest\nSet TERM.",
  summary: "pytest waits for a terminal",
};

const node = {
  id: "process_1",
  type: "Concept",
  label: "A release",
  description: "What a release needs.",
  confidence: 1,
  evidence: "It was forgotten",
  created_at: "2025-10-17T12:14:08.181048",
  status: "draft",
  priority: "HIGH",
  trigger_conditions: {
    tool_names: ["Edit"],
    file_patterns: ["**/a.json"],
    action_keywords: ["x"],
  },
  superseded_by: "process_2",
};

const nodes = [
  { ...node, process_type: "checklist", checklist: { items: ["a", { item: "b", file: "f" }] } },
  { ...node, process_type: "pattern", pattern: { when: "a", do: "b" } },
  {
    ...node,
    process_type: "warning",
    warning: { condition: "a", consequence: "b", prevention: "c" },
  },
  { ...node, process_type: "requirement", requirement: { must: "a" } },
];

const observation = {
  id: "obs_1",
  evidence: ["one", "two"],
  confidence: 0.66,
  observations: 2,
  first_seen: "2026-04-01T09:00:00Z",
  last_seen: "2026-04-03T09:00:00Z",
  status: "created",
};

const observations = [
  { ...observation, type: "decision", pattern: "Use values", details: "context: a; decision: b" },
  { ...observation, type: "pitfall", pattern: "Amending", details: "issue: a; resolution: b" },
  { ...observation, type: "workflow", pattern: "Release", details: "1. a\n2. b" },
  { ...observation, type: "procedural", pattern: "Debug", details: "a → b" },
];

/** A list stands for a log: each of its values is a line. */
const documents: readonly object[] = [
  { type: "lessons-learned-store", lessons: [lesson, { ...lesson, needsReview: true }] },
  { candidates: [candidate, lesson] },
  { type: "lessons-learned-manifest", lessons: { "01JQ0000000000000000000002": manifestEntry } },
  { nodes, links: [] },
  { graph: { nodes, edges: [] } },
  observations,
];

function readAll(value: unknown): readonly (ForeignReading | undefined)[] {
  const log = Array.isArray(value) ? value.map(toJson).join("\n") : toJson(value);
  return [
    readLessonsLearned(value, "file", noon),
    readTriads(value, "file", noon),
    readDevflowLog(log, "file", noon),
  ];
}

/** What is wrong with a reading, whatever it was read from. */
function faultsOf(reading: ForeignReading | undefined): readonly string[] {
  if (reading === undefined) return [];
  const { found, entries, problems } = reading;
  const places = [...entries, ...problems].map(({ place }) => place);
  const texts = [
    ...problems.map(({ problem }) => problem),
    ...entries.flatMap(({ remarks }) => remarks),
  ];
  const drafts = entries.map(({ draft }) => draft);
  const evidence = entries.flatMap((entry) => entry.evidence);
  const faults: Readonly<Record<string, boolean>> = {
    "found is not what there is": found !== entries.length + problems.length,
    "a place is not in the file": places.some((place) => !place.startsWith("file:")),
    "a remark says nothing": texts.some((text) => text.trim() === ""),
    "a draft is not marked as imported": drafts.some(({ source }) => source !== "imported"),
    "a draft would hold calls": drafts.some(({ delivery }) => delivery !== "advise"),
    "a summary is not a line": drafts.some(({ summary }) => !/^\S(?:.*\S)?$/u.test(summary)),
    "a summary is too long": drafts.some(
      ({ summary }) => Array.from(summary).length > longestSummary,
    ),
    "evidence breaks the schema": evidence.some((item) => !evidenceSchema.safeParse(item).success),
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const inside = [...keys].flatMap((key) => pathsOf(Reflect.get(value, key), [...path, key]));
  return [path, ...inside];
}

function replaceAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? replaceAt(item, rest, replacement) : item));
  }
  if (typeof value !== "object" || value === null) return value;
  return { ...value, [key]: replaceAt(Reflect.get(value, key), rest, replacement) };
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

import { expect, test } from "vitest";
import { lessonDraftSchema } from "../../lesson/schema.ts";
import { readTriads } from "./triads.ts";

const noon = "2026-05-01T12:00:00.000Z";

const checklist = {
  id: "process_release_files_2025-10-17",
  type: "Concept",
  label: "Files of a release",
  description: "Every file that names the version.",
  confidence: 1,
  evidence: "One file was forgotten in the first alpha",
  created_by: "somebody",
  created_at: "2025-10-17T12:14:08.181048",
  process_type: "checklist",
  priority: "CRITICAL",
  trigger_conditions: {
    tool_names: ["Write", "Edit"],
    file_patterns: ["**/plugin.json"],
    action_keywords: ["version bump"],
    context_keywords: ["release"],
    triad_names: ["deployment"],
  },
  checklist: {
    title: "Before a release",
    items: ["plugin.json (version)", { item: "Changelog", required: true, file: "CHANGELOG.md" }],
    format: "numbered",
  },
};

test("a process node comes in with its triggers, its level and what it was learned from", () => {
  const other = { id: "e1", type: "Entity", label: "No lesson" };
  const graph = { directed: true, nodes: [other, checklist], links: [] };

  expect(readTriads(graph, "deployment_graph.json", noon)).toEqual({
    system: "triads",
    found: 1,
    entries: [
      {
        place: "deployment_graph.json: nodes[1] (process_release_files_2025-10-17)",
        reference: "process_release_files_2025-10-17",
        draft: {
          kind: "checklist",
          summary: "Files of a release",
          body: {
            title: "Before a release",
            items: ["plugin.json (version)", "Changelog (CHANGELOG.md)"],
            format: "numbered",
          },
          status: "active",
          priority: 9,
          confidence: 1,
          triggers: {
            toolNames: ["Write", "Edit"],
            pathPatterns: ["**/plugin.json"],
            actionKeywords: ["version bump"],
            contextKeywords: ["release"],
            workflowNames: ["deployment"],
          },
          delivery: "advise",
          source: "imported",
          createdAt: "2025-10-17T12:14:08.181Z",
        },
        evidence: [
          {
            is: "tally",
            agent: "claude-code",
            occurrences: 1,
            sessions: 1,
            projects: 1,
            seenAt: "2025-10-17T12:14:08.181Z",
            quote:
              "Every file that names the version.\n\nOne file was forgotten in the first alpha",
          },
        ],
        remarks: [],
      },
    ],
    problems: [],
    isReplaced: false,
  });
});

test("each type is read by the names of the design and by the other names that graphs have", () => {
  const body = (process_type: string, content: unknown) => {
    const { draft } = only({
      ...checklist,
      process_type,
      checklist: undefined,
      [process_type]: content,
    });
    return [draft.kind, draft.body];
  };

  expect(body("checklist", ["Tag", { item: "Announce", required: false }])).toEqual([
    "checklist",
    { title: "Files of a release", items: ["Tag", "Announce (optional)"], format: "checkbox" },
  ]);
  const pattern = { situation: "Before a push", action: "Run the tests", rationale: "CI is slow" };
  expect(body("pattern", { ...pattern, example: "npm test" })).toEqual([
    "pattern",
    { ...pattern, example: "npm test" },
  ]);
  expect(body("pattern", JSON.parse('{"when": "Before a push", "then": "Run the tests"}'))).toEqual(
    [
      "pattern",
      { situation: "Before a push", action: "Run the tests", rationale: checklist.description },
    ],
  );
  const warning = {
    risk: "Old version",
    severity: "low",
    detection: "Look",
    mitigation: "Use a list",
  };
  expect(body("warning", warning)).toEqual(["warning", warning]);
  expect(
    body("warning", { condition: "A bump", consequence: "Old version", prevention: "Use a list" }),
  ).toEqual([
    "warning",
    { risk: "A bump: Old version", severity: "critical", mitigation: "Use a list" },
  ]);
  const requirement = { constraint: "One version", rationale: "No mix", validation: "grep" };
  expect(body("requirement", requirement)).toEqual(["requirement", requirement]);
  expect(body("requirement", { must: "One version" })).toEqual([
    "requirement",
    { constraint: "One version", rationale: checklist.description },
  ]);
  expect(body("requirement", "One version")).toEqual([
    "requirement",
    { constraint: "One version", rationale: checklist.description },
  ]);
});

test("the state is kept; no state means active, and what was not validated waits for a person", () => {
  expect(statusWith({})).toEqual(["active", undefined]);
  expect(statusWith({ status: "active" })).toEqual(["active", undefined]);
  expect(statusWith({ status: "draft" })).toEqual(["candidate", undefined]);
  expect(statusWith({ status: "archived" })).toEqual(["archived", "archived in Triads"]);
  expect(statusWith({ status: "deprecated" })).toEqual(["archived", "deprecated in Triads"]);
  expect(statusWith({ deprecated: true, deprecated_reason: "a better one" })).toEqual([
    "archived",
    "deprecated in Triads: a better one",
  ]);
  expect(statusWith({ needs_validation: true })).toEqual(["reviewed", undefined]);
  expect(statusWith({ status: "soon" })).toEqual(["candidate", undefined]);
  expect(statusWith({ status: 5 })).toEqual(["candidate", undefined]);
});

test("validity is kept as it is written, and a successor by the name that the graph has for it", () => {
  const node = { ...checklist, valid_from: "v0.7.0", valid_until: "2026-01-01" };
  const { draft, successor } = only({ ...node, superseded_by: "process_new_2025-11-01" });
  expect(draft).toMatchObject({ validFrom: "v0.7.0", validUntil: "2026-01-01" });
  expect([draft.supersededBy, successor]).toEqual([undefined, "process_new_2025-11-01"]);
});

test("fnmatch globs are translated: *.py matches below", () => {
  const { draft } = only({
    ...checklist,
    trigger_conditions: { file_patterns: ["*.py", "**/plugin.json"] },
  });
  expect(draft.triggers?.pathPatterns).toEqual(["**/*.py", "**/plugin.json"]);
});

test("what is missing gets a value, and what has no place is named", () => {
  const { confidence: _, ...node } = checklist;
  const { draft, remarks } = only({
    ...node,
    priority: "urgent",
    created_at: "last week",
    success_count: 3,
    trigger_conditions: { tool_names: ["*"], exit_codes: [1] },
  });

  expect(draft).toMatchObject({ priority: 5, confidence: 0.85, triggers: {}, createdAt: noon });
  expect(remarks).toEqual([
    'Its priority "urgent" cannot be read, so it gets 5 (MEDIUM).',
    'Its created_at "last week" is not a date; it gets today\'s date.',
    "It has no confidence, so it gets 0.85.",
    'Not imported: "exit_codes".',
    'Not imported: "success_count".',
  ]);
});

test("a node that says too little is a problem, and the others go in", () => {
  const nodes = [
    { ...checklist, id: "a", checklist: { items: [] } },
    { type: "Concept", process_type: "checklist" },
    { ...checklist, id: "c", process_type: "anti-pattern" },
    { ...checklist, id: "d", process_type: "warning", warning: { risk: "It breaks" } },
    checklist,
  ];
  const reading = readTriads({ graph: { nodes, edges: [] } }, "g.json", noon);

  expect(reading?.found).toBe(5);
  expect(reading?.entries.map(({ place }) => place)).toEqual([
    "g.json: nodes[4] (process_release_files_2025-10-17)",
  ]);
  expect(reading?.problems).toEqual([
    { place: "g.json: nodes[0] (a)", problem: "its checklist has no items" },
    { place: "g.json: nodes[1]", problem: "its checklist has no items" },
    {
      place: "g.json: nodes[2] (c)",
      problem: 'its process_type "anti-pattern" is unknown',
    },
    { place: "g.json: nodes[3] (d)", problem: "its warning does not say how to avoid the risk" },
  ]);
});

test("a label that is too long is cut, and the whole of it opens the text", () => {
  const label = `Check ${"every single file ".repeat(5)}before a release`;
  const { draft, remarks } = only({ ...checklist, label });

  expect(draft.summary).toBe(
    "Check every single file every single file every single file every single file…",
  );
  expect(draft.body).toMatchObject({ title: `${label}\n\nBefore a release` });
  expect(remarks).toEqual([
    "Its summary is too long and was cut; the text starts with the full summary.",
  ]);
});

test("a file that is no graph is not read", () => {
  for (const other of [
    null,
    [],
    {},
    { nodes: 3 },
    { nodes: [{ id: 1 }] },
    { graph: { nodes: [] } },
  ]) {
    expect(readTriads(other, "g.json", noon)).toBeUndefined();
  }
  expect(readTriads({ nodes: [], links: [] }, "g.json", noon)?.found).toBe(0);
});

test("what is read from a well-formed graph passes the schema for drafts", () => {
  const { draft } = only(checklist);
  expect(lessonDraftSchema.parse(draft)).toEqual(draft);
});

function statusWith(fields: object) {
  const { draft } = only({ ...checklist, ...fields });
  return [draft.status, draft.archiveReason];
}

function only(node: unknown) {
  const [entry] = readTriads({ nodes: [node], links: [] }, "g.json", noon)?.entries ?? [];
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

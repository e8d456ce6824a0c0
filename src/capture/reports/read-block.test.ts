import { expect, test } from "vitest";
import { findReports } from "./find-reports.ts";

/** One checklist, as ADR-004 writes it. */
const yaml = `type: checklist
priority: CRITICAL
label: Files of a release
trigger_conditions:
  tool_names: [Write, Edit]
  file_patterns: ["**/plugin.json", "**/*version*"]
  action_keywords: [release]
  context_keywords: [deployment]
  triad_names: [shipping]
checklist:
  title: Before a release
  items:
    - package.json
    - "CHANGELOG.md: the new version"
tags: [tool:npm, nonsense]
scope: project`;

const draft = {
  kind: "checklist",
  body: {
    title: "Before a release",
    items: ["package.json", "CHANGELOG.md: the new version"],
    format: "checkbox",
  },
  summary: "Files of a release",
  flags: [],
  tags: ["tool:npm"],
  scope: "project",
  priority: 9,
  triggers: {
    toolNames: ["Write", "Edit"],
    pathPatterns: ["**/plugin.json", "**/*version*"],
    actionKeywords: ["release"],
    contextKeywords: ["deployment"],
    workflowNames: ["shipping"],
  },
};

const block = (content: string): string => `[PROCESS_KNOWLEDGE]\n${content}\n[/PROCESS_KNOWLEDGE]`;
const indented = (text: string, by: string): string => text.replaceAll(/^/gmu, by);

test.each([
  ["as it is documented", block(yaml)],
  ["with carriage returns", block(yaml).replaceAll("\n", "\r\n")],
  ["in a fence", `\`\`\`yaml\n${block(yaml)}\n\`\`\``],
  ["with the fence inside", block(`\`\`\`yaml\n${yaml}\n\`\`\``)],
  ["with the fence closed too early", `\`\`\`\n${block(`${yaml}\n\`\`\``)}`],
  ["in a quotation", indented(block(yaml), "> ")],
  ["in a quotation without spaces", indented(block(yaml), ">")],
  ["in a list item", `- ${indented(block(yaml), "  ").trim()}`],
  ["with the marks in bold", block(yaml).replaceAll(/\[.?PROCESS_KNOWLEDGE\]/gu, "**$&**")],
  [
    "with the marks in small letters",
    block(yaml).replaceAll("PROCESS_KNOWLEDGE", "process_knowledge"),
  ],
  ["with a line of its own for nothing", block(`---\n${yaml}\n`)],
  ["with the type behind the mark", block(yaml).replace("\n", " ")],
  [
    "with names in camel case",
    block(yaml).replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
  ],
  ["with names in capitals", block(yaml).replaceAll(/^[ a-z_]+:/gmu, (name) => name.toUpperCase())],
  ["with Triads' name of the type", block(yaml.replace("type:", "process_type:"))],
  ["with our name of the kind", block(yaml.replace("type: checklist", "kind: Checklist"))],
  [
    "with our names of the triggers",
    block(
      yaml
        .replace("trigger_conditions", "triggers")
        .replace("file_patterns", "pathPatterns")
        .replace("triad_names", "workflowNames"),
    ),
  ],
  [
    "with fields that nobody knows",
    block(`${yaml}\ncolour: blue\ncommandPatterns: [".*"]\nmood: 0.2`),
  ],
  ["with the level as a number", block(yaml.replace("CRITICAL", "9"))],
  [
    "with a list entry that YAML takes for a map",
    block(
      yaml
        .replaceAll('"', "")
        .replace("[**/plugin.json, **/*version*]", '["**/plugin.json", "**/*version*"]'),
    ),
  ],
  [
    "with flat content",
    block(yaml.replace("checklist:\n", "").replace("  title", "title").replace("  items", "items")),
  ],
  ["as JSON", block(JSON.stringify(asJson(), undefined, 2))],
  ["as JSON on one line", block(JSON.stringify(asJson())).replaceAll("\n", " ")],
])("a block is read %s", (_, text) => {
  expect(readings(text)).toEqual([{ is: "lesson", from: "block", isFull: true, draft, quote: "" }]);
});

test.each([
  ["pattern", "situation: a\naction: b", { situation: "a", action: "b" }],
  [
    "pattern",
    "when: a\nthen: b\nwhy: c\nexample: d",
    { situation: "a", action: "b", rationale: "c", example: "d" },
  ],
  [
    "pattern",
    "situation: a\naction: b\ndescription: c",
    { situation: "a", action: "b", rationale: "c" },
  ],
  [
    "warning",
    "risk: a\nseverity: b\ndetection: c\nmitigation: d",
    { risk: "a", severity: "b", detection: "c", mitigation: "d" },
  ],
  [
    "requirement",
    "constraint: a\nrationale: b\nvalidation: c",
    { constraint: "a", rationale: "b", validation: "c" },
  ],
  [
    "checklist",
    "title: a\nitems: [b]\nformat: Numbered",
    { title: "a", items: ["b"], format: "numbered" },
  ],
  [
    "pitfall",
    "mistake: a\nremediation: b\narea: c\nimpact: d",
    { mistake: "a", remediation: "b", area: "c", impact: "d" },
  ],
  ["pitfall", "problem: a\nsolution: b", { mistake: "a", remediation: "b" }],
  [
    "decision",
    "context: a\ndecision: b\nconsequences: c",
    { context: "a", decision: "b", consequences: "c" },
  ],
  [
    "workflow",
    "description: a\nwhen_to_use: b\nsteps: [c, d]",
    { description: "a", whenToUse: "b", steps: ["c", "d"] },
  ],
  [
    "procedure",
    "description: a\nwhenToUse: b\nironLaw: c\nsteps: |\n  1. d\n  2. e",
    { description: "a", whenToUse: "b", ironLaw: "c", steps: ["d", "e"] },
  ],
])("a %s has its own fields, flat or under its name", (kind, fields, body) => {
  const head = `type: ${kind.toUpperCase()}\npriority: low\nlabel: x\n`;
  const expected = { kind, body, summary: "x", flags: [], tags: [], triggers: {}, priority: 2 };
  const lesson = { is: "lesson", from: "block", isFull: true, draft: expected, quote: "" };
  expect(readings(block(head + fields))).toEqual([lesson]);
  const isFlatOnly = fields.includes("description: c");
  const nested = `${kind}:\n${indented(fields, "  ")}`;
  if (!isFlatOnly) expect(readings(block(head + nested))).toEqual([lesson]);
});

test("what is missing gets a default, and the block is not full", () => {
  expect(readings(block("label: After a rebase\ndescription: Push with lease"))).toEqual([
    lessonOf({
      kind: "pattern",
      body: { situation: "After a rebase", action: "Push with lease" },
      summary: "After a rebase",
    }),
  ]);
  expect(readings(block("label: Release\nchecklist: [one, two]"))).toEqual([
    lessonOf({
      kind: "checklist",
      body: { title: "Release", items: ["one", "two"], format: "checkbox" },
      summary: "Release",
    }),
  ]);
  expect(readings(block("type: warning\nrisk: a\nmitigation: b"))).toEqual([
    lessonOf({
      kind: "warning",
      body: { risk: "a", severity: "medium", mitigation: "b" },
      summary: "a",
    }),
  ]);
  expect(readings(block("type: pitfall\nmistake: a"))).toEqual([
    {
      ...lessonOf({
        kind: "pitfall",
        body: { mistake: "a", remediation: "Not known yet." },
        summary: "a",
        flags: ["needsHumanFix"],
      }),
    },
  ]);
});

test("scalars stay the text that they are, and nothing is nothing", () => {
  const [report] = readings(
    block(`type: checklist
title: 2024-01-01
items: [1.10, no, 0x1F, ~, null, '', true, !!js/function "x", !other y]`),
  );
  expect(report).toMatchObject({
    draft: { body: { title: "2024-01-01", items: ["1.10", "no", "0x1F", "true", "x", "y"] } },
  });
});

test("an entry of a checklist may be an object, and may be optional", () => {
  const [report] = readings(
    block(`type: checklist
title: Release
items:
  - item: Changelog
    file: CHANGELOG.md
  - item: Announcement
    required: false
  - run the tests:
  - version: in package.json`),
  );
  expect(report).toMatchObject({
    draft: {
      body: {
        items: [
          "Changelog (CHANGELOG.md)",
          "Announcement (optional)",
          "run the tests",
          "version: in package.json",
        ],
      },
    },
  });
});

test("a keyword that is longer than a line is left out", () => {
  const [report] = readings(
    block(`type: requirement\nconstraint: a\naction_keywords: [${"x".repeat(501)}, release]`),
  );
  expect(report).toMatchObject({ draft: { triggers: { actionKeywords: ["release"] } } });
});

const seeding = "type: pattern\nlabel: Seed\nsituation: before tests\naction: make seed";

test.each([
  ["in a list", "file_patterns:\n  - **/*.ts\n  - *.md", ["**/*.ts", "*.md"]],
  [
    "in brackets",
    "file_patterns: [**/*.ts, 'a,b', src/*.{ts,tsx}]",
    ["**/*.ts", "a,b", "src/*.{ts,tsx}"],
  ],
  ["alone", "file_patterns: **/*.ts  # all of them", ["**/*.ts"]],
  [
    "that begin with a choice",
    "file_patterns:\n- {a,b}/*.ts\n- [ab]*.ts",
    ["{a,b}/*.ts", "[ab]*.ts"],
  ],
  ["below a tab", 'file_patterns:\n\t- "*.ts"', ["*.ts"]],
])("globs without quotes %s are read", (_, lines, pathPatterns) => {
  const [report] = readings(block(`${seeding}\n${lines}`));
  expect(report).toMatchObject({ is: "lesson", draft: { triggers: { pathPatterns } } });
});

test.each([
  "Deploy: seed first",
  "don't: it's slow",
  "`make` first",
  "@scope/name needs a login",
  '"make" comes first',
  "| hides the status",
  "*all* of them",
])("the label %s needs no quotes", (label) => {
  const [report] = readings(block(seeding.replace("Seed", label)));
  expect(report).toMatchObject({ is: "lesson", draft: { summary: label } });
});

test("what is below a tab belongs to the line above, and a text of several lines is left alone", () => {
  const [report] = readings(
    block(
      "type: pattern\nlabel: a: b\npattern:\n\tsituation: tests\n\taction: |\n\t\trun: *x\n\t\tthen: y",
    ),
  );
  expect(report).toMatchObject({
    is: "lesson",
    draft: { summary: "a: b", body: { situation: "tests", action: "run: *x\nthen: y" } },
  });
});

test("what the agent ran is passed on as text, and expressions are not taken from it", () => {
  const [one, two] = readings(
    `${block("type: requirement\nconstraint: a\ntrigger: npm publish\ntool: Bash")}
${block("type: requirement\nconstraint: a\ntriggers:\n  command: npm publish\n  commandPatterns: ['.*']\n  contentPatterns: ['.*']\n  injectOn: [SessionStart, Never]\n  pathPatterns: [\"a\\u200Bb\", src/**]")}`,
  );
  expect(one).toMatchObject({
    draft: { triggers: { toolNames: ["Bash"] }, triggerText: "npm publish" },
  });
  expect(two).toMatchObject({
    draft: {
      triggers: { injectOn: ["SessionStart"], pathPatterns: ["src/**"] },
      triggerText: "npm publish",
    },
  });
});

test.each([
  [
    "has no end",
    "[PROCESS_KNOWLEDGE]\ntype: pattern",
    1,
    "it has no [/PROCESS_KNOWLEDGE]",
    "malformed",
  ],
  ["is empty", block("\n"), 1, "it is empty", "incomplete"],
  ["is no list of fields", block("- a\n- b"), 1, "it has no fields", "malformed"],
  [
    "is of no kind",
    block("type: anti-pattern\naction: a"),
    1,
    'its type "anti-pattern" is unknown',
    "malformed",
  ],
  [
    "says too little",
    block("type: pattern\naction: a"),
    1,
    "its pattern does not say when it applies",
    "incomplete",
  ],
  [
    "is filled in by half",
    block("type: pattern\nsituation: <when>\naction: a"),
    1,
    "its pattern does not say when it applies",
    "incomplete",
  ],
  [
    "has no steps",
    block("type: workflow\ndescription: a\nwhen: b"),
    1,
    "its workflow has no steps",
    "incomplete",
  ],
  [
    "has a key twice",
    `Well.\n${block("type: pattern\nlabel: a\nlabel: b")}`,
    5,
    "its YAML cannot be read: Map keys must be unique",
    "malformed",
  ],
  [
    "has a slip and a mistake",
    block('pattern:\n\taction: a\nlabel: "b'),
    3,
    "its YAML cannot be read: Tabs are not allowed as indentation",
    "malformed",
  ],
  [
    "has a colon in a text of two lines",
    block("type: pattern\nlabel: a\n  b: c"),
    3,
    "its YAML cannot be read: Nested mappings are not allowed in compact mappings",
    "malformed",
  ],
  [
    "has a key that is no text",
    block("? [a]\n: b"),
    2,
    "its YAML cannot be read: With stringKeys, all keys must be strings",
    "malformed",
  ],
  [
    "is two documents",
    block("a: b\n---\nc: d"),
    3,
    "its YAML cannot be read: Source contains multiple documents; please use YAML.parseAllDocuments()",
    "malformed",
  ],
  [
    "has an alias of nothing",
    block("a: *b"),
    1,
    "its YAML cannot be read: Unresolved alias (the anchor must be set before the alias): b",
    "malformed",
  ],
  [
    "multiplies",
    block(`a: &a [x, x]\nb: [${"*a, ".repeat(101)}]`),
    3,
    "its YAML cannot be read: More than 100 aliases",
    "malformed",
  ],
  [
    "is too long",
    block(`label: ${"a".repeat(70_000)}`),
    1,
    "it is longer than 65536 characters",
    "malformed",
  ],
  [
    "has too many entries",
    block(`type: checklist\ntitle: a\nitems:\n${"- b\n".repeat(101)}`),
    1,
    "its items has more than 100 entries",
    "malformed",
  ],
])("a block that %s is reported with its line", (_, text, lineInText, problem, flaw) => {
  expect(findReports(text)).toEqual([
    { is: "problem", from: "block", class: flaw, problem, lineInText },
  ]);
});

test("nested aliases and deep nesting end in a problem, soon", () => {
  const levels = Array.from({ length: 20 }, (_, n) => `b${n}: &b${n} [*b${n - 1}, *b${n - 1}]`);
  const bomb = ["b-1: &b-1 [x, x]", ...levels].join("\n");
  for (const text of [bomb, "[".repeat(60_000), "- ".repeat(30_000), "{a: ".repeat(15_000)]) {
    expect(findReports(block(text))).toMatchObject([{ is: "problem", from: "block" }]);
  }
});

function lessonOf(said: { readonly [name: string]: unknown }) {
  const plain = { flags: [], tags: [], triggers: {} };
  return { is: "lesson", from: "block", isFull: false, draft: { ...plain, ...said }, quote: "" };
}

function asJson() {
  const { workflowNames, ...triggers } = draft.triggers;
  return {
    type: "checklist",
    priority: "CRITICAL",
    label: draft.summary,
    triggers: { ...triggers, triad_names: workflowNames },
    checklist: draft.body,
    tags: "tool:npm",
    scope: "project",
  };
}

function readings(text: string) {
  return findReports(text).map((report) =>
    report.is === "lesson" ? { ...report, quote: "" } : report,
  );
}

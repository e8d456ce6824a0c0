import { expect, test } from "vitest";
import { lessonDraftSchema } from "../../lesson/schema.ts";
import { readDevflowLog } from "./devflow.ts";

const noon = "2026-05-01T12:00:00.000Z";

const pitfall = {
  id: "obs_pf01",
  type: "pitfall",
  pattern: "Do not amend pushed commits",
  details:
    "area: git; issue: amending what was pushed; impact: others must reset; resolution: add a commit",
  evidence: ["I will amend it", "no, make a new commit"],
  confidence: 0.95,
  observations: 3,
  first_seen: "2026-04-01T09:00:00Z",
  last_seen: "2026-04-03T09:00:00Z",
  status: "created",
  quality_ok: true,
};

test("an observation comes in with its parts, its counts and what was said", () => {
  expect(readDevflowLog(`${JSON.stringify(pitfall)}\n`, "learning-log.jsonl", noon)).toEqual({
    system: "devflow",
    found: 1,
    entries: [
      {
        place: "learning-log.jsonl:1",
        reference: "obs_pf01",
        draft: {
          kind: "pitfall",
          summary: "Do not amend pushed commits",
          body: {
            mistake: "amending what was pushed",
            remediation: "add a commit",
            area: "git",
            impact: "others must reset",
          },
          status: "active",
          priority: 7,
          confidence: 0.95,
          delivery: "advise",
          source: "imported",
          createdAt: "2026-04-01T09:00:00.000Z",
        },
        evidence: [
          {
            is: "tally",
            agent: "claude-code",
            occurrences: 3,
            sessions: 1,
            projects: 1,
            firstSeenAt: "2026-04-01T09:00:00.000Z",
            seenAt: "2026-04-03T09:00:00.000Z",
            quote: "I will amend it\n\nno, make a new commit",
          },
        ],
        remarks: [],
      },
    ],
    problems: [],
    isReplaced: false,
  });
});

test("a pitfall without parts has its title as the mistake and its details as the fix", () => {
  const bodies = [
    "Add a commit instead.",
    "Seen twice\nIssue: amending\nFix: add a commit",
    "issue: amending",
  ].map((details) => only({ ...pitfall, details }).draft.body);

  expect(bodies).toEqual([
    { mistake: "Do not amend pushed commits", remediation: "Add a commit instead." },
    { mistake: "Seen twice\n\namending", remediation: "add a commit" },
    { mistake: "amending", remediation: "Do not amend pushed commits" },
  ]);
});

test("a decision has its title as the decision unless its details name one", () => {
  const decision = { ...pitfall, type: "decision", pattern: "Errors are values" };
  const told = (details: string) => {
    const { draft } = only({ ...decision, details });
    return [draft.kind, draft.priority, draft.body];
  };

  expect(told("Exceptions got lost twice.")).toEqual([
    "decision",
    5,
    { context: "Exceptions got lost twice.", decision: "Errors are values" },
  ]);
  expect(
    told("context: they got lost; decision: return them; use one type; rationale: they show"),
  ).toEqual([
    "decision",
    5,
    { context: "they got lost", decision: "return them; use one type", consequences: "they show" },
  ]);
});

test("workflows and procedures have steps, however they are marked", () => {
  const sequence = { ...pitfall, type: "procedural", pattern: "Debug a hook" };
  const body = (details: string) => only({ ...sequence, details }).draft.body;
  const debug = { description: "Debug a hook", whenToUse: "Debug a hook" };

  expect(body("1. Look at the lock\n2. Read the log\n   to its end")).toEqual({
    ...debug,
    steps: ["Look at the lock", "Read the log\nto its end"],
  });
  expect(body("When a hook is silent: 1. Look at the lock. 2. Read the log.")).toEqual({
    description: "Debug a hook",
    whenToUse: "When a hook is silent",
    steps: ["Look at the lock.", "Read the log."],
  });
  expect(body("look → read → fix")).toEqual({ ...debug, steps: ["look", "read", "fix"] });
  expect(body("Just read the log.")).toEqual({ ...debug, steps: ["Just read the log."] });
  expect(body("when to use: it is silent; iron law: log first; steps: - look\n- read")).toEqual({
    description: "Debug a hook",
    whenToUse: "it is silent",
    ironLaw: "log first",
    steps: ["look", "read"],
  });
  const workflow = only({ ...sequence, type: "workflow", details: "tag → push" }).draft;
  expect([workflow.kind, workflow.body]).toEqual([
    "workflow",
    { ...debug, steps: ["tag", "push"] },
  ]);
});

test("the state is kept under our names", () => {
  expect(statusWith({ status: "observing" })).toEqual(["candidate", undefined]);
  expect(statusWith({ status: "ready" })).toEqual(["reviewed", undefined]);
  expect(statusWith({ status: "created" })).toEqual(["active", undefined]);
  expect(statusWith({ status: "deprecated" })).toEqual(["archived", "deprecated in Devflow"]);
  expect(statusWith({ decisions_status: "Superseded" })).toEqual([
    "archived",
    "superseded in Devflow",
  ]);
  expect(statusWith({ status: undefined })).toEqual(["candidate", undefined]);
});

test("what Devflow marked is passed on", () => {
  const { remarks } = only({
    ...pitfall,
    confidence: undefined,
    artifact_path: ".memory/knowledge/pitfalls.md#PF-004",
    quality_ok: false,
    mayBeStale: true,
    staleReason: "code-ref-missing",
    anchor_id: "PF-004",
  });

  expect(remarks).toEqual([
    "It has no confidence, so it gets 0.5.",
    'Devflow wrote it to ".memory/knowledge/pitfalls.md#PF-004"; that file is unchanged.',
    "Devflow rated it not good enough to promote.",
    'Devflow had marked it as possibly out of date: "code-ref-missing".',
    'Not imported: "anchor_id".',
  ]);
});

test("a torn last line and lines of something else are problems, and the rest goes in", () => {
  const lines = [
    "\uFEFF" + JSON.stringify(pitfall),
    "",
    JSON.stringify({ ...pitfall, type: "hunch" }),
    JSON.stringify({ ...pitfall, details: "" }),
    JSON.stringify({ ...pitfall, pattern: null }),
    "[1]\r",
    JSON.stringify({ ...pitfall, id: "obs_2", details: "one\u2028line" }) + "\r",
    JSON.stringify(pitfall).slice(0, 40),
  ];
  const reading = readDevflowLog(lines.join("\n"), "log.jsonl", noon);

  expect(reading?.found).toBe(7);
  expect(reading?.entries.map(({ place }) => place)).toEqual(["log.jsonl:1", "log.jsonl:7"]);
  expect(reading?.problems).toEqual([
    { place: "log.jsonl:3", problem: 'its type "hunch" is not one of Devflow\'s' },
    { place: "log.jsonl:4", problem: "it has no details" },
    { place: "log.jsonl:5", problem: "it has no pattern" },
    { place: "log.jsonl:6", problem: "it is not a complete JSON object" },
    { place: "log.jsonl:8", problem: "it is not a complete JSON object" },
  ]);
});

test("a text without a single observation is not a log of Devflow", () => {
  for (const other of [
    "",
    "\n\n",
    "{}",
    "[]",
    '{"type":"user","message":"hello"}\n{"id":"x"}',
    "# notes",
  ]) {
    expect(readDevflowLog(other, "log.jsonl", noon)).toBeUndefined();
  }
});

test("what is read from a well-formed log passes the schema for drafts", () => {
  const { draft } = only(pitfall);
  expect(lessonDraftSchema.parse(draft)).toEqual(draft);
});

function statusWith(fields: object) {
  const { draft } = only({ ...pitfall, ...fields });
  return [draft.status, draft.archiveReason];
}

function only(observation: unknown) {
  const [entry] = readDevflowLog(JSON.stringify(observation), "log.jsonl", noon)?.entries ?? [];
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

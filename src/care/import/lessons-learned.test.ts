import { expect, test } from "vitest";
import { countEvidence } from "../../lesson/record/history.ts";
import { lessonDraftSchema } from "../../lesson/schema.ts";
import { readLessonsLearned } from "./lessons-learned.ts";

const noon = "2026-05-01T12:00:00.000Z";

const stash = {
  id: "01JQ0000000000000000000001",
  slug: "git-stash-leaves-new-files-x7k2",
  summary: "git stash leaves new files behind",
  mistake: "git stash takes only the files that git already tracks.",
  remediation: "Use git stash -u.",
  injection: "## Lesson: git stash leaves new files behind\nUse git stash -u.",
  triggers: {
    toolNames: ["Bash"],
    commandPatterns: ["\\bgit\\s+stash\\b(?!.*-u)"],
    pathPatterns: [],
    contentPatterns: [],
  },
  priority: 8,
  confidence: 0.95,
  needsReview: false,
  tags: ["tool:git", "severity:data-loss"],
  sourceSessionIds: ["abc-123"],
  occurrenceCount: 5,
  createdAt: "2026-03-28T14:00:00Z",
  updatedAt: "2026-03-29T14:00:00Z",
  contentHash: "sha256:1234",
};

test("a lesson of the store comes in whole, active, and with its counts", () => {
  const store = { type: "lessons-learned-store", version: 1, lessons: [stash] };

  expect(readLessonsLearned(store, "lessons.json", noon)).toEqual({
    system: "lessons-learned",
    found: 1,
    entries: [
      {
        place: "lessons.json: lessons[0]",
        reference: "01JQ0000000000000000000001",
        draft: {
          kind: "pitfall",
          summary: "git stash leaves new files behind",
          body: {
            mistake: "git stash takes only the files that git already tracks.",
            remediation: "Use git stash -u.",
          },
          id: "01JQ0000000000000000000001",
          slug: "git-stash-leaves-new-files-x7k2",
          status: "active",
          priority: 8,
          confidence: 0.95,
          tags: ["severity:data-loss", "tool:git"],
          triggers: { toolNames: ["Bash"], commandPatterns: ["\\bgit\\s+stash\\b(?!.*-u)"] },
          delivery: "advise",
          source: "imported",
          flags: [],
          createdAt: "2026-03-28T14:00:00.000Z",
          updatedAt: "2026-03-29T14:00:00.000Z",
        },
        evidence: [
          {
            is: "sighting",
            agent: "claude-code",
            sessionId: "abc-123",
            seenAt: "2026-03-29T14:00:00.000Z",
          },
          {
            is: "tally",
            agent: "claude-code",
            occurrences: 4,
            sessions: 0,
            projects: 0,
            seenAt: "2026-03-29T14:00:00.000Z",
          },
        ],
        remarks: [],
      },
    ],
    problems: [],
    isReplaced: true,
  });
});

test("what was not confirmed does not come in as active", () => {
  const statusOf = (fields: object) => only({ lessons: [{ ...stash, ...fields }] }).draft.status;

  expect(statusOf({})).toBe("active");
  expect(statusOf({ needsReview: true })).toBe("reviewed");
  expect(statusOf({ needsReview: true, status: "active" })).toBe("reviewed");
  expect(statusOf({ status: "candidate" })).toBe("candidate");
  expect(statusOf({ status: "nearly there" })).toBe("reviewed");
  expect(statusOf({ status: 1 })).toBe("reviewed");
  expect(only({ candidates: [{ ...stash, status: "active" }] }).draft.status).toBe("candidate");
});

test("an archived or disabled lesson comes in archived, with its reason", () => {
  expect(archivedWith({ status: "archived", archiveReason: "too niche" })).toEqual({
    status: "archived",
    archiveReason: "too niche",
  });
  expect(archivedWith({ status: "disabled" })).toEqual({
    status: "archived",
    archiveReason: "disabled in lessons-learned",
  });
});

test("a candidate's command becomes a pattern, and the command itself is kept as a quote", () => {
  const candidate = {
    tool: "Bash",
    trigger: "cd app && TERM=xterm pytest -v tests/",
    problem: "pytest waits for a terminal.",
    fix: "Run it with TERM=dumb.",
    priority: 6,
    confidence: 0.6,
    tags: ["tool:pytest"],
    sourceSessionIds: ["s1", "s2"],
    occurrenceCount: 7,
    sessionCount: 4,
    projectCount: 2,
  };
  const entry = only({ candidates: [candidate] }, "filtered-candidates.json");

  expect(entry).toEqual({
    place: "filtered-candidates.json: candidates[0]",
    reference: "",
    draft: {
      kind: "pitfall",
      summary: "pytest waits for a terminal.",
      body: { mistake: "pytest waits for a terminal.", remediation: "Run it with TERM=dumb." },
      status: "candidate",
      priority: 6,
      confidence: 0.6,
      tags: ["tool:pytest"],
      triggers: { toolNames: ["Bash"], commandPatterns: ["^pytest\\b"] },
      delivery: "advise",
      source: "imported",
      flags: [],
    },
    evidence: [
      { is: "sighting", agent: "claude-code", sessionId: "s1", seenAt: noon },
      { is: "sighting", agent: "claude-code", sessionId: "s2", seenAt: noon },
      {
        is: "tally",
        agent: "claude-code",
        occurrences: 5,
        sessions: 2,
        projects: 2,
        seenAt: noon,
        quote: "Trigger: cd app && TERM=xterm pytest -v tests/",
      },
    ],
    remarks: [],
  });
  expect(countEvidence(entry.evidence)).toEqual({
    occurrenceCount: 7,
    sessionCount: 4,
    projectCount: 2,
  });
});

test("a candidate that knows no fix waits for one, and a lesson that knows none is a problem", () => {
  const halfKnown = { tool: "Bash", trigger: "make", mistake: "make ends at once." };

  const { draft, remarks } = only({ candidates: [halfKnown] });
  expect(draft.body).toEqual({ mistake: "make ends at once.", remediation: "Not known yet." });
  expect(draft.flags).toEqual(["needsHumanFix"]);
  expect(remarks[0]).toBe("It does not say what to do instead. Add that when you review it.");

  const reading = readLessonsLearned({ lessons: [halfKnown, stash] }, "lessons.json", noon);
  expect(reading?.problems).toEqual([
    {
      place: "lessons.json: lessons[0]",
      problem: "it does not say what to do instead (remediation, fix or solution)",
    },
  ]);
  expect(reading?.entries.map(({ reference }) => reference)).toEqual([stash.id]);
});

test("a manifest entry takes its text from what it injected, and says so", () => {
  const manifest = {
    type: "lessons-learned-manifest",
    lessons: {
      "01JQ0000000000000000000002": {
        slug: "pytest-needs-no-terminal-k9m2",
        priority: 8,
        toolNames: ["Bash"],
        commandRegexSources: [{ source: "\\bpytest\\b ", flags: "i" }],
        pathRegexSources: [{ source: ".*\\.py", flags: "i" }],
        tags: ["lang:python"],
        injection: "## Lesson: pytest and terminals\nPrepend TERM=dumb.",
        summary: "pytest waits for a terminal",
      },
    },
  };
  const reading = readLessonsLearned(manifest, "lesson-manifest.json", noon);

  expect(reading).toEqual({
    system: "lessons-learned",
    found: 1,
    entries: [
      {
        place: "lesson-manifest.json: lessons.01JQ0000000000000000000002",
        reference: "01JQ0000000000000000000002",
        draft: {
          kind: "pitfall",
          summary: "pytest waits for a terminal",
          body: { mistake: "pytest waits for a terminal", remediation: "Prepend TERM=dumb." },
          id: "01JQ0000000000000000000002",
          slug: "pytest-needs-no-terminal-k9m2",
          status: "active",
          priority: 8,
          confidence: 0.85,
          tags: ["lang:python"],
          // The space at its end is part of the pattern.
          triggers: { toolNames: ["Bash"], commandPatterns: ["\\bpytest\\b "] },
          delivery: "advise",
          source: "imported",
          flags: [],
        },
        evidence: [],
        remarks: [
          "It does not say what to do instead; its injected text is used.",
          "It does not say what goes wrong; its summary is used instead.",
          "It has no confidence, so it gets 0.85.",
          "Its paths are regular expressions and cannot become globs again: `.*\\.py`. Set globs with `lessons edit pytest-needs-no-terminal-k9m2 pathPatterns`.",
          "No count exists for this, so it is not kept: Shown before: pytest and terminals",
        ],
      },
    ],
    problems: [],
    isReplaced: false,
  });
});

test("a manifest of a later version keeps the two halves apart", () => {
  const { draft, remarks } = only({
    lessons: {
      "01JQ0000000000000000000003": {
        slug: "eval-runs-anything-702a",
        type: "directive",
        priority: 10,
        confidence: 0.9,
        toolNames: [],
        commandRegexSources: [{ source: "\\beval\\s", flags: "s" }],
        summary: "eval runs whatever is in the text",
        problem: "eval runs metacharacters too.",
        solution: "Use an array.",
        message:
          "## Lesson: eval runs whatever is in the text\neval runs metacharacters too.\n**Fix**: Use an array.",
      },
    },
  });

  expect(draft.body).toEqual({
    mistake: "eval runs metacharacters too.",
    remediation: "Use an array.",
  });
  expect(draft.triggers).toEqual({
    injectOn: ["PreToolUse", "SessionStart"],
    commandPatterns: ["\\beval\\s"],
  });
  expect(remarks).toEqual(['Its pattern "\\\\beval\\\\s" had the flags "s"; they are dropped.']);
});

test("a blocking lesson advises, keeps its reason, and names the command that makes it hold", () => {
  const blocking = { ...stash, block: true, blockReason: "New files would be lost." };
  const { draft, remarks } = only({ lessons: [blocking] });

  expect(draft.delivery).toBe("advise");
  expect(draft.body).toEqual({
    mistake: stash.mistake,
    remediation: "Use git stash -u.\n\nNew files would be lost.",
  });
  expect(remarks).toEqual([
    "It used to block the call; here it advises. To hold the call: `lessons edit git-stash-leaves-new-files-x7k2 delivery hold`.",
  ]);
  const said = only({ lessons: [{ ...blocking, blockReason: "use GIT stash  -u." }] });
  expect(said.draft.body).toEqual({ mistake: stash.mistake, remediation: stash.remediation });
});

test("triggers may stand at the top, and a lesson for the session start may also wait for calls", () => {
  const { triggers: _nested, ...flat } = stash;
  const triggersOf = (fields: object) => only({ lessons: [{ ...flat, ...fields }] }).draft.triggers;

  expect(
    triggersOf({ injectOn: ["SubagentStart"], toolNames: "Edit", pathPatterns: ["**/*.ts"] }),
  ).toEqual({
    injectOn: ["SubagentStart"],
    toolNames: ["Edit"],
    pathPatterns: ["**/*.ts"],
  });
  expect(triggersOf({ triggers: { sessionStart: true } })).toEqual({ injectOn: ["SessionStart"] });
  expect(triggersOf({ triggers: { sessionStart: true, toolNames: ["Bash"] } })).toEqual({
    injectOn: ["PreToolUse", "SessionStart"],
    toolNames: ["Bash"],
  });
  expect(triggersOf({ triggers: { contentPatterns: ["TODO"] } })).toEqual({
    contentPatterns: ["TODO"],
  });
});

test("what cannot be carried over is named", () => {
  const { draft, remarks } = only({
    lessons: [
      {
        ...stash,
        id: "17",
        slug: "Not A Slug",
        scope: "/home/somebody/app",
        tags: ["tool:git", "language:bash", "urgent", 5],
        priority: "soon",
        createdAt: "yesterday",
        requires: "some-plugin",
        triggers: { toolNames: ["Bash"], injectOn: ["PostToolUse"], outputPatterns: ["fatal"] },
      },
    ],
  });

  expect(remarks).toEqual([
    'Its id "17" is not a ULID; it gets a new id.',
    'Its slug "Not A Slug" is not valid here; it gets a new slug.',
    'Its createdAt "yesterday" is not a date; it gets today\'s date.',
    'Its priority "soon" cannot be read, so it gets 5 (MEDIUM).',
    "Part of its tags is not text and was left out.",
    'Unknown tags left out: "language:bash", "urgent".',
    'Its scope "/home/somebody/app" is unknown; it applies everywhere until you set one: `lessons edit <slug> scope`.',
    'Not imported: "outputPatterns".',
    'It cannot be shown at "PostToolUse".',
    'Not imported: "requires".',
  ]);
  expect(draft).toMatchObject({ tags: ["tool:git"], priority: 5, createdAt: noon });
});

test("a path that triggered an edit does not become a command pattern", () => {
  const { draft, remarks } = only([
    { ...stash, triggers: {}, tool: "Edit", trigger: "src/app.ts" },
  ]);

  expect(draft.triggers).toEqual({ toolNames: ["Edit"] });
  expect(remarks).toEqual(['No command pattern could be made from its trigger "src/app.ts".']);
});

test("files are told apart by what is in them", () => {
  expect(recognised([stash])).toEqual([1, "candidate", true]);
  expect(recognised({ candidates: [stash] })).toEqual([1, "candidate", true]);
  expect(recognised({ lessons: [stash] })).toEqual([1, "active", true]);
  expect(recognised({ type: "lessons-learned-manifest", lessons: [stash] })).toEqual([
    1,
    "active",
    false,
  ]);
  expect(recognised({ type: "lessons-learned-store", lessons: [] })).toEqual([0, undefined, true]);
  // An empty list could be anybody's, so it is not ours to rename.
  expect(recognised({ lessons: [] })).toEqual([0, undefined, false]);
  expect(recognised({ candidates: [] })).toEqual([0, undefined, false]);
  for (const other of [
    null,
    3,
    "x",
    [],
    [1],
    {},
    { lessons: [{ body: {} }] },
    [{ problem: "It rains", solution: "Take an umbrella" }],
    { candidates: ["x"] },
    { lessons: { a: 1 } },
  ]) {
    expect(recognised(other)).toBeUndefined();
  }
});

test("what is read from well-formed files passes the schema for drafts", () => {
  const draft = only({ lessons: [stash] }).draft;
  expect(lessonDraftSchema.parse(draft)).toEqual(draft);
});

function archivedWith(fields: object) {
  const { status, archiveReason } = only({ lessons: [{ ...stash, ...fields }] }).draft;
  return { status, archiveReason };
}

function recognised(document: unknown) {
  const reading = readLessonsLearned(document, "lessons.json", noon);
  return reading && [reading.found, reading.entries[0]?.draft.status, reading.isReplaced];
}

function only(document: unknown, fileName = "file.json") {
  const [entry, ...others] = readLessonsLearned(document, fileName, noon)?.entries ?? [];
  if (entry === undefined || others.length > 0) throw new Error("not exactly one entry");
  return entry;
}

import { join } from "node:path";
import { expect, test } from "vitest";
import { noon } from "../../../test/kit/store.ts";
import { noTriggers } from "../record/triggers.ts";
import type { Tally } from "../record/history.ts";
import { toFullRecord } from "../record/record.ts";
import type { Lesson } from "../record/lesson.ts";
import { hasHiddenCharacters } from "../../redact/visible.ts";
import { listEntry, searchEntry } from "./list.ts";
import { lessonCard } from "./lesson-card.ts";

const golden = join(import.meta.dirname, "../../../test/golden");
const look = { style: (_: string, text: string) => text, width: 80 };

const tally: Tally = {
  is: "tally",
  agent: "lessons-learned",
  occurrences: 7,
  sessions: 2,
  projects: 2,
  seenAt: noon,
};

const lesson: Lesson = {
  id: "01KDWPVNG00000000000000000",
  slug: "git-stash-leaves-untracked-files-behind-x7k2",
  kind: "pitfall",
  summary: "git stash leaves untracked files behind, 漢字 and all, when it is called without -u",
  body: {
    mistake:
      "git stash saves only tracked files.\n    git stash\nNew files stay in the working tree, and a checkout afterwards can lose them without a word.",
    remediation: "use git stash -u",
    area: "git",
  },
  triggers: {
    ...noTriggers,
    toolNames: ["Bash"],
    commandPatterns: ["^git\\s+stash\\b(?!.*-u)", "^git\\s+stash\\s+save\\b"],
    pathPatterns: ["**/*.ts"],
  },
  priority: 8,
  confidence: 0.69,
  scores: {
    priority: {
      value: 8,
      formula: "observed-signals",
      parts: [
        { label: "base", amount: 3 },
        { label: "several sessions", amount: 5 },
      ],
      limits: [],
    },
    confidence: {
      value: 0.69,
      formula: "observed-signals",
      parts: [
        { label: "base", amount: 0.4 },
        { label: "corrected by the user", amount: 0.35 },
      ],
      limits: [{ label: "heuristic only", amount: -0.06 }],
    },
  },
  tags: ["severity:data-loss", "tool:git"],
  scope: "project:1f3a9c",
  delivery: "hold",
  source: "heuristic",
  flags: ["needsHumanFix"],
  validUntil: "v2.0.0",
  contentHash: `sha256:${"0".repeat(64)}`,
  createdAt: noon,
  updatedAt: noon,
  reviewedAt: noon,
  stage: { status: "active", since: noon, confirmedBy: "person" },
};

const record = toFullRecord(lesson, {
  evidence: [
    {
      is: "sighting",
      agent: "claude-code",
      sessionId: "s1",
      seenAt: noon,
      place: { file: "a.jsonl", line: 7 },
      quote: "error: the following untracked files would be overwritten",
    },
    tally,
  ],
  transitions: [
    { from: "none", to: "candidate", at: noon, by: "scanner", because: "found" },
    { from: "candidate", to: "active", at: noon, by: "person", because: "approve" },
  ],
  edits: [{ field: "priority", before: "7", after: "8", at: noon, by: "person" }],
  feedback: [{ verdict: "helpful", at: noon, by: "person", note: "saved me twice" }],
});

test("the card of a lesson, whole", async () => {
  await expect(lessonCard(record, look)).toMatchFileSnapshot(join(golden, "lesson-card.txt"));
});

test("the entry of a lesson in a list, in a wide and a narrow terminal", async () => {
  const entries = `${listEntry(record, look)}\n${listEntry(record, { ...look, width: 50 })}`;
  await expect(entries).toMatchFileSnapshot(join(golden, "list-entry.txt"));
});

test("a hit of a search has its words marked", () => {
  const marked = { style: (_: string, text: string) => `<${text}>`, width: 200 };
  const hit = {
    lesson: record,
    score: 1,
    summary: "git \u0001stash\u0002 leaves",
    excerpt: "a \u0001stash\u0002 b",
  };
  const text = searchEntry(hit, marked);
  expect(text).toContain("git <stash> leaves");
  expect(text).toContain("a <stash> b");
});

test("what came from logs cannot give orders to the terminal", () => {
  const order = "\u001B]0;title\u0007\u001B[2J\u009B\u202E";
  const card = lessonCard(
    {
      ...record,
      evidence: [
        {
          is: "sighting",
          agent: `codex${order}`,
          sessionId: `s1${order}`,
          seenAt: noon,
          place: { file: `a${order}.jsonl`, line: 7 },
          quote: `fatal:${order} bad`,
        },
        { ...tally, agent: `x${order}`, quote: `seen${order}` },
      ],
      feedback: [{ verdict: "helpful", at: noon, by: "person", note: `yes${order}` }],
    },
    look,
  );
  expect(hasHiddenCharacters(card.replaceAll("\n", ""))).toBe(false);
  expect(card).toContain("codex s1 a.jsonl:7: fatal: bad");
});

test.each<[fix: Lesson["fix"], words: string]>([
  [
    { how: "instead", from: "rtk bun", to: "bun", times: 61, repairs: 63, sessions: 60 },
    "`bun` instead of `rtk bun` (worked 61 of 63 times)",
  ],
  [
    { how: "first", to: "npm run generate", times: 1, repairs: 1, sessions: 1 },
    "`npm run generate` first (worked once)",
  ],
])("a card has what the lesson is about, and the fix %j as %j", (fix, words) => {
  const seen = toFullRecord({ ...lesson, about: "no-command rtk bun", fix }, noHistory);
  const card = lessonCard(seen, look);
  expect(card).toMatch(/^about\s+no-command rtk bun$/mu);
  expect(card).toContain(words);
});

const noHistory = { evidence: [], transitions: [], edits: [], feedback: [] };

import { expect, test } from "vitest";
import { ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { readyLesson, type ReadyDraft } from "../../../test/kit/ready-lesson.ts";
import { sampleLesson } from "../../../test/kit/delivery-samples.ts";
import { checklistItems } from "./checklist-items.ts";
import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import type { LedgerCall, OwnFailure } from "../../capture/ledger/ledger-call.ts";
import { type ResultLines, EffectJudge, effectUnseen } from "./judge-deliveries.ts";
import type { Effect } from "./judge-effect.ts";

const stash = { toolNames: ["Bash"], commandPatterns: ["^git\\s+stash\\b(?!.*\\s-u)"] };
const lost: OwnFailure = { tool: "Bash", head: "git stash", signature: "nothing to save" };
const fails = { command: "git stash", ...lost, outcome: "error" } as const;
const five = ["ls", "ls", "ls", "ls", "ls"];

interface Story {
  readonly calls: readonly (string | Partial<LedgerCall>)[];
  readonly lesson?: ReadyDraft;
  readonly failures?: readonly OwnFailure[];
  readonly corrections?: readonly number[];
  readonly mode?: DeliveryNote["mode"];
  readonly resultLines?: ResultLines;
  readonly ran?: boolean;
  /** The calls at which the lesson was delivered; the first one is judged. */
  readonly delivered?: readonly number[];
  /** Of a checklist. */
  readonly items?: readonly string[];
}

/** What came of a lesson that was delivered at the first call of a log, each call on a line of its own. */
function effectOf(story: Story): Effect | undefined {
  const { lesson = stash, failures = [], corrections = [], mode = "advise" } = story;
  const calls = story.calls.map((call, index) =>
    ledgerCall({
      ordinal: index,
      line: 10 * (index + 1),
      at: null,
      ...(typeof call === "string" ? { command: call, head: call } : call),
    }),
  );
  const ready = readyLesson(lesson);
  const origins = new Map([[ready.id, { sightings: [], failures }]]);
  const body = { title: "Release", items: story.items ?? [], format: "checkbox" } as const;
  const checklists = checklistItems([{ ...sampleLesson("checklist", { body }), id: ready.id }]);
  const judge = new EffectJudge([ready], { threshold: 700, origins, checklists });
  const notes = (story.delivered ?? [0]).map((ordinal) => ({
    ...noteAt(calls[ordinal], mode),
    ...(story.ran === undefined ? {} : { ran: story.ran }),
  }));
  return judge.judge(notes, { calls, corrections }, story.resultLines ?? new Map())[0]?.effect;
}

function noteAt(call: LedgerCall | undefined, mode: DeliveryNote["mode"]): DeliveryNote {
  return {
    lesson: "01",
    slug: "some-lesson-0000",
    agent: ourLog.agent,
    sessionId: ourLog.sessionId,
    subagent: null,
    at: "2026-01-01T12:00:00.000Z",
    tool: "Bash",
    mode,
    form: "full",
    score: 1200,
    matched: ["command"],
    tookMs: 5,
    call: call ? { log: 1, ordinal: call.ordinal, line: call.line, thread: call.thread } : null,
  };
}

function seen(line: number, shown: string | null): { readonly seen: object } {
  return { seen: { line, at: null, shown } };
}

const heeded = { verdict: "heeded", because: "changed" };
const unclear = (because: string) => ({ verdict: "unclear", because });
const repeated = (because: string) => ({ verdict: "repeated", because });
const overruled = (because: string) => ({ verdict: "overruled", because });

test.each<[string, object, Story]>([
  [
    "the next call of that kind has the fix and goes well",
    { ...heeded, ...seen(30, "git stash -u") },
    { calls: ["git stash", "ls", "git stash -u"] },
  ],
  [
    "the fifth call has the fix",
    heeded,
    { calls: ["git stash", "ls", "ls", "ls", "ls", "git stash -u"] },
  ],
  [
    "only the sixth has",
    unclear("no-such-call"),
    { calls: ["git stash", ...five, "git stash -u"] },
  ],
  [
    "the call with the fix fails",
    { ...unclear("changed-and-failed"), ...seen(20, "git stash -u") },
    { calls: ["git stash", { command: "git stash -u", outcome: "error" }] },
  ],
  ["the agent does something else", unclear("no-such-call"), { calls: ["git stash", ...five] }],
  ["the session ends there", unclear("nothing-followed"), { calls: ["git stash"] }],
  [
    "another command of the line is made again",
    unclear("no-such-call"),
    { calls: ["git stash\nnpm test", "npm test"] },
  ],
  [
    "another conversation makes the better call",
    unclear("nothing-followed"),
    { calls: ["git stash", { command: "git stash -u", thread: "explore" }] },
  ],
  [
    "a subagent got the lesson and makes the better call",
    heeded,
    {
      calls: [
        { command: "git stash", thread: "explore" },
        { command: "git stash -u", thread: "explore" },
      ],
    },
  ],
])("heeded or not: %s", (_what, effect, story) => {
  expect(effectOf(story)).toMatchObject(effect);
});

test.each<[string, object, Story]>([
  [
    "it fails as the lesson says, even after it was heeded",
    { ...repeated("failed-again"), ...seen(90, "git stash") },
    {
      calls: ["git stash", "git stash -u", ...five, "ls", fails],
      failures: [lost],
    },
  ],
  [
    "the call that got it fails: it could not know",
    unclear("no-such-call"),
    { calls: [fails, "ls"], failures: [lost] },
  ],
  [
    "it fires again where calls fail silently",
    { ...repeated("fired-again"), ...seen(30, "git stash") },
    { calls: ["git stash", "git stash -u", "git stash"] },
  ],
  [
    "it fires again and goes well where the mistake is a failure",
    heeded,
    { calls: ["git stash", "git stash -u", "git stash"], failures: [lost] },
  ],
  [
    "a pattern fires again: it says what to do",
    heeded,
    { lesson: { ...stash, kind: "pattern" }, calls: ["git stash", "git stash -u", "git stash"] },
  ],
  [
    "it fails in another conversation",
    unclear("no-such-call"),
    { calls: ["git stash", "ls", { ...fails, thread: "explore" }], failures: [lost] },
  ],
  [
    "it fails another way",
    unclear("made-again"),
    { calls: ["git stash", { ...fails, signature: "exit 2" }], failures: [lost] },
  ],
])("repeated or not: %s", (_what, effect, story) => {
  expect(effectOf(story)).toMatchObject(effect);
});

const refused = { command: "git stash -u", outcome: "rejected" } as const;

test.each<[string, object, Story]>([
  [
    "a person refuses the changed call",
    { ...overruled("refused"), ...seen(20, "git stash -u") },
    { calls: ["git stash", refused, "git stash -u"] },
  ],
  [
    "another lesson holds the changed call once",
    heeded,
    { calls: ["git stash", { ...refused, treatment: "held" }, "git stash -u"] },
  ],
  [
    "a person refuses the old call",
    repeated("fired-again"),
    { calls: ["git stash", { ...refused, command: "git stash" }], corrections: [21] },
  ],
  [
    "a person corrects the agent after the changed call",
    { ...overruled("corrected"), ...seen(25, null) },
    { calls: ["git stash", "git stash -u", "ls"], corrections: [28, 25] },
  ],
  [
    "a person spoke before the changed call",
    heeded,
    { calls: ["git stash", "git stash -u"], corrections: [15] },
  ],
  [
    "a person speaks after the sixth call",
    heeded,
    { calls: ["git stash", "git stash -u", ...five], corrections: [75] },
  ],
  [
    "a person speaks after the agent had gone back to the old call",
    heeded,
    {
      calls: ["git stash", "git stash -u", "git stash"],
      corrections: [35],
      failures: [lost],
    },
  ],
  [
    "a person corrects while a subagent works",
    heeded,
    {
      calls: [
        { command: "git stash", thread: "explore" },
        { command: "git stash -u", thread: "explore" },
      ],
      corrections: [25],
    },
  ],
  [
    "a held call is made again as it was and goes well",
    { ...overruled("insisted"), ...seen(20, "git stash") },
    { calls: [{ command: "git stash", outcome: "error" }, "git stash"], mode: "hold" },
  ],
  [
    "a held call is made again and fails as the lesson says",
    repeated("failed-again"),
    { calls: [{ command: "git stash", outcome: "error" }, fails], mode: "hold", failures: [lost] },
  ],
  [
    "a held call is changed",
    heeded,
    { calls: [{ command: "git stash", outcome: "error" }, "git stash -u"], mode: "hold" },
  ],
  [
    "an advised call is made again: nobody was asked",
    { ...unclear("made-again"), ...seen(20, "git stash") },
    { calls: ["git stash", "git stash"], failures: [lost] },
  ],
  [
    "a person says otherwise, and the old call is made again and goes well",
    { ...overruled("said-otherwise"), ...seen(30, "git stash") },
    { calls: ["git stash", "ls", "git stash"], corrections: [15], failures: [lost] },
  ],
  [
    "a person says otherwise where calls fail silently",
    overruled("said-otherwise"),
    { calls: ["git stash", "git stash"], corrections: [15] },
  ],
  [
    "a person spoke before the lesson was delivered",
    unclear("made-again"),
    { calls: ["git stash", "git stash"], corrections: [5], failures: [lost] },
  ],
  [
    "a person speaks, and the old call fails as the lesson says",
    repeated("failed-again"),
    { calls: ["git stash", fails], corrections: [15], failures: [lost] },
  ],
  [
    "a person speaks, and the changed call comes before the old one",
    heeded,
    { calls: ["git stash", "git stash -u", "git stash"], corrections: [15], failures: [lost] },
  ],
  [
    "a person speaks, and the old call is the sixth",
    unclear("no-such-call"),
    { calls: ["git stash", ...five, "git stash"], corrections: [15], failures: [lost] },
  ],
])("overruled or not: %s", (_what, effect, story) => {
  expect(effectOf(story)).toMatchObject(effect);
});

test("calls that were made at the same time as the one that got the lesson could not know it", () => {
  const calls = [
    { command: "git stash", line: 10 },
    { command: "git stash", line: 11 },
    { command: "git stash -u", line: 13 },
    { command: "git stash -u", line: 20 },
  ];
  const known = new Map([[0, 15]]);
  expect(effectOf({ calls, resultLines: known })).toMatchObject({ ...heeded, seen: { line: 20 } });
  // Without knowing where the result stands, only what follows without a line between is distinguished.
  expect(effectOf({ calls })).toMatchObject({ ...heeded, seen: { line: 13 } });
  const together = calls.slice(0, 2);
  expect(effectOf({ calls: together })).toEqual(unclear("nothing-followed"));
});

test("after it was delivered again, the first delivery has had its say: the call that got the second one is its last", () => {
  const calls = ["git stash", "git stash -u", "ls", fails, fails];
  const failures = [lost];
  expect(effectOf({ calls, failures, delivered: [0, 3] })).toMatchObject({ seen: { line: 40 } });
  expect(effectOf({ calls, failures, delivered: [0, 2] })).toMatchObject(heeded);
});

test("of lessons about files nothing is seen, but for a tool that it does not name", () => {
  const edit = { tool: "Edit", head: "Edit", command: null, path: "~/ours/a.ts" };
  const write = { ...edit, tool: "Write", head: "Write" };
  const checklist: ReadyDraft = { kind: "checklist", pathPatterns: ["**/a.ts"] };
  expect(effectOf({ lesson: checklist, calls: [edit, edit] })).toEqual(unclear("about-files"));
  const onlyWrite: ReadyDraft = { toolNames: ["Write"], pathPatterns: ["**/a.ts"] };
  const seenEdit = { ...heeded, ...seen(20, "~/ours/a.ts") };
  expect(effectOf({ lesson: onlyWrite, calls: [write, edit] })).toEqual(seenEdit);
  const other = { ...edit, path: "~/ours/b.ts" };
  expect(effectOf({ lesson: onlyWrite, calls: [write, other] })).toEqual(unclear("about-files"));
  const failed = { ...edit, outcome: "error" } as const;
  expect(effectOf({ lesson: onlyWrite, calls: [write, failed] })).toMatchObject(
    unclear("changed-and-failed"),
  );
});

test("where the ledger cannot show that it fired, it cannot show that it did not", () => {
  const contents: ReadyDraft = { contentPatterns: ["console"] };
  const write = { tool: "Write", head: "Write", command: null, path: "~/ours/a.ts" };
  const story = { lesson: contents, calls: [write, write], mode: "hold" } as const;
  expect(effectOf(story)).toEqual(unclear("not-in-ledger"));
});

test("a delivery without a call waits for its log, or is not to be found", () => {
  const note = noteAt(undefined, "advise");
  const later = "2026-01-01T12:00:01.000Z";
  expect(effectUnseen(note, null)).toEqual(unclear("log-not-read"));
  expect(effectUnseen(note, "2026-01-01T11:00:00.000Z")).toEqual(unclear("log-not-read"));
  expect(effectUnseen(note, later)).toEqual(unclear("call-not-found"));
});

test.each<[string, object, Story]>([
  [
    "it ran as corrected and went well",
    { verdict: "fixed", because: "ran-corrected", ...seen(10, "git stash") },
    { calls: [{ command: "git stash", outcome: "ok", treatment: "rewritten" }, "ls"], ran: true },
  ],
  [
    "it ran as corrected and failed",
    { ...unclear("fixed-and-failed"), ...seen(10, "git stash") },
    { calls: [{ command: "git stash", outcome: "error", treatment: "rewritten" }], ran: true },
  ],
  [
    "another hook had the last word",
    unclear("other-call-ran"),
    { calls: ["git stash", "git stash -u"], ran: false },
  ],
  ["nobody saw its result", unclear("result-not-seen"), { calls: ["git stash", "git stash -u"] }],
])("of a call that was corrected: %s", (_, expected, story) => {
  expect(effectOf({ ...story, mode: "fix" })).toEqual(expected);
});

const bump: ReadyDraft = {
  kind: "checklist",
  toolNames: ["Edit"],
  pathPatterns: ["**/package.json"],
};
const files = [
  "package.json: the version",
  "CHANGELOG.md: a heading",
  "run `npm run build` at the end",
];

function edited(path: string, change: Partial<LedgerCall> = {}): Partial<LedgerCall> {
  return { tool: "Edit", head: "Edit", command: null, path: `/srv/api/${path}`, ...change };
}

test.each<[string, object, readonly (string | Partial<LedgerCall>)[]]>([
  [
    "all that is left of it follows, in any order",
    { verdict: "heeded", because: "items-followed", ...seen(40, "/srv/api/docs/CHANGELOG.md") },
    [edited("package.json"), "cd x && npm run build", "ls", edited("docs/CHANGELOG.md"), "ls"],
  ],
  [
    "however a command ends, it was run",
    { verdict: "heeded", because: "items-followed", ...seen(30, "npm run build") },
    [
      edited("package.json"),
      edited("CHANGELOG.md"),
      { command: "npm run build", head: "npm run build", outcome: "error" },
    ],
  ],
  [
    "nothing of it follows",
    { verdict: "repeated", because: "no-item-followed", ...seen(40, "npm test") },
    [edited("package.json"), "git status", edited("README.md"), "npm test"],
  ],
  [
    "some of it follows",
    { verdict: "unclear", because: "some-items-followed", ...seen(20, "/srv/api/CHANGELOG.md") },
    [edited("package.json"), edited("CHANGELOG.md"), "ls"],
  ],
  [
    "an edit that failed or was refused edits nothing",
    { verdict: "repeated", because: "no-item-followed", ...seen(30, "ls") },
    [edited("package.json"), edited("CHANGELOG.md", { outcome: "error" }), "ls"],
  ],
  [
    "nothing else is called",
    { verdict: "unclear", because: "nothing-followed" },
    [edited("package.json")],
  ],
])(
  "what came of a checklist is judged by whether the named files or commands followed: %s",
  (_, effect, calls) => {
    expect(effectOf({ lesson: bump, items: files, calls })).toEqual(effect);
  },
);

test("what a checklist names and was done before it came is not asked again", () => {
  const done = [edited("CHANGELOG.md"), "npm run build", edited("package.json"), "ls"];
  expect(effectOf({ lesson: bump, items: files, calls: done, delivered: [2] })).toEqual({
    verdict: "unclear",
    because: "items-done-before",
  });
  const half = [edited("CHANGELOG.md"), edited("package.json"), "ls", "npm run build"];
  expect(effectOf({ lesson: bump, items: files, calls: half, delivered: [1] })).toMatchObject({
    verdict: "heeded",
    because: "items-followed",
  });
});

test("a checklist that names neither files nor commands stays unclear", () => {
  const calls = [edited("package.json"), edited("CHANGELOG.md")];
  const items = ["think twice", "tell `everybody` about it"];
  expect(effectOf({ lesson: bump, items, calls })).toEqual(unclear("about-files"));
});

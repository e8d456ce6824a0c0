import { expect, test } from "vitest";
import { ledgerCall, ourLog, throughStore } from "../../../test/kit/ledger.ts";
import { readyLesson, type ReadyDraft } from "../../../test/kit/ready-lesson.ts";
import type { LedgerCall, LessonOrigins } from "../../capture/ledger/ledger-call.ts";
import { replayCalls, type Replay } from "./replay.ts";

const threshold = 700;
const ofSomeoneElse = { ...ourLog, number: 2, agent: "codex", projectId: "theirs" };

function replay(
  draft: ReadyDraft,
  calls: readonly LedgerCall[],
  origins?: LessonOrigins,
): Replay | undefined {
  const lesson = readyLesson(draft);
  return replayCalls([lesson], throughStore(calls), {
    threshold,
    ...(origins === undefined ? {} : { origins: new Map([[lesson.id, origins]]) }),
  }).get(lesson.id);
}

const stash: ReadyDraft = {
  toolNames: ["Bash"],
  commandPatterns: ["^git\\s+stash\\b(?!.*\\s-u)"],
};

const lost = { tool: "Bash", head: "git stash", signature: "No local changes to save" };

test("what a trigger would have done, from a small history", () => {
  const calls = [
    ledgerCall({ ordinal: 1, line: 3, head: "git stash", command: "cd a\ngit stash" }),
    ledgerCall({ ordinal: 2, line: 5, ...lost, command: "git stash", outcome: "error" }),
    ledgerCall({ ordinal: 3, line: 7, head: "git stash", command: "git stash -u" }),
    ledgerCall({ ordinal: 4, line: 9, ...lost, command: "git stash -u", outcome: "error" }),
    ledgerCall({
      log: ofSomeoneElse,
      ordinal: 1,
      line: 2,
      at: null,
      command: "git stash",
      head: "git stash",
      outcome: "timeout",
    }),
    ...Array.from({ length: 5 }, (_, index) => ledgerCall({ ordinal: 10 + index })),
  ];
  const origins: LessonOrigins = {
    sightings: [{ call: { log: 1, line: 5 } }, { call: { log: 1, line: 9 } }, {}],
    failures: [lost, lost],
  };
  expect(replay(stash, calls, origins)).toEqual({
    fired: 3,
    sessions: 2,
    failed: 2,
    failedSessions: 2,
    worked: 1,
    ownFailures: { fired: 1, all: 2 },
    sightings: { fired: 1, withCall: 2, all: 3 },
    reach: { calls: 10, sessions: 2 },
    sharePercent: 30,
    isTooBroad: false,
    isInEverySession: false,
    isNever: false,
    missesItself: false,
    isOutOfReach: false,
    hasUnseen: false,
    isTooSlow: false,
    assumes: [],
    examples: [
      example({ outcome: "ok", place: { log: 1, line: 3 } }),
      example({ outcome: "error", place: { log: 1, line: 5 } }),
      {
        shown: "git stash",
        tool: "Bash",
        outcome: "timeout",
        agent: "codex",
        sessionId: "s1",
        place: { log: 2, line: 2 },
      },
    ],
  } satisfies Replay);
});

function example(change: Pick<Replay["examples"][number], "outcome" | "place">) {
  return {
    shown: "git stash",
    tool: "Bash",
    agent: "claude-code",
    sessionId: "s1",
    at: "2026-01-01T12:00:00.000Z",
    ...change,
  };
}

test("of a lesson for one project, the share is of that project's calls", () => {
  const calls = [
    ledgerCall({ command: "git stash" }),
    ledgerCall({ log: ofSomeoneElse, ordinal: 1, command: "git stash" }),
    ledgerCall({ log: ofSomeoneElse, ordinal: 2 }),
  ];
  expect(replay({ ...stash, scope: "project:ours" }, calls)).toMatchObject({
    fired: 1,
    reach: { calls: 1, sessions: 1 },
    sharePercent: 100,
  });
  expect(replay({ ...stash, scope: "project:elsewhere" }, calls)).toMatchObject({
    fired: 0,
    reach: { calls: 0, sessions: 0 },
    sharePercent: 0,
    isTooBroad: false,
  });
});

test("a failure in another project is not one of a lesson for this project", () => {
  const calls = [ledgerCall({ log: ofSomeoneElse, ...lost, command: "git stash" })];
  const origins = { sightings: [], failures: [lost] };
  const draft: ReadyDraft = { ...stash, scope: "project:ours" };
  expect(replay(draft, calls, origins)?.ownFailures).toEqual({ fired: 0, all: 0 });
});

test("ten of two hundred calls are not too many, and eleven are; of fewer calls nothing is said", () => {
  const calls = (fired: number, all: number) =>
    Array.from({ length: all }, (_, ordinal) =>
      ledgerCall({ ordinal, command: ordinal < fired ? "git stash" : "ls" }),
    );
  expect(replay(stash, calls(10, 200))?.isTooBroad).toBe(false);
  expect(replay(stash, calls(11, 200))?.isTooBroad).toBe(true);
  expect(replay(stash, calls(199, 199))?.isTooBroad).toBe(false);
});

test("a lesson that fires in nine of ten sessions is always delivered, though at few of the calls", () => {
  const sessions = (count: number, fired: number) =>
    Array.from({ length: count }, (_, number) => ({
      ...ourLog,
      number,
      sessionId: `s${number}`,
    })).flatMap((log, number) => [
      ledgerCall({ log, command: number < fired ? "git stash" : "ls" }),
      ...Array.from({ length: 20 }, (_, ordinal) => ledgerCall({ log, ordinal: ordinal + 1 })),
    ]);
  const always = { isInEverySession: true, isTooBroad: false };
  expect(replay(stash, sessions(10, 9))).toMatchObject(always);
  expect(replay(stash, sessions(10, 8))).toMatchObject({ ...always, isInEverySession: false });
  expect(replay(stash, sessions(9, 9))).toMatchObject({ ...always, isInEverySession: false });
});

test("of two hundred calls it can be said that a lesson never fires, of fewer it cannot", () => {
  const calls = (count: number) =>
    Array.from({ length: count }, (_, ordinal) => ledgerCall({ ordinal }));
  expect(replay(stash, calls(199))?.isNever).toBe(false);
  expect(replay(stash, calls(200))?.isNever).toBe(true);
  expect(replay(stash, [...calls(200), ledgerCall({ command: "git stash" })])?.isNever).toBe(false);
  const blind: ReadyDraft = { ...stash, contentPatterns: ["x"] };
  expect(replay(blind, calls(200))?.isNever).toBe(false);
  expect(replay({ ...stash, priority: 2 }, calls(200))?.isNever).toBe(false);
});

test("a replay sees the variables, wrappers and pipes around a command", () => {
  const lines = ["git log", "git log | cat", "GIT_PAGER=x git log", "sudo git -C x log"];
  const calls = lines.map((command, ordinal) => ledgerCall({ ordinal, command }));
  const fired = (pattern: string) => replay({ commandPatterns: [pattern] }, calls)?.fired;
  expect(fired("^git log")).toBe(4);
  expect(fired("^git log(?!.*\\| cat)")).toBe(3);
  expect(fired("^git log(?!.*\\sGIT_PAGER=)")).toBe(3);
  expect(fired("^sudo git log")).toBe(1);
});

const seenAtFirst: LessonOrigins = {
  sightings: [{ call: { log: 1, line: 1 } }],
  failures: [],
};

test.each<[boolean, string, ReadyDraft, LessonOrigins]>([
  [true, "fires elsewhere only", stash, seenAtFirst],
  [false, "fires there", { commandPatterns: ["^ls\\b"] }, seenAtFirst],
  [false, "was seen at no call", stash, { sightings: [{}], failures: [] }],
  [
    false,
    "was seen in a log that is gone",
    stash,
    { ...seenAtFirst, sightings: [{ call: { log: 9, line: 1 } }] },
  ],
  [false, "asks for contents", { ...stash, contentPatterns: ["x"] }, seenAtFirst],
  [true, "is about a wrapper", { commandPatterns: ["^sudo\\s+git\\b"] }, seenAtFirst],
  [false, "is about a shell", { commandPatterns: ["^bash\\s+git\\b"] }, seenAtFirst],
  [false, "is LOW", { ...stash, priority: 2 }, seenAtFirst],
])("misses itself: %s for a lesson that %s", (isMissed, _why, draft, origins) => {
  expect(
    replay(
      draft,
      [ledgerCall(), ledgerCall({ ordinal: 1, line: 2, command: "git stash" })],
      origins,
    )?.missesItself,
  ).toBe(isMissed);
});

test.each<[string, string]>([
  ["src/**/*.ts", "~/ours/src/a.ts"],
  ["**/a.ts", "~/ours/src/a.ts"],
  ["src/a.ts", "src/a.ts"],
  ["**/a.ts", "C:\\work\\a.ts"],
])("the glob %s finds %s although the home is redacted", (glob, path) => {
  const call = ledgerCall({ tool: "Edit", head: "Edit", command: null, path });
  const replayed = replay({ pathPatterns: [glob] }, [call]);
  expect(replayed).toMatchObject({ fired: 1, examples: [{ tool: "Edit", outcome: "ok" }] });
});

test("the level of a lesson or when it is meant to come can keep it from all calls", () => {
  const calls = [ledgerCall({ command: "git stash" })];
  expect(replay(stash, calls)?.isOutOfReach).toBe(false);
  expect(replay({ ...stash, priority: 3 }, calls)).toMatchObject({ fired: 0, isOutOfReach: true });
  expect(replay({ ...stash, injectOn: ["SessionStart"] }, calls)).toMatchObject({
    fired: 0,
    isOutOfReach: true,
  });
});

test("a lesson that comes with the error fires at the calls that failed, and one that holds at all", () => {
  const calls = (["ok", "error", "timeout", "rejected"] as const).map((outcome, ordinal) =>
    ledgerCall({ ordinal, command: "git stash", outcome }),
  );
  const late = { ...stash, injectOn: ["PostToolUseFailure" as const] };
  expect(replay(late, calls)).toMatchObject({ fired: 2, failed: 2, isOutOfReach: false });
  expect(replay({ ...late, delivery: "hold" }, calls)).toMatchObject({ fired: 4 });
});

test("more different calls than are remembered are counted all the same", () => {
  const calls = Array.from({ length: 25_000 }, (_, ordinal) =>
    ledgerCall({ ordinal, command: `git stash ${ordinal % 12_000}` }),
  );
  const lesson = readyLesson(stash);
  expect(replayCalls([lesson], calls, { threshold }).get(lesson.id)?.fired).toBe(25_000);
});

test("a lesson that comes with the error is silent where such a call went well, and that it did is known", () => {
  const calls = [
    ledgerCall({ ordinal: 1, line: 3, head: "git stash", command: "git stash" }),
    ledgerCall({ ordinal: 2, line: 5, ...lost, command: "git stash", outcome: "error" }),
  ];
  const withError = { ...stash, injectOn: ["PostToolUseFailure"] as const };
  const none: LessonOrigins = { sightings: [], failures: [] };
  expect(replay(withError, calls, none)).toMatchObject({ fired: 1, failed: 1, worked: 1 });
});

test("a pattern that never ends is left out and said to be, and the others are counted in full", () => {
  const bomb = `git ${"a".repeat(60)}!`;
  const lessons = [
    readyLesson({ id: "slow", slug: "slow-0000", commandPatterns: ["^git\\s+(a+)+$"] }),
    readyLesson({ id: "fast", slug: "fast-0000", commandPatterns: ["^git\\b"] }),
  ];
  const calls = Array.from({ length: 600 }, (_, number) =>
    ledgerCall({ ordinal: number, command: number === 300 ? bomb : `git stash ${number}` }),
  );
  const replays = replayCalls(lessons, calls, { threshold: 700 });
  const said = (id: string) => {
    const { fired, isTooSlow, isNever } = replays.get(id) ?? {};
    return { fired, isTooSlow, isNever };
  };
  expect([said("slow"), said("fast")]).toEqual([
    { fired: 0, isTooSlow: true, isNever: false },
    { fired: 600, isTooSlow: false, isNever: false },
  ]);
});

test("where many patterns never end, those that nobody has proven to be fast are left out with them", () => {
  const slow = Array.from({ length: 40 }, (_, number) =>
    readyLesson({
      id: `slow-${number}`,
      slug: `slow-${number}`,
      commandPatterns: [`^git\\s+(a+)+\\d{${number}}$`],
    }),
  );
  const fast = readyLesson({ id: "fast", slug: "fast-0000", commandPatterns: ["^git\\b"] });
  const calls = [ledgerCall({ command: `git ${"a".repeat(60)}!` })];
  const replays = replayCalls([...slow, fast], calls, { threshold: 700 });
  expect(replays.get("fast")).toMatchObject({ fired: 1, isTooSlow: false });
  expect(slow.filter(({ id }) => replays.get(id)?.isTooSlow !== true)).toEqual([]);
});

test("conditions that nobody can look at any more are said, and count as if they held", () => {
  const conditions = { fileExists: ["yarn.lock"], model: [{ source: "^x$", flags: "" as const }] };
  const calls = [ledgerCall({ command: "git stash" })];
  expect(replay({ ...stash, conditions }, calls)).toMatchObject({
    fired: 1,
    assumes: ["fileExists", "model"],
    hasUnseen: false,
  });
  const many = Array.from({ length: 300 }, (_, ordinal) =>
    ledgerCall({ ordinal, command: "git stash" }),
  );
  expect(replay(stash, many)?.isTooBroad).toBe(true);
  expect(replay({ ...stash, conditions }, many)).toMatchObject({
    isTooBroad: false,
    isInEverySession: false,
  });
});

test("a lesson that only a path of the call is about fires nowhere in a replay, which says nothing", () => {
  const folder = { toolNames: ["Read"], conditions: { isDirectory: ["$path"] } };
  const call = ledgerCall({ tool: "Read", head: "Read", command: null, path: "src" });
  const many = Array.from({ length: 300 }, () => call);
  expect(replay(folder, many)).toMatchObject({ fired: 0, hasUnseen: true, isNever: false });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { ledgerCall, ourLog, throughStore } from "../../../test/kit/ledger.ts";
import { readyLesson, type ReadyDraft } from "../../../test/kit/ready-lesson.ts";
import type { LedgerCall, LedgerLog, LessonOrigins } from "../../capture/ledger/ledger-call.ts";
import { judgeLesson } from "../../match/match.ts";
import { ledgerMoment } from "./matcher.ts";
import { replayCalls } from "./replay.ts";
import { law } from "../../../test/kit/law.ts";

const threshold = 700;

const logs: readonly LedgerLog[] = [
  ourLog,
  // The same project in another folder.
  { ...ourLog, number: 2, projectRoot: "~/copies/ours" },
  { ...ourLog, number: 3, sessionId: "s2", projectId: "theirs", projectRoot: "/srv/theirs" },
  { ...ourLog, number: 4, agent: "codex", projectId: null, projectRoot: null },
];

const anyCalls: fc.Arbitrary<readonly LedgerCall[]> = fc
  .array(
    fc.record({
      log: fc.constantFrom(...logs),
      line: fc.integer({ min: 1, max: 6 }),
      at: fc.constantFrom(null, "2026-01-01T12:00:00.000Z", "2026-01-02T12:00:00.000Z"),
      outcome: fc.constantFrom("ok", "error", "timeout", "rejected"),
      target: fc.oneof(
        {
          weight: 5,
          arbitrary: fc.constantFrom(
            shell("git push", "git push --force"),
            shell("git push", "cd a\ngit push"),
            shell("git-lfs", "git-lfs pull"),
            shell("git push", "'gi't push"),
            shell("git push", "g\\it push"),
            shell("git push", "gi\\\nt push"),
            shell("git push", "$'\\x67it' push"),
            shell("git push", 'sh -c "git push"; /usr/bin/git push'),
            shell("ls", 'ls "" $()'),
            shell("rm", "rm -rf x\nLS"),
            file("Edit", "~/ours/src/a.ts"),
            file("Write", "src/b.sql"),
            file("Read", "/srv/theirs/src/a.ts"),
          ),
        },
        {
          weight: 1,
          arbitrary: fc
            .string({ unit: "binary", maxLength: 12 })
            .map((command) => shell("x", command)),
        },
      ),
      signature: fc.constantFrom(null, "exit 1", "no such file"),
    }),
    { maxLength: 40, size: "max" },
  )
  .map((drafts) =>
    drafts.map(({ target, ...draft }, ordinal) => ledgerCall({ ...draft, ...target, ordinal })),
  );

function shell(head: string, command: string): Partial<LedgerCall> {
  return { head, command };
}

function file(tool: string, path: string): Partial<LedgerCall> {
  return { tool, head: tool, command: null, path };
}

/** Biased towards lessons that fire. */
const anyLessons = fc
  .array(
    fc.record({
      priority: fc.constantFrom(2, 5, 7, 9),
      scope: fc.constantFrom("global", "global", "project:ours", "project:theirs", "team:a"),
      injectOn: fc.constantFrom(["PreToolUse"], ["PreToolUse"], ["SessionStart"]),
      toolNames: fc.constantFrom([], ["Bash"], ["Edit", "Read"]),
      commandPatterns: fc.subarray([
        "^git\\s+push\\b",
        "^git\\b",
        "push",
        "^(rm|ls)\\b",
        "(?-i)^LS",
      ]),
      pathPatterns: fc.subarray([
        "**/a.ts",
        "src/**",
        "**/*.{ts,tsx}",
        "{src,lib}/b.*",
        "**/[ab].ts",
      ]),
      contentPatterns: fc.constantFrom([], [], ["x"]),
      actionKeywords: fc.constantFrom([], [], ["release"], ["Push"], [" "]),
      workflowNames: fc.constantFrom([], [], ["ship"]),
    }) satisfies fc.Arbitrary<ReadyDraft>,
    { minLength: 1, maxLength: 8 },
  )
  .map((drafts) => drafts.map((draft, index) => readyLesson({ ...draft, id: `lesson ${index}` })));

const anyOrigins: fc.Arbitrary<LessonOrigins> = fc.record({
  sightings: fc.array(
    fc.record(
      {
        call: fc.record({
          log: fc.constantFrom(1, 2, 3),
          line: fc.integer({ min: 1, max: 6 }),
        }),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 3 },
  ),
  failures: fc.subarray([
    { tool: "Bash", head: "git push", signature: "exit 1" },
    { tool: "Edit", head: "Edit", signature: "no such file" },
  ]),
});

const anyHistory = fc
  .tuple(anyLessons, anyCalls, fc.array(anyOrigins, { minLength: 8, maxLength: 8 }))
  .map(([lessons, calls, each]) => ({
    lessons,
    calls,
    options: {
      threshold,
      origins: new Map(
        lessons.map(({ id }, index) => [id, each[index] ?? { sightings: [], failures: [] }]),
      ),
    },
  }));

test("law: the order of the calls does not matter", () => {
  const shuffled = anyHistory.chain((history) =>
    fc.tuple(
      fc.constant(history),
      fc.shuffledSubarray([...history.calls], { minLength: history.calls.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([{ lessons, calls, options }, others]) => {
      expect(replayCalls(lessons, others, options)).toEqual(replayCalls(lessons, calls, options));
    }),
    law(),
  );
});

test("law: what is said of a lesson does not depend on the other lessons", () => {
  fc.assert(
    fc.property(anyHistory, ({ lessons, calls, options }) => {
      const together = replayCalls(lessons, calls, options);
      for (const lesson of lessons) {
        const alone = replayCalls([lesson], calls, options);
        expect(alone.get(lesson.id)).toEqual(together.get(lesson.id));
      }
    }),
    law(),
  );
});

test("law: it counts the calls at which the hook's matcher fires, no more and no fewer", () => {
  fc.assert(
    fc.property(anyHistory, ({ lessons, calls, options }) => {
      const replays = replayCalls(lessons, calls, options);
      for (const lesson of lessons) {
        const fired = calls.filter(
          (call) => judgeLesson(lesson, ledgerMoment(call), threshold).fires,
        );
        const failed = fired.filter(({ outcome }) => outcome === "error" || outcome === "timeout");
        expect(replays.get(lesson.id)).toMatchObject({
          fired: fired.length,
          failed: failed.length,
          sessions: new Set(fired.map(({ log }) => `${log.agent} ${log.sessionId}`)).size,
          examples: { length: Math.min(5, fired.length) },
        });
      }
    }),
    law(),
  );
});

test("law: a real store gives the calls back as they were", () => {
  fc.assert(
    fc.property(anyCalls, (calls) => {
      expect(throughStore(calls)).toEqual(calls);
    }),
    law({ quick: 15 }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { readyLesson } from "../../../test/kit/ready-lesson.ts";
import type { CallsOfLog } from "../../capture/ledger/ledger-call.ts";
import { backtestLogs } from "./backtest.ts";
import { law } from "../../../test/kit/law.ts";

const lessons = [
  readyLesson({ id: "stash", commandPatterns: ["^git\\s+stash\\b(?!.*\\s-u)"] }),
  readyLesson({ id: "git", commandPatterns: ["^git\\b"] }),
  readyLesson({ id: "ours", pathPatterns: ["**/a.ts"], scope: "project:ours" }),
];
const failures = [{ tool: "Bash", head: "git stash", signature: "exit 1" }];
const options = {
  threshold: 700,
  origins: new Map([["stash", { sightings: [], failures }]]),
};

const anyCall = fc.record({
  command: fc.constantFrom("git stash", "git stash -u", "git reset --hard", "npm test", "ls"),
  outcome: fc.constantFrom("ok", "ok", "ok", "error", "timeout", "rejected", "interrupted"),
  thread: fc.constantFrom(null, null, "explore"),
  isEdit: fc.boolean(),
});

const anyLogs: fc.Arbitrary<readonly CallsOfLog[]> = fc
  .array(
    fc.record({
      drafts: fc.array(anyCall, { maxLength: 12 }),
      corrections: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 2 }),
    }),
    { maxLength: 4 },
  )
  .map((logs) =>
    logs.map(({ drafts, corrections }, number) => ({
      corrections,
      calls: drafts.map(({ isEdit, command, ...draft }, ordinal) =>
        ledgerCall({
          ...draft,
          log: { ...ourLog, number, sessionId: `s${number % 2}` },
          ordinal,
          line: 10 * (ordinal + 1),
          signature: draft.outcome === "error" ? "exit 1" : null,
          ...(isEdit
            ? { tool: "Edit", head: "Edit", command: null, path: "~/ours/a.ts" }
            : { command, head: command.split(" ").slice(0, 2).join(" ") }),
        }),
      ),
    })),
  );

test("law: neither the order of the logs nor that of the calls in a log matters", () => {
  const shuffled = anyLogs.chain((logs) =>
    fc.tuple(
      fc.constant(logs),
      fc
        .tuple(
          ...logs.map(({ calls, corrections }) =>
            fc
              .shuffledSubarray([...calls], { minLength: calls.length })
              .map((others): CallsOfLog => ({ calls: others, corrections })),
          ),
        )
        .chain((others) => fc.shuffledSubarray([...others], { minLength: others.length })),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([logs, others]) => {
      expect(backtestLogs(lessons, others, options)).toEqual(backtestLogs(lessons, logs, options));
    }),
    law(),
  );
});

test("law: every fire has exactly one ending", () => {
  fc.assert(
    fc.property(anyLogs, (logs) => {
      for (const each of backtestLogs(lessons, logs, options).values()) {
        const { replay, stopped, reverted, corrected, retried, falseFires } = each;
        const endings = [replay.failed, stopped, reverted, corrected, retried, falseFires];
        expect(endings.reduce((sum, count) => sum + count, 0)).toBe(replay.fired);
        expect(each.examples.falseFires.length).toBe(Math.min(5, falseFires));
        expect(each.examples.failed.length).toBe(Math.min(5, replay.failed));
        const { fired, all } = replay.ownFailures;
        expect(each.examples.warned.length).toBe(Math.min(5, fired));
        expect(each.examples.missed.length).toBe(Math.min(5, all - fired));
      }
    }),
    law(),
  );
});

test("law: what is said of a lesson does not depend on the others, and logs add up", () => {
  fc.assert(
    fc.property(anyLogs, (logs) => {
      const together = backtestLogs(lessons, logs, options);
      for (const lesson of lessons) {
        expect(backtestLogs([lesson], logs, options).get(lesson.id)).toEqual(
          together.get(lesson.id),
        );
        const alone = logs.map(
          (log) => backtestLogs([lesson], [log], options).get(lesson.id)?.falseFires ?? 0,
        );
        expect(alone.reduce((sum, count) => sum + count, 0)).toBe(
          together.get(lesson.id)?.falseFires,
        );
      }
    }),
    law(),
  );
});

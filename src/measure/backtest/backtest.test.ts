import { expect, test } from "vitest";
import { ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { readyLesson } from "../../../test/kit/ready-lesson.ts";
import type { CallsOfLog, LedgerCall, LessonOrigins } from "../../capture/ledger/ledger-call.ts";
import { backtestLogs, type Backtest } from "./backtest.ts";

const stash = readyLesson({
  toolNames: ["Bash"],
  commandPatterns: ["^git\\s+stash\\b(?!.*\\s-u)"],
});
const lost = {
  head: "git stash",
  signature: "No local changes to save",
  outcome: "error",
} as const;
const learned: LessonOrigins = {
  sightings: [],
  failures: [{ tool: "Bash", head: "git stash", signature: "No local changes to save" }],
};

function backtest(logs: readonly CallsOfLog[], origins?: LessonOrigins): Backtest | undefined {
  const options = origins === undefined ? {} : { origins: new Map([[stash.id, origins]]) };
  return backtestLogs([stash], logs, { threshold: 700, ...options }).get(stash.id);
}

/** Shell calls one after the other, each on a line of its own. */
function log(
  calls: readonly (string | Partial<LedgerCall>)[],
  corrections: readonly number[] = [],
  number = 1,
): CallsOfLog {
  return {
    calls: calls.map((call, index) =>
      ledgerCall({
        log: { ...ourLog, number, sessionId: `s${number}` },
        ordinal: index,
        line: 10 * (index + 1),
        ...(typeof call === "string" ? { command: call, head: call } : call),
      }),
    ),
    corrections,
  };
}

const five = ["ls", "ls", "ls", "ls", "ls"];

test("every fire of a history has one ending, and each is counted and shown", () => {
  const logs = [
    log(["git stash", ...five], [], 1),
    log(["git stash", "git checkout -- a.ts"], [], 2),
    log(["git stash", "ls"], [15], 3),
    log(["cd x\ngit stash", "git stash -u"], [], 4),
    log(
      [
        { ...lost, command: "git stash" },
        { ...lost, command: "git stash -u" },
      ],
      [],
      5,
    ),
    log([{ command: "git stash", outcome: "rejected" }], [], 6),
    log([{ command: "git stash", outcome: "timeout" }], [], 7),
  ];
  const { replay, examples, ...counts } = backtest(logs, learned) ?? {};
  expect(counts).toEqual({
    stopped: 1,
    reverted: 1,
    corrected: 1,
    retried: 1,
    falseFires: 1,
    isSilent: false,
  });
  expect(replay).toMatchObject({
    fired: 7,
    sessions: 7,
    failed: 2,
    ownFailures: { fired: 1, all: 2 },
    reach: { calls: 16, sessions: 7 },
  });
  const sessions = Object.entries(examples ?? {}).map(([name, list]) => [
    name,
    list.map(({ sessionId, shown }) => `${sessionId} ${shown}`),
  ]);
  expect(Object.fromEntries(sessions)).toEqual({
    failed: ["s5 git stash", "s7 git stash"],
    warned: ["s5 git stash"],
    missed: ["s5 git stash -u"],
    falseFires: ["s1 git stash"],
  });
});

type Counts = Partial<Pick<Backtest, "reverted" | "corrected" | "retried" | "falseFires">>;

test.each<[string, Counts, CallsOfLog]>([
  [
    "the fifth call puts files back",
    { reverted: 1 },
    log(["git stash", "ls", "ls", "ls", "ls", "git reset --hard"]),
  ],
  ["only the sixth does", { falseFires: 1 }, log(["git stash", ...five, "git reset --hard"])],
  [
    "putting back failed",
    { falseFires: 1 },
    log(["git stash", { command: "git reset --hard", outcome: "error" }]),
  ],
  [
    "a person speaks before the sixth call",
    { corrected: 1 },
    log(["git stash", ...five, "ls"], [65]),
  ],
  [
    "a person speaks after the sixth call",
    { falseFires: 1 },
    log(["git stash", ...five, "ls"], [75]),
  ],
  ["a person spoke before", { falseFires: 1 }, log(["git stash", "ls"], [5])],
  [
    "a person speaks in the main conversation while a subagent works",
    { falseFires: 1 },
    log([{ command: "git stash", thread: "explore" }, "ls"], [15]),
  ],
  [
    "a better form comes fifth",
    { retried: 1 },
    log(["git stash", "ls", "ls", "ls", "ls", "git stash -u"]),
  ],
  ["a better form comes sixth", { falseFires: 1 }, log(["git stash", ...five, "git stash -u"])],
  ["it fires again", { falseFires: 2 }, log(["git stash", "ls", "git stash"])],
  [
    "what is repeated is another command of the line",
    { falseFires: 1 },
    log(["git stash\nnpm test", "npm test"]),
  ],
  [
    "another conversation makes the better call",
    { falseFires: 1 },
    log(["git stash", { command: "git stash -u", thread: "explore" }]),
  ],
])("after a fire %s", (_what, counts, calls) => {
  expect(backtest([calls])).toMatchObject({
    reverted: 0,
    corrected: 0,
    retried: 0,
    falseFires: 0,
    ...counts,
  });
});

test("a file that was written and removed again is reverted; a second edit of it is work", () => {
  const lesson = readyLesson({ pathPatterns: ["**/a.ts"] });
  const edit = { tool: "Edit", head: "Edit", command: null, path: "~/ours/src/a.ts" } as const;
  const removed = log([edit, "rm src/a.ts"], [], 1);
  const again = log([edit, edit], [], 2);
  const counts = backtestLogs([lesson], [removed, again], { threshold: 700 }).get(lesson.id);
  expect(counts).toMatchObject({ reverted: 1, retried: 0, falseFires: 2, isSilent: true });
});

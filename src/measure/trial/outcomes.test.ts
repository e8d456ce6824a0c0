import { expect, test } from "vitest";
import { keepLedger, ledgerCall, ourLog } from "../../../test/kit/ledger.ts";
import { freshContext, noon } from "../../../test/kit/store.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { TrialEntry } from "../../deliver/trial/trials.ts";
import { prepared } from "../../platform/database/database.ts";
import { judgeEntries, type TriedLesson } from "./outcomes.ts";

const at = (seconds: number) => new Date(Date.parse(noon) + seconds * 1000).toISOString();

/** A mistake is a failure; with `firing`, a command that begins with `bad`. */
function tried({ firing = false, isBeforeCall = false } = {}): TriedLesson {
  return {
    isBeforeCall,
    lens: {
      isOwnFailure: ({ signature }) => !firing && signature === "own",
      firingAt: ({ command }) =>
        command?.startsWith("bad") === true ? { id: "L", shown: command } : undefined,
      isBrokenByFiring: firing,
    },
  };
}

/** The first call got the lesson, or would have got it. Calls are ten seconds apart. */
const entry: TrialEntry = {
  lesson: "L",
  agent: "claude-code",
  sessionId: "s1",
  subagent: null,
  at: at(1),
  moment: "call",
  idKey: 100,
  tool: "Bash",
  isWithheld: true,
};

interface Story {
  readonly calls: readonly Partial<LedgerCall>[];
  readonly entry?: Partial<TrialEntry>;
  readonly lesson?: TriedLesson;
  readonly stoppedAt?: string | null;
  readonly readUpTo?: string;
}

function outcomeOf({
  calls,
  entry: change,
  lesson = tried(),
  stoppedAt = null,
  readUpTo = at(999),
}: Story) {
  const { database } = freshContext();
  const made = calls.map((call, index) =>
    ledgerCall({ ordinal: index, line: 1 + 3 * index, at: at(10 * index), ...call }),
  );
  keepLedger(database, made);
  prepared(database, "UPDATE calls SET id_key = 100 + ordinal WHERE log = 1").run();
  prepared(database, "UPDATE logs SET ended_at = ?").run(readUpTo);
  const whole = { ...entry, ...change };
  const [judged] = judgeEntries(database, { stoppedAt }, [whole], new Map([["L", lesson]]));
  return judged?.outcome;
}

const own = { outcome: "error", signature: "own" } as const;

test("a session repeats the mistake when it fails again after the call that the lesson came with, and not by that call", () => {
  expect(outcomeOf({ calls: [own, {}, own] })).toBe("repeated");
  expect(outcomeOf({ calls: [own, {}] })).toBe("not-repeated");
  expect(outcomeOf({ calls: [own] })).toBe("not-repeated");
});

test("calls that were made in the same breath could not know the lesson, and count on neither side", () => {
  expect(outcomeOf({ calls: [own, { ...own, line: 2 }, { line: 9 }] })).toBe("not-repeated");
});

test("who goes without a lesson from the start is counted from the start", () => {
  const start = { moment: "start", idKey: null, at: at(-1) } as const;
  expect(outcomeOf({ calls: [own], entry: start })).toBe("repeated");
  expect(outcomeOf({ calls: [{}], entry: start })).toBe("not-repeated");
});

test("other conversations of the session count from that time on", () => {
  const subagent = { log: { ...ourLog, number: 2 }, thread: "a7", ...own };
  expect(outcomeOf({ calls: [own, { ...subagent, at: at(5) }] })).toBe("repeated");
  expect(outcomeOf({ calls: [own, { ...subagent, at: at(0) }] })).toBe("not-repeated");
});

test("a call that the log does not show is told by its time", () => {
  const unknown = { idKey: 7, at: at(15) };
  expect(outcomeOf({ calls: [own, own, {}], entry: unknown })).toBe("not-repeated");
  expect(outcomeOf({ calls: [own, own, own], entry: unknown })).toBe("repeated");
});

test("the call itself counts where a lesson acts on it: what was held or corrected was not made", () => {
  const lesson = tried({ firing: true, isBeforeCall: true });
  expect(outcomeOf({ calls: [{ command: "bad" }], lesson })).toBe("repeated");
  expect(outcomeOf({ calls: [{ command: "bad", treatment: "held" }], lesson })).toBe(
    "not-repeated",
  );
  expect(outcomeOf({ calls: [{ command: "bad" }], lesson: tried({ firing: true }) })).toBe(
    "not-repeated",
  );
});

test("a lesson from no failure is broken by a command that it forbids, one from failures only by these", () => {
  const calls = [{ command: "bad 1" }, { command: "bad 2" }];
  expect(outcomeOf({ calls, lesson: tried({ firing: true }) })).toBe("repeated");
  expect(outcomeOf({ calls })).toBe("not-repeated");
});

test("what happened after the end of the trial does not count", () => {
  expect(outcomeOf({ calls: [own, {}, own], stoppedAt: at(15) })).toBe("not-repeated");
  expect(outcomeOf({ calls: [own, {}, own], stoppedAt: at(25) })).toBe("repeated");
});

test("a session is pending until its log has been read past the moment", () => {
  expect(outcomeOf({ calls: [own, own], readUpTo: at(0) })).toBe("pending");
  expect(outcomeOf({ calls: [], entry: { sessionId: "unread" } })).toBe("pending");
});

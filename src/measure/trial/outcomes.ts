import { resultLines } from "../../capture/ledger/calls.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import { sessionCosts } from "../../capture/ledger/logs.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { callsOfLog } from "../../capture/ledger/replay-calls.ts";
import type { Trial, TrialEntry } from "../../deliver/trial/trials.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { type Database, queryAll } from "../../platform/database/database.ts";
import { callsKnowing } from "../effect/judge-deliveries.ts";
import type { LessonLens } from "../effect/judge-effect.ts";

/** A session on one side of a lesson's comparison, and what it came to. */
export interface JudgedEntry {
  readonly entry: TrialEntry;
  /** `pending`: its log has not been read that far. */
  readonly outcome: "repeated" | "not-repeated" | "pending";
}

/** A lesson as the trial looks for its mistake. */
export interface TriedLesson {
  readonly lens: LessonLens;
  /** Whether it acts on the call itself: then that call counts, too. Advice arrives with the result of its call. */
  readonly isBeforeCall: boolean;
}

/**
 * Whether the mistake was made in a session after the lesson came or would have come there, by the lesson as it is now. The rule does not
 * know on which side a session is. What happened after the end of the trial is not looked at.
 */
export function judgeEntries(
  database: Database,
  { stoppedAt }: Pick<Trial, "stoppedAt">,
  entries: readonly TrialEntry[],
  lessons: ReadonlyMap<LessonId, TriedLesson>,
): readonly JudgedEntry[] {
  const readUpTo = new Map(sessionCosts(database).map((row) => [sessionKey(row), row.endedAt]));
  const bySession = Map.groupBy(entries, (entry) => sessionKey(entry));
  return [...bySession].flatMap(([session, own]) => {
    const [first] = own;
    const calls = first && new SessionLedger(database, first);
    return own.map((entry): JudgedEntry => {
      const lesson = lessons.get(entry.lesson);
      const upTo = readUpTo.get(session) ?? "";
      if (lesson === undefined || calls === undefined || upTo < entry.at)
        return { entry, outcome: "pending" };
      const later = calls.after(entry, lesson.isBeforeCall);
      const isRepeated = later.some(
        (call) =>
          (stoppedAt === null || (call.at ?? "") < stoppedAt) && isMistake(call, lesson.lens),
      );
      return { entry, outcome: isRepeated ? "repeated" : "not-repeated" };
    });
  });
}

function isMistake(call: LedgerCall, lens: LessonLens): boolean {
  if (lens.isOwnFailure(call)) return true;
  // What was refused or corrected was not made.
  const hasRun = call.treatment !== "held" && call.treatment !== "rewritten";
  return (
    lens.isBrokenByFiring && hasRun && call.command !== null && lens.firingAt(call) !== undefined
  );
}

/** All calls of one session, its subagents' included. */
class SessionLedger {
  readonly #database: Database;
  readonly #logs: ReadonlyMap<number, readonly LedgerCall[]>;
  readonly #byId: ReadonlyMap<number, { readonly log: number; readonly ordinal: number }>;

  constructor(database: Database, { agent, sessionId }: TrialEntry) {
    this.#database = database;
    const rows = queryAll<{ log: number; ordinal: number | null; idKey: number | null }>(
      database,
      `SELECT logs.number AS log, calls.ordinal, calls.id_key AS idKey
       FROM logs LEFT JOIN calls ON calls.log = logs.number WHERE logs.agent = ? AND logs.session_id = ?`,
      agent,
      sessionId,
    );
    this.#byId = new Map(
      rows.flatMap(({ log, ordinal, idKey }) =>
        idKey === null || ordinal === null ? [] : [[idKey, { log, ordinal }] as const],
      ),
    );
    const numbers = [...new Set(rows.map(({ log }) => log))];
    this.#logs = new Map(numbers.map((log) => [log, inOrder(callsOfLog(database, log).calls)]));
  }

  /** Made knowing the lesson in the conversation that it came to, and later than that in all others. */
  after(entry: TrialEntry, isItselfIn: boolean): readonly LedgerCall[] {
    const own = this.#callOf(entry);
    const all = [...this.#logs.values()].flat();
    if (own === undefined) return all.filter(({ at }) => at === null || at > entry.at);
    const results = resultLines(this.#database, [{ log: own.log.number, ordinal: own.ordinal }]);
    const lines = results.get(own.log.number) ?? new Map<number, number>();
    const knowing = callsKnowing(own, this.#logs.get(own.log.number) ?? [], lines);
    const elsewhere = all.filter(
      ({ log, thread, at }) =>
        (log !== own.log || thread !== own.thread) && at !== null && at > entry.at,
    );
    return [...(isItselfIn ? [own] : []), ...knowing, ...elsewhere];
  }

  /** Undefined at a start, and where the log does not show the call: then time alone tells. */
  #callOf({ moment, idKey }: TrialEntry): LedgerCall | undefined {
    const place = moment === "start" || idKey === null ? undefined : this.#byId.get(idKey);
    if (place === undefined) return undefined;
    return this.#logs.get(place.log)?.find(({ ordinal }) => ordinal === place.ordinal);
  }
}

function inOrder(calls: readonly LedgerCall[]): readonly LedgerCall[] {
  return calls.toSorted((one, other) => one.ordinal - other.ordinal);
}

import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import type { CallsOfLog, LedgerCall, LedgerLog } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { EffectJudge, type JudgedDelivery, effectUnseen } from "../effect/judge.ts";
import { FailureTally } from "../recurrence/recurrences.ts";
import { ReplayMatcher } from "../replay/matcher.ts";
import { OwnFailures } from "../replay/origins.ts";
import { SessionTally, type SeenSession } from "../recurrence/recurrence-rate.ts";
import { MissedCritical, type MissedLesson, type MissedOptions } from "./missed-critical.ts";
import { eachLogOfCalls, callsOfLog } from "../../capture/ledger/replay-calls.ts";
import type { Database } from "../../platform/database/database.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { MeasuredLessons } from "./measured-lessons.ts";
import type { ConversationCall } from "./instructed-conversations.ts";
import { resultLines } from "../../capture/ledger/calls.ts";
import { logsWithCopies } from "../../deliver/spool/deliveries.ts";

interface WalkRequest {
  readonly measured: MeasuredLessons;
  /** All that was ever delivered. */
  readonly notes: readonly DeliveryNote[];
  readonly threshold: number;
  readonly critical: readonly ReadyLesson[];
  readonly missed: MissedOptions;
  /** How far the logs of each session were read, by `sessionKey`. */
  readonly readUpTo: ReadonlyMap<string, string | null>;
  /** Sessions whose calls are wanted one by one, by `sessionKey`. */
  readonly isInstructed: (session: string) => boolean;
  readonly since?: string | undefined;
}

/** What the ledger says about lessons, seen in one walk over all its calls. */
export interface Walked {
  readonly calls: number;
  readonly sessions: readonly SeenSession[];
  /** By lesson, how often its own failure was made in which sessions. */
  readonly ownFailures: ReadonlyMap<LessonId, ReadonlyMap<SeenSession, number>>;
  readonly judged: readonly JudgedDelivery[];
  readonly failures: FailureTally;
  readonly missed: readonly MissedLesson[];
  /** Of the sessions that were shown the protocol. */
  readonly instructedCalls: ReadonlyMap<LedgerLog, readonly ConversationCall[]>;
}

export function walkLedger(database: Database, request: WalkRequest): Walked {
  const { measured, threshold, critical, since = "" } = request;
  const ready = measured.lessons.flatMap((each) => each.ready ?? []);
  // Most lessons were never delivered, and what would have come of them is not asked.
  const delivered = new Set(request.notes.map(({ lesson }) => lesson));
  const judge = new EffectJudge(
    ready.filter(({ id }) => delivered.has(id)),
    { threshold, origins: measured.origins },
  );
  const verdicts = new DeliveryVerdicts(database, request.notes, judge);
  const tally = new CallTally(new OwnFailures(ready, measured.origins));
  const matcher = new ReplayMatcher(critical, threshold);
  const missed = new MissedCritical(request.missed);
  const instructedCalls = new Map<LedgerLog, readonly ConversationCall[]>();
  for (const log of eachLogOfCalls(database, {})) {
    const facts = log.calls[0]?.log;
    if (facts === undefined) continue;
    verdicts.add(log);
    const session = sessionKey(facts);
    if (request.isInstructed(session))
      instructedCalls.set(
        facts,
        log.calls.map(({ line, thread }) => ({ line, thread })),
      );
    const isWatched = critical.length > 0 && missed.isWatched(session);
    for (const call of log.calls) {
      if (since !== "" && (call.at ?? "") < since) continue;
      tally.add(call);
      if (isWatched) missed.add(call, matcher.firingAt(call));
    }
  }
  return {
    calls: tally.calls,
    sessions: tally.book.all(),
    ownFailures: tally.ownFailures,
    judged: verdicts.list(request.readUpTo),
    failures: tally.failures,
    missed: missed.list(),
    instructedCalls,
  };
}

/** What is counted of every call. */
class CallTally {
  calls = 0;
  readonly book = new SessionTally();
  readonly failures = new FailureTally();
  readonly ownFailures = new Map<LessonId, Map<SeenSession, number>>();
  readonly #own: OwnFailures;

  constructor(own: OwnFailures) {
    this.#own = own;
  }

  add(call: LedgerCall): void {
    this.calls += 1;
    this.failures.add(call);
    const session = this.book.add(call);
    if (session === undefined) return;
    for (const { id } of this.#own.lessonsOf(call)) {
      const found = this.ownFailures.get(id) ?? new Map<SeenSession, number>();
      this.ownFailures.set(id, found.set(session, (found.get(session) ?? 0) + 1));
    }
  }
}

/** What came of deliveries, found out log by log. Of a log that repeats another, all calls are read. */
export class DeliveryVerdicts {
  readonly #notes: readonly DeliveryNote[];
  readonly #notesByLog: ReadonlyMap<number | undefined, readonly DeliveryNote[]>;
  readonly #resultLines: ReturnType<typeof resultLines>;
  readonly #judge: EffectJudge;
  readonly #judged = new Map<DeliveryNote, JudgedDelivery>();

  constructor(database: Database, notes: readonly DeliveryNote[], judge: EffectJudge) {
    this.#notes = notes;
    this.#judge = judge;
    this.#notesByLog = Map.groupBy(notes, ({ call }) => call?.log);
    const calls = notes.flatMap(({ call }) => call ?? []);
    this.#resultLines = resultLines(database, calls);
    const logs = new Set(calls.map(({ log }) => log));
    for (const log of logsWithCopies(database, logs)) this.#hear(log, callsOfLog(database, log));
  }

  /** The calls of a log that count there. */
  add(log: CallsOfLog): void {
    const number = log.calls[0]?.log.number;
    if (number !== undefined) this.#hear(number, log);
  }

  #hear(number: number, log: CallsOfLog): void {
    const notes = this.#notesByLog.get(number) ?? [];
    if (notes.every((note) => this.#judged.has(note))) return;
    const lines = this.#resultLines.get(number) ?? new Map<number, number>();
    for (const each of this.#judge.judge(notes, log, lines)) this.#judged.set(each.note, each);
  }

  /** Of every delivery one. `readUpTo`: how far the logs of each session were read, by `sessionKey`. */
  list(readUpTo: ReadonlyMap<string, string | null>): readonly JudgedDelivery[] {
    return this.#notes.map(
      (note) =>
        this.#judged.get(note) ?? {
          note,
          effect: effectUnseen(note, readUpTo.get(sessionKey(note)) ?? null),
        },
    );
  }
}

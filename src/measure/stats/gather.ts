import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import type { Owner } from "../../redact/owner.ts";
import { checklistItems } from "../effect/checklist-items.ts";
import { type JudgedDelivery, EffectJudge, DeliveryVerdicts } from "../effect/judge-deliveries.ts";
import { eachDelivery, inOwnSession } from "../../deliver/spool/deliveries.ts";
import { sessionCosts, type SessionCostRow } from "../../capture/ledger/logs.ts";
import { sessionStarts, type SessionStart } from "../../deliver/spool/session-starts.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { takeSpool } from "../../deliver/spool/take-spool.ts";
import type { Context } from "../../platform/context.ts";
import { measuredLessons, type MeasuredLesson, type MeasuredLessons } from "./measured-lessons.ts";
import { InstructedSessions, type ConversationCall } from "./instructed-conversations.ts";
import { deliveryDues, MissedCritical, type MissedLesson } from "./missed-critical.ts";
import type { LedgerCall, LedgerLog } from "../../capture/ledger/ledger-call.ts";
import { isFailed } from "../replay/tally.ts";
import { FailureTally } from "../recurrence/recurrences.ts";
import { ReplayMatcher } from "../replay/matcher.ts";
import { OwnFailures } from "../replay/origins.ts";
import { SessionTally, type SeenSession } from "../recurrence/recurrence-rate.ts";
import { eachLogOfCalls } from "../../capture/ledger/replay-calls.ts";

export interface GatherRequest {
  /** Where hooks put their notes. */
  readonly spool: string;
  readonly owner: Owner;
  readonly since?: string | undefined;
}

/** All that the numbers are made of. */
export interface Gathered extends Noted, Walked {}

/** What the store knows before the ledger is looked through. */
interface Noted {
  readonly measured: MeasuredLessons;
  /** Everything that was ever delivered. */
  readonly notes: readonly DeliveryNote[];
  /** Sessions and subagents that began with us since the time that was asked for. */
  readonly starts: readonly SessionStart[];
  readonly instructed: InstructedSessions;
  /** Of every session that was read. */
  readonly costs: readonly SessionCostRow[];
  /** In thousandths. */
  readonly threshold: number;
}

interface DayOfCalls {
  readonly calls: number;
  readonly failed: number;
}

/** What the ledger says about lessons, seen in one walk over all its calls. */
interface Walked {
  readonly calls: number;
  readonly sessions: readonly SeenSession[];
  /** By lesson, how often its own failure was made in which sessions. */
  readonly ownFailures: ReadonlyMap<LessonId, ReadonlyMap<SeenSession, number>>;
  /** What came of the deliveries since the time that was asked for. */
  readonly judged: readonly JudgedDelivery[];
  readonly failures: FailureTally;
  /** By day, `2026-11-18` in UTC. */
  readonly days: ReadonlyMap<string, DayOfCalls>;
  readonly missed: readonly MissedLesson[];
  /** Of the sessions that were shown the protocol. */
  readonly instructedCalls: ReadonlyMap<LedgerLog, readonly ConversationCall[]>;
}

/** Takes over what hooks have noted, and looks through the ledger once. `also`: lessons that may never have been in use. */
export async function gather(
  context: Context,
  { spool, owner, since = "" }: GatherRequest,
  also: readonly LessonId[] = [],
): Promise<Gathered> {
  const { database, config } = context;
  await takeSpool(database, { folder: spool, owner });
  const notes = inOwnSession(database, [...eachDelivery(database)]);
  const starts = sessionStarts(database).filter(({ at }) => at >= since);
  const named = new Set([...notes.map(({ lesson }) => lesson), ...also]);
  const noted: Noted = {
    measured: measuredLessons(database, named, since),
    notes,
    starts,
    instructed: new InstructedSessions(starts),
    costs: sessionCosts(database),
    threshold: deliveryConfig(config).relevanceThreshold,
  };
  return { ...noted, ...walkLedger(context, noted, since) };
}

function walkLedger({ database, config }: Context, noted: Noted, since: string): Walked {
  const { measured, notes, starts, instructed, costs, threshold } = noted;
  const ready = measured.lessons.flatMap((each) => each.ready ?? []);
  // Most lessons were never delivered, and what would have come of them is not asked.
  const delivered = new Set(notes.map(({ lesson }) => lesson));
  const judge = new EffectJudge(
    ready.filter(({ id }) => delivered.has(id)),
    {
      threshold,
      origins: measured.origins,
      checklists: checklistItems(measured.lessons.map(({ lesson }) => lesson)),
    },
  );
  const verdicts = new DeliveryVerdicts(database, notes, judge);
  const critical = measured.lessons.filter((each) => isDue(each, config));
  const matcher = new ReplayMatcher(
    critical.flatMap((each) => each.ready ?? []),
    threshold,
  );
  const missed = new MissedCritical(deliveryDues(database, critical, starts, notes));
  const tally = new CallTally(new OwnFailures(ready, measured.origins));
  const instructedCalls = new Map<LedgerLog, readonly ConversationCall[]>();
  for (const log of eachLogOfCalls(database, {})) {
    const facts = log.calls[0]?.log;
    if (facts === undefined) continue;
    verdicts.add(log);
    const session = sessionKey(facts);
    if (instructed.has(session)) {
      const places = log.calls.map(({ line, thread }) => ({ line, thread }));
      instructedCalls.set(facts, places);
    }
    const isWatched = critical.length > 0 && missed.isWatched(session);
    for (const call of log.calls) {
      if ((call.at ?? "") < since) continue;
      tally.add(call);
      if (isWatched) missed.add(call, matcher.firingAt(call));
    }
  }
  const readUpTo = new Map(costs.map((row) => [sessionKey(row), row.endedAt]));
  return {
    calls: tally.calls,
    sessions: tally.book.all(),
    ownFailures: tally.ownFailures,
    judged: verdicts.list(readUpTo).filter(({ note }) => note.at >= since),
    failures: tally.failures,
    days: tally.days,
    missed: missed.list(),
    instructedCalls,
  };
}

/** Whether hooks deliver it, and it is critical. */
function isDue(
  { lesson: { stage, priority, confidence } }: MeasuredLesson,
  { minConfidence, minPriority }: Context["config"],
): boolean {
  return (
    stage.status === "active" &&
    levelOf(priority) === "CRITICAL" &&
    confidence >= minConfidence &&
    priority >= minPriority
  );
}

/** What is counted of every call. */
class CallTally {
  calls = 0;
  readonly days = new Map<string, { calls: number; failed: number }>();
  readonly book = new SessionTally();
  readonly failures = new FailureTally();
  readonly ownFailures = new Map<LessonId, Map<SeenSession, number>>();
  readonly #own: OwnFailures;

  constructor(own: OwnFailures) {
    this.#own = own;
  }

  add(call: LedgerCall): void {
    this.calls += 1;
    this.#addToDay(call);
    this.failures.add(call);
    const session = this.book.add(call);
    if (session === undefined) return;
    for (const { id } of this.#own.lessonsOf(call)) {
      const found = this.ownFailures.get(id) ?? new Map<SeenSession, number>();
      this.ownFailures.set(id, found.set(session, (found.get(session) ?? 0) + 1));
    }
  }

  #addToDay({ at, outcome }: LedgerCall): void {
    if (at === null) return;
    const day = at.slice(0, "2026-11-18".length);
    const counts = this.days.get(day) ?? { calls: 0, failed: 0 };
    this.days.set(day, counts);
    counts.calls += 1;
    if (isFailed(outcome)) counts.failed += 1;
  }
}

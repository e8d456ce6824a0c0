import type { Lesson } from "../../lesson/record/lesson.ts";
import { mostScore } from "../../match/relevance.ts";
import { patternWords } from "../../match/pattern/words.ts";
import { triggerReading } from "../../match/trigger-words.ts";
import { backtestLogs, type Backtest } from "../backtest/backtest.ts";
import { ReplayReach } from "../replay/reach.ts";
import { headOutcomes, startOfNewestCalls, type HeadOutcome } from "../../capture/ledger/calls.ts";
import { lessonsToReview, type CountedLesson } from "../../review/lessons-to-review.ts";
import { eachLogOfCalls, lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import {
  counted,
  readyToReplay,
  type BacktestReport,
  type TestedLesson,
} from "../backtest/run-backtest.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import type { Context } from "../../platform/context.ts";

/** The candidates whose triggers have proved themselves on this person's own calls, the best first. */
export interface BestCandidates extends BacktestReport {
  /** How many wait for a person. */
  readonly waiting: number;
  /** How many of them were replayed. */
  readonly tested: number;
  /** Only calls since then were replayed; absent when all were. */
  readonly since?: string;
}

/**
 * Replays the candidates that came back in most sessions, and takes those that fired at more calls that failed than
 * calls that went well. Priority is not asked: it says how bad a mistake is, not whether the trigger finds it.
 */
export function bestCandidates({ database, config }: Context): BestCandidates {
  const threshold = deliveryConfig(config).relevanceThreshold;
  const waiting = lessonsToReview(database);
  const origins = lessonOrigins(
    database,
    waiting.map(({ lesson }) => lesson.id),
  );
  const heads = headOutcomes(database);
  const since = startOfNewestCalls(database, mostCalls);
  const period = since === undefined ? {} : { since };
  const tested = waiting
    .filter(({ lastSeenAt = "" }) => lastSeenAt >= (since ?? ""))
    .filter(({ lesson }) => (origins.get(lesson.id)?.failures ?? []).length > 0)
    .filter(({ lesson }) => !isMostlyFine(lesson, heads))
    .toSorted(byRecurrence)
    .map(({ lesson }) => ({ lesson, ready: readyToReplay(lesson) }))
    .filter(({ ready }) => ready.commandPatterns.length + ready.pathPatterns.length > 0)
    .filter(({ ready }) => mostScore(ready) >= threshold)
    .slice(0, mostTested);
  const reach = new ReplayReach();
  const backtests = backtestLogs(
    tested.map(({ ready }) => ready),
    counted(eachLogOfCalls(database, period), reach),
    { threshold, origins },
  );
  const results = tested.flatMap(({ lesson }) => {
    const backtest = backtests.get(lesson.id);
    return backtest === undefined ? [] : [{ lesson, isStored: true, backtest }];
  });
  return {
    waiting: waiting.length,
    tested: tested.length,
    ...period,
    reach: reach.of("global"),
    lessons: best(results),
  };
}

/** What takes half a second. One that came back less often than sixteen others is hardly among the best three. */
const mostTested = 16;
const mostCalls = 30_000;
const mostShown = 3;

/**
 * Whether a trigger asks for nothing but a command that mostly goes well. The ledger says so without a replay, which
 * takes longest for just these.
 */
function isMostlyFine({ triggers }: Lesson, heads: ReadonlyMap<string, HeadOutcome>): boolean {
  return triggers.commandPatterns.some((pattern) => {
    const words = patternWords(pattern);
    if (words === undefined || words.with.length > 0) return false;
    const { calls, failed } = heads.get(words.text) ?? { calls: 0, failed: 0 };
    return 2 * failed < calls;
  });
}

function byRecurrence(one: CountedLesson, other: CountedLesson): number {
  return (
    other.counts.sessionCount - one.counts.sessionCount ||
    other.counts.occurrenceCount - one.counts.occurrenceCount ||
    (one.lesson.slug < other.lesson.slug ? -1 : 1)
  );
}

function best(tested: readonly TestedLesson[]): readonly TestedLesson[] {
  const proved = tested
    .filter(({ backtest }) => gain(backtest) > 0)
    .toSorted(
      (one, other) =>
        gain(other.backtest) - gain(one.backtest) ||
        other.backtest.replay.sessions - one.backtest.replay.sessions ||
        (one.lesson.slug < other.lesson.slug ? -1 : 1),
    );
  return firstOfEach(
    firstOfEach(proved, ({ lesson }) => triggerReading(lesson.triggers)),
    ({ lesson }) => lesson.summary,
  ).slice(0, mostShown);
}

/** Two that fire at the same calls, or say the same, read like a repetition. */
function firstOfEach(
  lessons: readonly TestedLesson[],
  keyOf: (tested: TestedLesson) => string,
): readonly TestedLesson[] {
  return [...Map.groupBy(lessons, keyOf).values()].flatMap(([first]) => first ?? []);
}

/** What was made again in a better form counts neither way: the agent found out, but late. */
function gain({ replay, falseFires }: Backtest): number {
  return replay.failed - falseFires;
}

import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { isForCalls } from "../../lesson/record/triggers.ts";
import { mostScore } from "../../match/relevance.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import type { Backtest } from "./backtest.ts";
import { Recurrences, type RecurrenceCounts } from "../recurrence/recurrences.ts";
import type { Reach } from "../replay/tally.ts";
import type { ReplayOptions } from "../replay/replay.ts";
import {
  copyEpisodes,
  knownMistakes,
  mistakesSince,
} from "../../capture/episodes/known-mistakes.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import { medianTime, type ReplayPeriod } from "../../capture/ledger/replay-calls.ts";
import { backtestHistory, byFires, readyToReplay, type TestedLesson } from "./run-backtest.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { moveLesson } from "../../lesson/move.ts";
import { aggregate } from "../../capture/derive/settle-clusters.ts";
import type { Context } from "../../platform/context.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { Firing } from "../replay/matcher.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../platform/database/database.ts";

export interface SplitRequest {
  /** A time, or `auto`: the one in the middle of the calls. */
  readonly split: string;
  readonly since?: string | undefined;
}

/** What lessons from before a time would have done after it. */
export interface SplitReport {
  readonly splitAt: string;
  /** What was learned from. */
  readonly before: Reach;
  /** What was replayed. */
  readonly after: Reach;
  /** With every candidate approved, and with those alone whose backtest before the split looked good. */
  readonly every: SplitOutcome;
  readonly sound: SplitOutcome;
  /** Those that fire after the split or whose mistake came back, what fires most first. */
  readonly lessons: readonly (TestedLesson & { readonly isSound: boolean })[];
}

/**
 * Learns from what happened before a time, as if candidates had been approved at that moment, and replays
 * what happened after it. Lessons that are in use are not asked. Undefined without calls that have a time.
 */
export function splitBacktest(
  context: Context,
  { split, since }: SplitRequest,
): SplitReport | undefined {
  const { database } = context;
  const splitAt = split === "auto" ? medianTime(database, since) : split;
  if (splitAt === undefined) return undefined;
  const past = { since, until: splitAt };
  const future = { since: since !== undefined && since > splitAt ? since : splitAt };
  return inScratchStore(context, (school) => {
    copyEpisodes(database, school.database, past);
    const lessons = learnAll(school);
    const replay = (period: ReplayPeriod, onCall?: ReplayOptions["onCall"]) =>
      backtestHistory(context, lessons, period, {
        from: school.database,
        isStored: false,
        onCall,
      });

    const before = replay(past);
    const every = new Set(lessons.map(({ id }) => id));
    const sound = new Set(
      before.lessons.flatMap(({ lesson, backtest }) => (isSound(backtest) ? [lesson.id] : [])),
    );
    const mistakes = mistakesSince(database, future.since);
    const known = knownMistakes(school.database);
    const threshold = deliveryConfig(context.config).relevanceThreshold;
    const aimed = new Set(
      lessons.map(readyToReplay).flatMap((each) => (isAimed(each, threshold) ? [each.id] : [])),
    );
    const tallyOf = (all: ReadonlySet<LessonId>) =>
      new SplitTally(all, new Recurrences(mistakes, known, { all, aimed }));
    const [ofEvery, ofSound] = [tallyOf(every), tallyOf(sound)];
    const after = replay(future, (call, firing) => {
      ofEvery.add(call, firing);
      ofSound.add(call, firing);
    });
    return {
      splitAt,
      before: before.reach,
      after: after.reach,
      every: ofEvery.outcome(after.lessons),
      sound: ofSound.outcome(after.lessons),
      lessons: after.lessons
        .filter(({ backtest }) => backtest.replay.fired + backtest.replay.ownFailures.all > 0)
        .toSorted(byFires)
        .map((each) => ({ ...each, isSound: sound.has(each.lesson.id) })),
    };
  });
}

/** The lessons of a fresh store, all approved. */
function learnAll(school: Context): readonly Lesson[] {
  aggregate(school);
  const candidates = [...eachLesson(school.database, { statuses: ["candidate"] })];
  return candidates.map(({ slug }) =>
    moveLesson(school, slug, { verdict: "approve", by: "person" }, { force: true }),
  );
}

/** Whether calls can be distinguished by it, and it is important enough to be delivered at them. */
function isAimed(lesson: ReadyLesson, threshold: number): boolean {
  const { commandPatterns, pathPatterns, contentPatterns } = lesson;
  return (
    isForCalls(lesson) &&
    mostScore(lesson) >= threshold &&
    commandPatterns.length + pathPatterns.length + contentPatterns.length > 0
  );
}

/** What lessons together would have done. */
export interface SplitOutcome {
  readonly lessons: number;
  readonly mistakes: RecurrenceCounts;
  /** Calls at which at least one of them fires. */
  readonly firedCalls: number;
  /** Summed over the lessons: fires, how often they would have been delivered (once a session), what came of the calls. */
  readonly fires: Pick<
    Backtest,
    "stopped" | "reverted" | "corrected" | "retried" | "falseFires"
  > & { readonly all: number; readonly delivered: number; readonly failed: number };
}

/** Counts for some of the lessons that are replayed. */
class SplitTally {
  readonly #lessons: ReadonlySet<LessonId>;
  readonly #recurrences: Recurrences;
  #firedCalls = 0;

  constructor(lessons: ReadonlySet<LessonId>, recurrences: Recurrences) {
    this.#lessons = lessons;
    this.#recurrences = recurrences;
  }

  add(call: LedgerCall, firing: readonly Firing[]): void {
    this.#recurrences.add(call, firing);
    if (firing.some(({ id }) => this.#lessons.has(id))) this.#firedCalls += 1;
  }

  outcome(tested: readonly TestedLesson[]): SplitOutcome {
    const own = tested.filter(({ lesson }) => this.#lessons.has(lesson.id));
    const sum = (count: (each: Backtest) => number) =>
      own.reduce((total, each) => total + count(each.backtest), 0);
    return {
      lessons: this.#lessons.size,
      mistakes: this.#recurrences.counts(),
      firedCalls: this.#firedCalls,
      fires: {
        all: sum(({ replay }) => replay.fired),
        delivered: sum(({ replay }) => replay.sessions),
        failed: sum(({ replay }) => replay.failed),
        stopped: sum(({ stopped }) => stopped),
        reverted: sum(({ reverted }) => reverted),
        corrected: sum(({ corrected }) => corrected),
        retried: sum(({ retried }) => retried),
        falseFires: sum(({ falseFires }) => falseFires),
      },
    };
  }
}

/**
 * Whether a person who sees these numbers would let the lesson through: it fires at no more than one call in a
 * hundred, and at least half of its fires were needed.
 */
function isSound({ replay, falseFires }: Backtest): boolean {
  return replay.sharePercent <= mostSharePercent && falseFires * 2 <= replay.fired;
}

const mostSharePercent = 1;

/** Does the work in an empty store that is gone afterwards, with the settings and the clock of another. */
function inScratchStore<Result>(
  { system, config }: Pick<Context, "system" | "config">,
  work: (context: Context) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), "lessons-scratch-"));
  try {
    const database = openDatabase(join(folder, "lessons.db"), system.now());
    try {
      // What a person would have approved: the store is gone afterwards.
      return work({ database, system, config, who: { is: "person" } });
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

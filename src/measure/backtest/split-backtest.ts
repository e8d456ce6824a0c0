import type { Lesson, LessonId } from "../../lesson/record/lesson.ts";
import { mostScore } from "../../match/relevance.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { backtestLogs, type Backtest } from "./backtest.ts";
import { Recurrences } from "../recurrence/recurrences.ts";
import { ReplayReach, type Reach } from "../replay/reach.ts";
import type { ReplayOptions } from "../replay/replay.ts";
import { isSound, SplitTally, type SplitOutcome } from "./split-tally.ts";
import {
  copyEpisodes,
  knownMistakes,
  mistakesSince,
} from "../../capture/episodes/known-mistakes.ts";
import { eachLesson } from "../../lesson/table/list.ts";
import {
  eachLogOfCalls,
  lessonOrigins,
  medianTime,
  type ReplayPeriod,
} from "../../capture/ledger/replay-calls.ts";
import { byFires, counted, readyToReplay, type TestedLesson } from "./run-backtest.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { inScratchStore } from "./in-scratch-store.ts";
import { moveLesson } from "../../lesson/move.ts";
import { aggregate } from "../../capture/derive/settle-clusters.ts";
import type { Context } from "../../platform/context.ts";

export type { SplitOutcome } from "./split-tally.ts";

export interface SplitRequest {
  /** A time, or `auto`: the one in the middle of the calls. */
  readonly split: string;
  readonly since?: string;
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
  const start = since === undefined ? {} : { since };
  const [past, future] = [
    { ...start, until: splitAt },
    { since: since !== undefined && since > splitAt ? since : splitAt },
  ];
  return inScratchStore(context, (school) => {
    copyEpisodes(database, school.database, past);
    const lessons = learnAll(school);
    const replay = replayer(context, school, lessons);

    const before = replay(past);
    const [every, sound] = [
      new Set(lessons.map(({ id }) => id)),
      new Set([...before.backtests].flatMap(([id, each]) => (isSound(each) ? [id] : []))),
    ];
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
      every: ofEvery.outcome(after.backtests),
      sound: ofSound.outcome(after.backtests),
      lessons: tested(lessons, after.backtests).map((each) => ({
        ...each,
        isSound: sound.has(each.lesson.id),
      })),
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

function replayer(
  { database, config }: Context,
  school: Context,
  lessons: readonly Lesson[],
): (period: ReplayPeriod, onCall?: ReplayOptions["onCall"]) => Replayed {
  const ready = lessons.map(readyToReplay);
  const options = {
    threshold: deliveryConfig(config).relevanceThreshold,
    origins: lessonOrigins(
      school.database,
      lessons.map(({ id }) => id),
    ),
  };
  return (period, onCall) => {
    const reach = new ReplayReach();
    const backtests = backtestLogs(ready, counted(eachLogOfCalls(database, period), reach), {
      ...options,
      ...(onCall === undefined ? {} : { onCall }),
    });
    return { reach: reach.of("global"), backtests };
  };
}

interface Replayed {
  readonly reach: Reach;
  readonly backtests: ReadonlyMap<LessonId, Backtest>;
}

/** Whether calls can be told apart by it, and it is important enough to be told at them. */
function isAimed(lesson: ReadyLesson, threshold: number): boolean {
  const { commandPatterns, pathPatterns, contentPatterns } = lesson;
  return (
    lesson.injectOn.includes("PreToolUse") &&
    mostScore(lesson) >= threshold &&
    commandPatterns.length + pathPatterns.length + contentPatterns.length > 0
  );
}

function tested(
  lessons: readonly Lesson[],
  backtests: Replayed["backtests"],
): readonly TestedLesson[] {
  return lessons
    .flatMap((lesson) => {
      const backtest = backtests.get(lesson.id);
      const isConcerned =
        backtest !== undefined &&
        (backtest.replay.fired > 0 || backtest.replay.ownFailures.all > 0);
      return isConcerned ? [{ lesson, isStored: false, backtest }] : [];
    })
    .toSorted(byFires);
}

import type { Machine } from "../../agents/adapter.ts";
import { adapters } from "../../agents/all.ts";
import { type FoundLogs, findLogs } from "../../agents/list-logs.ts";
import { statuses, type Status } from "../../lesson/record/lifecycle.ts";
import { countMaybe, countWithStatus } from "../../lesson/table/list.ts";
import { Fault } from "../../platform/fault.ts";
import {
  deliverySetup,
  isAnyConnected,
  unconnectedAgents,
} from "../../deliver/init/delivery-setup.ts";
import type { ContextOpener, Context } from "../../platform/context.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import {
  ledgerOverview,
  type AgentOverview,
  headOutcomes,
  startOfNewestCalls,
  type HeadOutcome,
} from "../../capture/ledger/calls.ts";
import { approvedPriority } from "../../lesson/approved-priority.ts";
import { lessonsToReview, standingsOf } from "../../review/lessons-to-review.ts";
import { withFires } from "../../review/rank-lessons.ts";
import { byWorth, type Standing } from "../../review/rank.ts";
import { refusedReports, type RefusedReports } from "../../capture/reports/report-problems.ts";
import { mostScore } from "../../match/relevance.ts";
import { patternWords } from "../../match/pattern/words.ts";
import { triggerReading } from "../../match/trigger-words.ts";
import type { Backtest } from "../backtest/backtest.ts";
import { lessonOrigins } from "../../capture/ledger/replay-calls.ts";
import {
  backtestHistory,
  readyToReplay,
  type BacktestReport,
  type TestedLesson,
} from "../backtest/run-backtest.ts";
import { deliveryConfig } from "../../deliver/delivery-config.ts";
import { recurringPicture, type RecurringPicture } from "./recurring-picture.ts";

/** Where a person stands: what is on this machine, what is in the store. */
export interface StartReport {
  /** Agents that have logs here. */
  readonly logs: readonly FoundLogs[];
  readonly unreadable: readonly string[];
  readonly home: string;
  readonly store: StoreState;
  /** Whether an agent is set up to ask us at its calls. */
  readonly isInstalled: boolean;
  /** Agents on this machine that could ask us and do not, by title. */
  readonly unconnected: readonly string[];
}

type StoreState =
  | {
      readonly is: "open";
      readonly counts: Readonly<Record<Status, number>>;
      /** How many of the candidates are only a maybe. */
      readonly maybe: number;
      /** Reports of agents that could not become lessons. */
      readonly refusedReports: RefusedReports;
    }
  /** It could not be opened. That is said, and does not end the look around. */
  | { readonly is: "closed"; readonly problem: string; readonly hint: string };

/** Looks at the agents' logs and at our store. Nothing is changed but that an empty store may be made. */
export async function lookAround(wiring: ContextOpener, machine: Machine): Promise<StartReport> {
  const found = adapters.map((adapter) => findLogs(adapter, machine));
  const setup = deliverySetup(machine, wiring.paths);
  return {
    logs: found.filter(({ files }) => files > 0),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
    home: wiring.paths.home,
    store: await storeState(wiring),
    isInstalled: isAnyConnected(setup),
    unconnected: unconnectedAgents(machine, setup),
  };
}

/** How many lessons there are by now, where the store can be opened. */
export async function storeState({ inContext }: ContextOpener): Promise<StoreState> {
  try {
    return await inContext(({ database }: Context) => {
      const counts = statuses.map((status) => [status, countWithStatus(database, status)]);
      return {
        is: "open",
        counts: Object.fromEntries(counts),
        maybe: countMaybe(database),
        refusedReports: refusedReports(database),
      };
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { is: "closed", problem: error.message, hint: error.hint };
  }
}

/** What a person's logs say, in the few numbers that matter at the start. */
export interface StartPicture {
  /** The busiest first. */
  readonly agents: readonly (AgentOverview & { readonly title: string })[];
  readonly mistakes: RecurringPicture;
  readonly candidates: BestCandidates;
}

/** From the store alone: what the scan has just read is not read again. */
export function startPicture(context: Context): StartPicture {
  return {
    agents: ledgerOverview(context.database).map((overview) => ({
      ...overview,
      title: adapters.find(({ agent }) => agent === overview.agent)?.title ?? overview.agent,
    })),
    mistakes: recurringPicture(context),
    candidates: bestCandidates(context),
  };
}

/** The candidates whose triggers have proved themselves on this person's own calls, the best first. */
export interface BestCandidates extends BacktestReport {
  /** How many wait for a person. */
  readonly waiting: number;
  /** How many of them were replayed. */
  readonly tested: number;
  /** Only calls since then were replayed; absent when all were. */
  readonly since?: string | undefined;
}

/**
 * Replays the first candidates of the review, and takes those that fired at more calls that failed than calls that
 * went well, in the order of the review.
 */
function bestCandidates({ database, config }: Context): BestCandidates {
  const threshold = deliveryConfig(config).relevanceThreshold;
  const waiting = standingsOf(database, lessonsToReview(database));
  const origins = lessonOrigins(
    database,
    waiting.map(({ lesson }) => lesson.id),
  );
  const heads = headOutcomes(database);
  const since = startOfNewestCalls(database, mostCalls);
  const tested = waiting
    .filter(({ lastSeenAt = "" }) => lastSeenAt >= (since ?? ""))
    .filter(({ lesson }) => (origins.get(lesson.id)?.failures ?? []).length > 0)
    .filter(({ lesson }) => !isMostlyFine(lesson, heads))
    .toSorted(byWorth)
    .map((standing) => ({ standing, ready: readyToReplay(approved(standing.lesson)) }))
    .filter(({ ready }) => ready.commandPatterns.length + ready.pathPatterns.length > 0)
    .filter(({ ready }) => mostScore(ready) >= threshold)
    .slice(0, mostTested)
    .map(({ standing }) => standing);
  const own = new Map(tested.map(({ lesson }) => [lesson.id, approved(lesson)]));
  const { reach, lessons } = backtestHistory(
    { database, config },
    tested.map(({ lesson }) => atTheCall(approved(lesson))),
    { since },
  );
  return {
    waiting: waiting.length,
    tested: tested.length,
    since,
    reach,
    lessons: best(
      lessons.map((each) => ({ ...each, lesson: own.get(each.lesson.id) ?? each.lesson })),
      tested,
    ),
  };
}

/** As it is once a person has approved it. */
function approved(lesson: Lesson): Lesson {
  return { ...lesson, priority: approvedPriority(lesson) };
}

/** Praised is what names calls that fail: those that went well count against it, also where it would have been silent. */
function atTheCall(lesson: Lesson): Lesson {
  const injectOn = [...new Set([...lesson.triggers.injectOn, "PreToolUse" as const])];
  return { ...lesson, triggers: { ...lesson.triggers, injectOn } };
}

/** What takes half a second. One that cost less than sixteen others is hardly among the best three. */
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

function best(
  tested: readonly TestedLesson[],
  standings: readonly Standing[],
): readonly TestedLesson[] {
  const bySlug = new Map(tested.map((each) => [each.lesson.slug, each]));
  const proved = standings
    .map((standing) => withFires(standing, bySlug.get(standing.lesson.slug)?.backtest.replay))
    .toSorted(byWorth)
    .flatMap(({ lesson }) => bySlug.get(lesson.slug) ?? [])
    .filter(({ backtest }) => gain(backtest) > 0);
  return firstOfEach(
    firstOfEach(proved, ({ lesson }) => triggerReading(lesson.triggers, lesson)),
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

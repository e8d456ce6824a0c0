import { sessionKey } from "../../capture/ledger/mistake.ts";
import { measureCompliance, type Compliance } from "./report-compliance.ts";
import {
  type JudgedDelivery,
  countEffects,
  type EffectCounts,
} from "../effect/judge-deliveries.ts";
import { falsePositives, type FalsePositives } from "../backtest/false-positives.ts";
import { levelSpread, type LevelSpread, inUseTimes } from "./measured-lessons.ts";
import { middleOf, percentile } from "../statistics.ts";
import { recurringMistakes, type RecurringMistake } from "../recurrence/recurrences.ts";
import { compareCosts, type CostComparison } from "../recurrence/costs.ts";
import type { MeasuredEpisode } from "../../capture/episodes/episode.ts";
import { episodesSince } from "../../capture/episodes/episodes.ts";
import { logFacts } from "../../capture/ledger/logs.ts";
import { reportProblems } from "../../capture/reports/report-problems.ts";
import { type TrialReport, trialReport } from "../trial/report.ts";
import { gather, type Gathered, type GatherRequest } from "./gather.ts";
import { lessonStats, type LessonStats } from "./lesson-stats.ts";
import { instructedConversations } from "./instructed-conversations.ts";
import type { MissedLesson } from "./missed-critical.ts";
import type { Lesson } from "../../lesson/record/lesson.ts";
import type { Context } from "../../platform/context.ts";

/** What was delivered, and what came of it. */
export interface StatsReport {
  readonly since: string | null;
  readonly history: HistoryStats;
  /** Week by week, how many calls failed. */
  readonly trend: readonly WeekTrend[];
  readonly deliveries: DeliveryStats;
  /** Of the hook at deliveries, without the start of its process. Null when nothing was delivered. */
  readonly latency: { readonly medianMs: number; readonly p95Ms: number } | null;
  /** Those that were delivered most first. */
  readonly lessons: readonly LessonStats[];
  /** The trial that runs, or the last one: the one experiment among these numbers. Whole, whatever time was asked for. */
  readonly trial: TrialReport | null;
  readonly falsePositives: FalsePositives;
  readonly mistakes: readonly RecurringMistake[];
  /** Sessions before and since the first delivery of all; null when there was none. */
  readonly costs: (CostComparison & { readonly firstDeliveryAt: string }) | null;
  readonly compliance: Compliance;
  readonly levels: LevelSpread;
  /** Critical lessons, with where they should have been delivered and were not. */
  readonly missed: readonly (Omit<MissedLesson, "id"> & Pick<Lesson, "slug" | "summary">)[];
}

interface HistoryStats {
  readonly calls: number;
  readonly sessions: number;
  /** Sessions that began with us. */
  readonly begun: number;
}

interface DeliveryStats extends EffectCounts {
  readonly held: number;
  /** Of the unclear ones: their log has not been read that far. */
  readonly notRead: number;
  /** Of sessions in which something was delivered. */
  readonly perSession: { readonly mean: number; readonly most: number };
  readonly weeks: readonly WeekCount[];
}

/** Takes over what hooks noted, and says what came of it. All of it from what is on this machine. */
export async function stats(context: Context, request: GatherRequest): Promise<StatsReport> {
  const gathered = await gather(context, request);
  const { measured, judged, starts } = gathered;
  const episodes = episodesSince(context.database, request.since);
  const feedback = measured.lessons.map(
    ({ lesson, feedback: { notHelpful } }) => [lesson.id, notHelpful] as const,
  );
  const sessions = starts.filter(({ subagent }) => subagent === null).map(sessionKey);
  return {
    since: request.since ?? null,
    history: {
      calls: gathered.calls,
      sessions: gathered.sessions.length,
      begun: new Set(sessions).size,
    },
    trend: trendOf(gathered.days),
    deliveries: {
      ...deliveryStats(judged),
      weeks: countByWeek(
        inUseTimes(
          judged.map(({ note }) => note),
          measured.lessons,
        ),
      ),
    },
    latency: latencyOf(judged),
    lessons: lessonStats(gathered),
    trial: trialReport(context) ?? null,
    falsePositives: falsePositives(judged, new Map(feedback), gathered.threshold),
    mistakes: recurringMistakes(episodes, gathered.failures),
    costs: costsOf(gathered),
    compliance: complianceOf(context, gathered, episodes),
    levels: levelSpread(
      measured.lessons.flatMap(({ lesson }) =>
        lesson.stage.status === "active" ? [lesson.priority] : [],
      ),
    ),
    missed: gathered.missed.flatMap(({ id, ...counts }) =>
      measured.lessons
        .filter(({ lesson }) => lesson.id === id)
        .map(({ lesson: { slug, summary } }) => ({ slug, summary, ...counts })),
    ),
  };
}

function deliveryStats(judged: readonly JudgedDelivery[]): Omit<DeliveryStats, "weeks"> {
  const counts = countEffects(judged);
  const sessions = [...Map.groupBy(judged, ({ note }) => sessionKey(note)).values()];
  const mean = sessions.length === 0 ? 0 : judged.length / sessions.length;
  return {
    ...counts,
    held: judged.filter(({ note }) => note.mode === "hold").length,
    notRead: judged.filter(({ effect }) => effect.because === "log-not-read").length,
    perSession: {
      mean: Math.round(mean * 100) / 100,
      most: Math.max(0, ...sessions.map(({ length }) => length)),
    },
  };
}

function latencyOf(judged: readonly JudgedDelivery[]): StatsReport["latency"] {
  if (judged.length === 0) return null;
  const times = judged.map(({ note }) => note.tookMs);
  return { medianMs: middleOf(times), p95Ms: percentile(times, 0.95) };
}

function costsOf({ notes, measured, sessions, costs }: Gathered): StatsReport["costs"] {
  const [first] = inUseTimes(notes, measured.lessons).toSorted();
  if (first === undefined) return null;
  const compared = compareCosts(sessions, costs, first);
  return { firstDeliveryAt: first, ...compared };
}

function complianceOf(
  { database }: Context,
  { instructed, instructedCalls, costs }: Gathered,
  episodes: readonly MeasuredEpisode[],
): Compliance {
  const read = new Set(costs.map(sessionKey));
  const conversations = instructedConversations({
    instructed,
    episodes,
    problems: reportProblems(database),
    calls: instructedCalls,
    facts: logFacts(database),
  });
  return measureCompliance(
    conversations,
    instructed.counts((session) => read.has(session)),
  );
}

/** A week with what failed in it. */
interface WeekTrend extends WeekCount {
  readonly failed: number;
  /** Null in a week without calls. */
  readonly failedPer100: number | null;
}

function trendOf(days: Gathered["days"]): readonly WeekTrend[] {
  const byWeek = Map.groupBy(days, ([day]) => mondayOf(day));
  return countByWeek([...days.keys()]).map(({ week }) => {
    const own = byWeek.get(mondayOf(week)) ?? [];
    const count = own.reduce((sum, [, { calls }]) => sum + calls, 0);
    const failed = own.reduce((sum, [, day]) => sum + day.failed, 0);
    const failedPer100 = count === 0 ? null : Math.round((failed * 1000) / count) / 10;
    return { week, count, failed, failedPer100 };
  });
}

/** A week that begins on a Monday, in UTC. */
export interface WeekCount {
  readonly week: string;
  readonly count: number;
}

/** How many of these times lie in each week from the first to the last (two years of it), weeks without any included. */
export function countByWeek(times: readonly string[]): readonly WeekCount[] {
  const mondays = times.map(mondayOf);
  if (mondays.length === 0) return [];
  const counts = new Map<number, number>();
  for (const monday of mondays) counts.set(monday, (counts.get(monday) ?? 0) + 1);
  const inOrder = [...counts.keys()].toSorted((one, other) => one - other);
  const [first = 0, last = 0] = [inOrder[0], inOrder.at(-1)];
  const weeks: WeekCount[] = [];
  for (let week = Math.max(first, last - mostWeeks * weekMs); week <= last; week += weekMs)
    weeks.push({
      week: new Date(week).toISOString().slice(0, 10),
      count: counts.get(week) ?? 0,
    });
  return weeks;
}

const weekMs = 7 * 86_400_000;
const mostWeeks = 103;
/** The first Monday that the clock of computers knows. */
const firstMonday = Date.UTC(1970, 0, 5);

function mondayOf(time: string): number {
  return firstMonday + Math.floor((Date.parse(time) - firstMonday) / weekMs) * weekMs;
}

import { sessionKey } from "../../capture/ledger/mistake.ts";
import { countByWeek, type WeekCount } from "./by-week.ts";
import { measureCompliance, type Compliance } from "./compliance.ts";
import type { JudgedDelivery } from "../effect/judge.ts";
import { falsePositives, type FalsePositives } from "../backtest/false-positives.ts";
import { countEffects, type EffectCounts } from "../effect/lesson-effect.ts";
import { levelSpread, type LevelSpread } from "./level-spread.ts";
import { middleOf, percentile } from "../percentile.ts";
import { recurringMistakes, type RecurringMistake } from "../recurrence/recurring-mistakes.ts";
import { compareCosts, type CostComparison } from "../recurrence/session-cost.ts";
import type { MeasuredEpisode } from "../../capture/episodes/episode.ts";
import { episodesSince } from "../../capture/episodes/episodes.ts";
import { logFacts } from "../../capture/ledger/logs.ts";
import { reportProblems } from "../../capture/reports/report-problems.ts";
import { costsBySession } from "./costs-by-session.ts";
import { gather, type Gathered, type GatherRequest } from "./gather.ts";
import { inUseTimes } from "./in-use-times.ts";
import { lessonStats, type LessonStats } from "./lesson-stats.ts";
import { toldConversations } from "./told-conversations.ts";
import { untoldLessons, type UntoldStats } from "./untold-lessons.ts";
import type { Context } from "../../platform/context.ts";

/** What was delivered, and what came of it. */
export interface StatsReport {
  readonly since: string | null;
  readonly history: HistoryStats;
  readonly deliveries: DeliveryStats;
  /** Of the hook at deliveries, without the start of its process. Null when nothing was delivered. */
  readonly latency: { readonly medianMs: number; readonly p95Ms: number } | null;
  /** Those that were told most first. */
  readonly lessons: readonly LessonStats[];
  readonly falsePositives: FalsePositives;
  readonly mistakes: readonly RecurringMistake[];
  /** Sessions before and since the first delivery of all; null when there was none. */
  readonly costs: (CostComparison & { readonly firstDeliveryAt: string }) | null;
  readonly compliance: Compliance;
  readonly levels: LevelSpread;
  readonly untold: readonly UntoldStats[];
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
  const { measured, judged, walked, starts } = gathered;
  const episodes = episodesSince(context.database, request.since);
  const feedback = measured.lessons.map(
    ({ lesson, feedback: { notHelpful } }) => [lesson.id, notHelpful] as const,
  );
  const sessions = starts.filter(({ subagent }) => subagent === null).map(sessionKey);
  return {
    since: request.since ?? null,
    history: {
      calls: walked.calls,
      sessions: walked.sessions.length,
      begun: new Set(sessions).size,
    },
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
    lessons: lessonStats(measured, judged, walked),
    falsePositives: falsePositives(judged, new Map(feedback), gathered.threshold),
    mistakes: recurringMistakes(episodes, walked.failures),
    costs: costsOf(gathered),
    compliance: complianceOf(context, gathered, episodes),
    levels: levelSpread(
      measured.lessons.flatMap(({ lesson }) =>
        lesson.stage.status === "active" ? [lesson.priority] : [],
      ),
    ),
    untold: untoldLessons(walked.untold, measured.lessons),
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
      most: Math.max(0, ...sessions.map((told) => told.length)),
    },
  };
}

function latencyOf(judged: readonly JudgedDelivery[]): StatsReport["latency"] {
  if (judged.length === 0) return null;
  const times = judged.map(({ note }) => note.tookMs);
  return { medianMs: middleOf(times), p95Ms: percentile(times, 0.95) };
}

function costsOf({ notes, measured, walked, costs }: Gathered): StatsReport["costs"] {
  const [first] = inUseTimes(notes, measured.lessons).toSorted();
  if (first === undefined) return null;
  const compared = compareCosts(walked.sessions, costsBySession(costs), first);
  return { firstDeliveryAt: first, ...compared };
}

function complianceOf(
  { database }: Context,
  { told, walked, costs }: Gathered,
  episodes: readonly MeasuredEpisode[],
): Compliance {
  const read = new Set(costs.map(sessionKey));
  const conversations = toldConversations({
    told,
    episodes,
    problems: reportProblems(database),
    calls: walked.toldCalls,
    facts: logFacts(database),
  });
  return measureCompliance(
    conversations,
    told.counts((session) => read.has(session)),
  );
}

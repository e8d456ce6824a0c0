import type { LessonId } from "../../lesson/record/lesson.ts";
import { type SeenFailure, sessionKey } from "../../capture/ledger/mistake.ts";
import { costOf, type MistakeCost } from "../../capture/ledger/mistake-cost.ts";
import { middleOf, meanOf } from "../statistics.ts";
import { sideOf, type SeenSession } from "./recurrence-rate.ts";
import type { SessionCostRow } from "../../capture/ledger/logs.ts";

/** The mistakes that were made in two sessions or more, those with the most failed calls first. */
export function mistakeCosts(
  failures: readonly SeenFailure[],
): readonly (MistakeCost & { readonly lesson: LessonId })[] {
  return [...Map.groupBy(failures, ({ lesson }) => lesson)]
    .map(([lesson, seen]) => ({ lesson, ...costOf(seen) }))
    .filter(({ sessions }) => sessions >= 2)
    .toSorted(
      (one, other) =>
        other.failedCalls - one.failedCalls ||
        other.sessions - one.sessions ||
        (one.lesson < other.lesson ? -1 : 1),
    );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Sessions before and since a time. */
export interface CostComparison {
  readonly before: CostSummary;
  readonly after: CostSummary;
  readonly underWay: number;
}

interface CostSummary {
  readonly sessions: number;
  readonly retryLoops: number;
  readonly retryLoopsPerSession: number;
  /** Sessions whose tokens are known. */
  readonly withTokens: number;
  /** What was sent and answered. */
  readonly tokens: { readonly median: number; readonly mean: number };
  /** Read from the provider's cache: many, and cheap. */
  readonly cacheReadTokens: { readonly median: number; readonly mean: number };
}

export function compareCosts(
  sessions: Iterable<SeenSession>,
  costs: readonly SessionCostRow[],
  at: string,
): CostComparison {
  const byKey = new Map(costs.map((row) => [sessionKey(row), row]));
  const sides = Map.groupBy(sessions, (session) => sideOf(session, at));
  const summaryAt = (side: ReturnType<typeof sideOf>) => {
    const own = sides.get(side) ?? [];
    const read = own.flatMap(({ key }) => byKey.get(key) ?? []);
    return summaryOf(own.length, read);
  };
  return {
    before: summaryAt("before"),
    after: summaryAt("after"),
    underWay: sides.get("both")?.length ?? 0,
  };
}

function summaryOf(sessions: number, costs: readonly SessionCostRow[]): CostSummary {
  const retryLoops = sum(costs.map((cost) => cost.retryLoops));
  // An agent that does not log them is no agent that needs none.
  const known = costs.filter((cost) => tokensOf(cost) + cost.cacheReadTokens > 0);
  return {
    sessions,
    retryLoops,
    retryLoopsPerSession: sessions === 0 ? 0 : Math.round((retryLoops / sessions) * 100) / 100,
    withTokens: known.length,
    tokens: averages(known.map(tokensOf)),
    cacheReadTokens: averages(known.map((cost) => cost.cacheReadTokens)),
  };
}

function tokensOf({ inputTokens, outputTokens, cacheWriteTokens }: SessionCostRow): number {
  return inputTokens + outputTokens + cacheWriteTokens;
}

function averages(values: readonly number[]): CostSummary["tokens"] {
  return { median: middleOf(values), mean: Math.round(meanOf(values)) };
}

import { middleOf, meanOf } from "../percentile.ts";
import { sideOf, type SeenSession } from "../session-tally.ts";

/** What a session took. */
export interface SessionCost {
  readonly retryLoops: number;
  /** What was sent and answered; null when the agent does not log it. */
  readonly tokens: number | null;
  /** Read from the provider's cache: many, and cheap. */
  readonly cacheReadTokens: number | null;
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
  readonly tokens: { readonly median: number; readonly mean: number };
  readonly cacheReadTokens: { readonly median: number; readonly mean: number };
}

export function compareCosts(
  sessions: Iterable<SeenSession>,
  costs: ReadonlyMap<string, SessionCost>,
  at: string,
): CostComparison {
  const sides: Record<ReturnType<typeof sideOf>, SessionCost[]> = {
    before: [],
    after: [],
    both: [],
  };
  for (const session of sessions)
    sides[sideOf(session, at)].push(costs.get(session.key) ?? nothingKnown);
  return {
    before: summaryOf(sides.before),
    after: summaryOf(sides.after),
    underWay: sides.both.length,
  };
}

const nothingKnown: SessionCost = { retryLoops: 0, tokens: null, cacheReadTokens: null };

function summaryOf(costs: readonly SessionCost[]): CostSummary {
  const retryLoops = costs.reduce((sum, cost) => sum + cost.retryLoops, 0);
  const tokens = costs.flatMap((cost) => cost.tokens ?? []);
  const cacheReads = costs.flatMap((cost) => cost.cacheReadTokens ?? []);
  return {
    sessions: costs.length,
    retryLoops,
    retryLoopsPerSession: costs.length === 0 ? 0 : rounded(retryLoops / costs.length),
    withTokens: tokens.length,
    tokens: { median: middleOf(tokens), mean: Math.round(meanOf(tokens)) },
    cacheReadTokens: { median: middleOf(cacheReads), mean: Math.round(meanOf(cacheReads)) },
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

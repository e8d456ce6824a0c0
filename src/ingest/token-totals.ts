import type { TokenUsage } from "../core/event.ts";
import { shortHash } from "../core/short-hash.ts";

export interface TokenTotals {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
}

/** Totals of a session. Requests are reported again while they go on; the last report of each counts. */
export interface Usage {
  total: TokenTotals;
  /** The last requests, whose reports may still be replaced. */
  recent: { request: number; tokens: TokenTotals }[];
}

export function newUsage(): Usage {
  return { total: noTokens(), recent: [] };
}

export function addUsage(usage: Usage, report: TokenUsage): void {
  const tokens = tokensOf(report);
  const { requestId } = report;
  if (requestId === undefined) {
    usage.total = tokens;
    return;
  }
  const request = shortHash(requestId);
  const known = usage.recent.find((recent) => recent.request === request);
  if (known !== undefined) {
    add(usage.total, known.tokens, -1);
    add(usage.total, tokens, 1);
    known.tokens = tokens;
    return;
  }
  add(usage.total, tokens, 1);
  usage.recent.push({ request, tokens });
  if (usage.recent.length > mostRecent) usage.recent.shift();
}

const mostRecent = 8;

function noTokens(): TokenTotals {
  return { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
}

function tokensOf({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
}: TokenUsage): TokenTotals {
  return { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens };
}

function add(total: TokenTotals, tokens: TokenTotals, sign: 1 | -1): void {
  total.inputTokens += sign * tokens.inputTokens;
  total.outputTokens += sign * tokens.outputTokens;
  total.cacheReadTokens += sign * tokens.cacheReadTokens;
  total.cacheWriteTokens += sign * tokens.cacheWriteTokens;
}

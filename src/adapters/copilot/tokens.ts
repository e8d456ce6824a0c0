import { isRecord, numberAt, recordAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import type { Reading } from "./reading.ts";

/** `session.usage_record`, in newer versions: one request. */
export function readRequest({ detail, place, state, emit }: Reading): void {
  const usage = recordAt(detail, "usage");
  const requestId = textAt(usage, "apiCallId");
  if (usage === undefined || requestId === undefined) return;
  state.countsRequests = true;
  emit({ is: "usage", ...place, requestId, ...countsOf([usage]) });
}

/** `session.shutdown`: the totals of the session, by model. */
export function readTotals({ detail, place, state, emit }: Reading): void {
  const metrics = recordAt(detail, "modelMetrics");
  if (metrics === undefined || state.countsRequests) return;
  const usages = Object.values(metrics)
    .filter(isRecord)
    .map((metric) => recordAt(metric, "usage"))
    .filter((usage) => usage !== undefined);
  if (usages.length > 0) emit({ is: "usage", ...place, ...countsOf(usages) });
}

function countsOf(usages: readonly JsonRecord[]): {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
} {
  const total = (name: string) =>
    usages.reduce((sum, usage) => sum + (numberAt(usage, name) ?? 0), 0);
  const cacheReadTokens = total("cacheReadTokens");
  return {
    // What came from the cache is counted in the input as well.
    inputTokens: Math.max(0, total("inputTokens") - cacheReadTokens),
    outputTokens: total("outputTokens"),
    cacheReadTokens,
    cacheWriteTokens: total("cacheWriteTokens"),
  };
}

import type { TokenUsage } from "../../core/event.ts";
import { numberAt, recordAt, type JsonRecord } from "../../core/json-fields.ts";

type Counts = Pick<
  TokenUsage,
  "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens"
>;

/** What one request took; undefined when nothing was counted. Thoughts are counted apart and are output too. */
export function tokenUsage(tokens: JsonRecord | undefined): Counts | undefined {
  const cache = recordAt(tokens, "cache");
  const usage = {
    inputTokens: countAt(tokens, "input"),
    outputTokens: countAt(tokens, "output") + countAt(tokens, "reasoning"),
    cacheReadTokens: countAt(cache, "read"),
    cacheWriteTokens: countAt(cache, "write"),
  };
  return Object.values(usage).every((count) => count === 0) ? undefined : usage;
}

function countAt(record: JsonRecord | undefined, name: string): number {
  return Math.max(0, numberAt(record, name) ?? 0);
}

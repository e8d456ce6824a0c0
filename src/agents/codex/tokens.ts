import { numberAt, recordAt, type JsonRecord } from "../../platform/json/fields.ts";
import type { Emit } from "../adapter.ts";
import type { Place } from "../place.ts";
import type { SessionState } from "./session-state.ts";

/**
 * The total of the session so far. A forked session counts on from where its parent was, so the last
 * total in the copied history is taken off.
 */
export function readTokens(
  payload: JsonRecord,
  place: Place,
  state: SessionState,
  emit: Emit,
): void {
  const total = recordAt(recordAt(payload, "info"), "total_token_usage");
  if (total === undefined) return;
  const counts = countNames.map((name) => numberAt(total, name) ?? 0);
  emitTotal(counts, place, state, emit);
}

/** The same without parsing, since there is a total after every answer; false when it is not written as usual. */
export function readTokensAtAGlance(
  line: string,
  place: Place,
  state: SessionState,
  emit: Emit,
): boolean {
  const parts = usualTotal.exec(line);
  if (parts === null) return false;
  const counts = parts.slice(1).map((digits: string | undefined) => Number(digits ?? 0));
  emitTotal(counts, place, state, emit);
  return true;
}

function emitTotal(counts: readonly number[], place: Place, state: SessionState, emit: Emit): void {
  if (state.copy !== undefined) {
    state.baseline = counts;
    return;
  }
  const [input = 0, cached = 0, written = 0, output = 0] = counts.map((count, index) =>
    Math.max(0, count - (state.baseline[index] ?? 0)),
  );
  emit({
    ...place,
    is: "usage",
    // What came from the cache is counted in the input as well.
    inputTokens: Math.max(0, input - cached),
    outputTokens: output,
    cacheReadTokens: cached,
    cacheWriteTokens: written,
  });
}

const countNames = [
  "input_tokens",
  "cached_input_tokens",
  "cache_write_input_tokens",
  "output_tokens",
];

const usualTotal =
  /"total_token_usage":\{"input_tokens":(\d{1,15}),"cached_input_tokens":(\d{1,15}),(?:"cache_write_input_tokens":(\d{1,15}),)?"output_tokens":(\d{1,15}),/;

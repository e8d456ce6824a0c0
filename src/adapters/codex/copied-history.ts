import { numberAt, recordAt, textAt, type JsonRecord } from "../../core/json-fields.ts";
import { telling } from "./record-kind.ts";
import type { SessionState } from "./session-state.ts";

/**
 * Whether a record belongs to the history that a fork copied from its parent. That history is read where
 * it happened. Its end shows by the ordinal that the first record names; without one, by the first turn
 * that is younger than this session (ids of turns and sessions sort by time), or by the time, since all
 * of the copy was written at once.
 */
export function isCopied(record: JsonRecord, kind: string, state: SessionState): boolean {
  if (state.copy === undefined) return false;
  const ordinal = numberAt(record, "ordinal");
  const turn = startsTurn(kind) ? textAt(recordAt(record, "payload"), "turn_id") : undefined;
  if (!hasEnded(state, ordinal, textAt(record, "timestamp"), turn)) return true;
  state.copy = undefined;
  return false;
}

/** The same from the first bytes, without the turn: such records are parsed. */
export function isCopiedAtAGlance(
  kind: { readonly at: string; readonly ordinal: number | undefined; readonly kind: string },
  state: SessionState,
): boolean {
  if (state.copy === undefined || startsTurn(kind.kind)) return false;
  return !hasEnded(state, kind.ordinal, kind.at, undefined);
}

function startsTurn(kind: string): boolean {
  return kind === telling.turnStarted || kind === telling.turnContext;
}

function hasEnded(
  { copy, sessionId = "" }: SessionState,
  ordinal: number | undefined,
  at: string | undefined,
  turn: string | undefined,
): boolean {
  if (copy === undefined) return true;
  if (copy.startOrdinal !== undefined && ordinal !== undefined) {
    return ordinal >= copy.startOrdinal;
  }
  if (turn !== undefined && turn > sessionId) return true;
  return Date.parse(at ?? "") - Date.parse(copy.since) > longestCopyMs;
}

/** A thousand records were copied in twelve milliseconds; nobody answers a prompt in less than this. */
const longestCopyMs = 5000;

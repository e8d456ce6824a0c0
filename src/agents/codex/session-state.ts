import { type JsonRecord, numberAt, recordAt, textAt } from "../../platform/json/fields.ts";
import type { Emit } from "../adapter.ts";
import type { EventPlace } from "../event.ts";
import { SaidSetting, type StoredSetting } from "../said-setting.ts";
import { type RecordKind, telling } from "./record-kind.ts";

/**
 * What must be known from one line to the next: whose rollout it is, whether we are still in the copy of
 * another one's history, where the turn works, and which calls wait for their results. No text but ids and that directory.
 */
export class SessionState {
  sessionId: string | undefined;
  thread: string | undefined;
  /** Nobody but programs speaks here. */
  isSpokenByPrograms = false;
  knowsShell = false;
  /** Where calls run that do not say it themselves. */
  turnDirectory: string | undefined;
  readonly said: SaidSetting;
  /** How the last turn said both, so that one that says the same need not be parsed. */
  turnMark = "";
  /** Set while the records are those of the session that this one was forked from. */
  copy: Copy | undefined;
  /** Tokens that the parent had used before the copy, which the totals go on from. */
  baseline: readonly number[] = [];
  readonly open: Map<string, OpenCall>;
  /** Commands that go on in the background, by the number under which they are polled. */
  readonly running: Map<number, string>;

  constructor(remembered: unknown) {
    // What `toJson` of the same version made: the scanner keeps no other.
    const { open, running, said, ...state } = (remembered ?? {}) as Partial<Memory>;
    Object.assign(this, state);
    this.open = new Map(open);
    this.running = new Map(running);
    this.said = new SaidSetting(said);
  }

  toJson(): Memory {
    const { sessionId, thread, isSpokenByPrograms, knowsShell, turnDirectory } = this;
    const { copy, baseline, open, running, said } = this;
    const state = {
      sessionId,
      thread,
      isSpokenByPrograms,
      knowsShell,
      turnDirectory,
      copy,
      baseline,
    };
    return { ...state, open: [...open], running: [...running], said: said.toJson() };
  }

  /** Whether the call still waits; from now on it does not, whatever else is said about it. */
  settle(callId: string): boolean {
    const wasOpen = this.open.delete(callId);
    for (const [session, id] of this.running) {
      if (id !== callId) continue;
      this.running.delete(session);
      return true;
    }
    return wasOpen;
  }

  isRunning(callId: string): boolean {
    for (const id of this.running.values()) if (id === callId) return true;
    return false;
  }

  /** The script whose one command this is. */
  scriptOf(mark: string): string | undefined {
    for (const [callId, call] of this.open) if (call.mark === mark) return callId;
    return undefined;
  }
}

/**
 * Whether the event about the end of a command or a patch is what tells its result. For most calls the
 * output that follows it tells the same in fewer bytes; but a command in the background is never said
 * to the model to have ended unless it asks, and a step of a script has no output of its own.
 */
export function isReportedByItsEnd(callId: string, state: SessionState): boolean {
  return callId.startsWith("exec-") || state.isRunning(callId);
}

interface Memory {
  readonly open: readonly (readonly [string, OpenCall])[];
  readonly running: readonly (readonly [number, string])[];
  readonly said: StoredSetting;
}

interface OpenCall {
  readonly line: number;
  /** Set when it only polls a command that was started earlier. */
  readonly pollsSession?: number | undefined;
  /** A mark of the one command that a script runs, by which the item about it is known. */
  readonly mark?: string | undefined;
}

interface Copy {
  readonly startOrdinal?: number | undefined;
  /** When the copy was written; its records have the same time. */
  readonly since: string;
}

/** Everything that a record of one rollout is read with. */
export interface CodexRecord {
  readonly payload: JsonRecord;
  readonly place: EventPlace;
  readonly state: SessionState;
  readonly emit: Emit;
}

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
export function isCopiedAtAGlance({ kind, ordinal, at }: RecordKind, state: SessionState): boolean {
  if (state.copy === undefined || startsTurn(kind)) return false;
  return !hasEnded(state, ordinal, at, undefined);
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

/**
 * The total of the session so far. A forked session counts on from where its parent was, so the last
 * total in the copied history is taken off.
 */
export function readTokens(
  payload: JsonRecord,
  place: EventPlace,
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
  place: EventPlace,
  state: SessionState,
  emit: Emit,
): boolean {
  const parts = usualTotal.exec(line);
  if (parts === null) return false;
  const counts = parts.slice(1).map((digits: string | undefined) => Number(digits ?? 0));
  emitTotal(counts, place, state, emit);
  return true;
}

function emitTotal(
  counts: readonly number[],
  place: EventPlace,
  state: SessionState,
  emit: Emit,
): void {
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

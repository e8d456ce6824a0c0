import { isRecord, numberAt, textAt, type JsonRecord } from "../../core/json-fields.ts";

/**
 * What must be known from one line to the next: whose rollout it is, whether we are still in the copy of
 * another one's history, and which calls wait for their results. Ids and marks only, no text.
 */
export class SessionState {
  sessionId: string | undefined;
  thread: string | undefined;
  /** Nobody but programs speaks here. */
  isSpokenByPrograms: boolean;
  knowsModel: boolean;
  /** Set while the records are those of the session that this one was forked from. */
  copy: Copy | undefined;
  /** Tokens that the parent had used before the copy, which the totals go on from. */
  baseline: readonly number[];
  readonly open: Map<string, OpenCall>;
  /** Commands that go on in the background, by the number under which they are polled. */
  readonly running: Map<number, string>;

  constructor(remembered: unknown) {
    const state: JsonRecord = isRecord(remembered) ? remembered : {};
    this.sessionId = textAt(state, "sessionId");
    this.thread = textAt(state, "thread");
    this.isSpokenByPrograms = state["isSpokenByPrograms"] === true;
    this.knowsModel = state["knowsModel"] === true;
    this.copy = readCopy(state["copy"]);
    this.baseline = numbers(state["baseline"]);
    this.open = new Map(pairs(state["open"]).flatMap(readOpen));
    this.running = new Map(pairs(state["running"]).flatMap(readRunning));
  }

  toJson(): unknown {
    const { sessionId, thread, isSpokenByPrograms, knowsModel, copy, baseline } = this;
    return {
      sessionId,
      thread,
      isSpokenByPrograms,
      knowsModel,
      copy,
      baseline,
      open: [...this.open],
      running: [...this.running],
    };
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
export function isToldByItsEnd(callId: string, state: SessionState): boolean {
  return callId.startsWith("exec-") || state.isRunning(callId);
}

interface OpenCall {
  readonly line: number;
  /** Set when it only polls a command that was started earlier. */
  readonly pollsSession?: number;
  /** A mark of the one command that a script runs, by which the item about it is known. */
  readonly mark?: string;
}

interface Copy {
  readonly startOrdinal?: number;
  /** When the copy was written; its records have the same time. */
  readonly since: string;
}

function readCopy(value: unknown): Copy | undefined {
  if (!isRecord(value)) return undefined;
  const startOrdinal = numberAt(value, "startOrdinal");
  const since = textAt(value, "since") ?? "";
  return startOrdinal === undefined ? { since } : { since, startOrdinal };
}

function readOpen([callId, call]: Pair): readonly [string, OpenCall][] {
  if (typeof callId !== "string" || !isRecord(call)) return [];
  const pollsSession = numberAt(call, "pollsSession");
  const mark = textAt(call, "mark");
  const open: OpenCall = {
    line: numberAt(call, "line") ?? 0,
    ...(pollsSession === undefined ? {} : { pollsSession }),
    ...(mark === undefined ? {} : { mark }),
  };
  return [[callId, open]];
}

function readRunning([session, callId]: Pair): readonly [number, string][] {
  return typeof session === "number" && typeof callId === "string" ? [[session, callId]] : [];
}

type Pair = readonly [unknown, unknown];

function pairs(value: unknown): readonly Pair[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown): Pair[] =>
    Array.isArray(pair) && pair.length === 2 ? [[pair[0], pair[1]]] : [],
  );
}

function numbers(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "number") : [];
}

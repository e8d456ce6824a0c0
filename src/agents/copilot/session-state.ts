import { type JsonRecord, isRecord, textAt } from "../../platform/json/fields.ts";
import type { Emit } from "../adapter.ts";
import type { Place } from "../place.ts";

/** What must be known from one line to the next: which calls wait for their results. Ids only, no text. */
export class SessionState {
  knowsModel: boolean;
  /** Requests are counted one by one, so that the totals at the end say nothing new. */
  countsRequests: boolean;
  readonly open: Map<string, OpenCall>;
  /** Commands that go on in the background, by the shell that they run in. */
  readonly running: Map<string, string>;

  constructor(remembered: unknown) {
    const state: JsonRecord = isRecord(remembered) ? remembered : {};
    this.knowsModel = state["knowsModel"] === true;
    this.countsRequests = state["countsRequests"] === true;
    this.open = new Map(pairs(state["open"]).flatMap(readOpen));
    this.running = new Map(pairs(state["running"]).flatMap(readRunning));
  }

  toJson(): unknown {
    const { knowsModel, countsRequests } = this;
    return { knowsModel, countsRequests, open: [...this.open], running: [...this.running] };
  }
}

interface OpenCall {
  /** Set when it only looks at a command that was started earlier. */
  readonly looksAtShell?: string;
  /** It asks the person something, and the answer is the person's word. */
  readonly asksPerson?: true;
}

function readOpen([callId, call]: Pair): readonly [string, OpenCall][] {
  if (typeof callId !== "string" || !isRecord(call)) return [];
  const shell = textAt(call, "looksAtShell");
  if (shell !== undefined) return [[callId, { looksAtShell: shell }]];
  return [[callId, call["asksPerson"] === true ? { asksPerson: true } : {}]];
}

function readRunning([shell, callId]: Pair): readonly [string, string][] {
  return typeof shell === "string" && typeof callId === "string" ? [[shell, callId]] : [];
}

type Pair = readonly [unknown, unknown];

function pairs(value: unknown): readonly Pair[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown): Pair[] =>
    Array.isArray(pair) && pair.length === 2 ? [[pair[0], pair[1]]] : [],
  );
}

/** Everything that a record is read with. */
export interface Reading {
  /** What the record calls its data. */
  readonly detail: JsonRecord;
  readonly place: Place;
  readonly state: SessionState;
  readonly emit: Emit;
}

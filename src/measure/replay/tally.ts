import type { Outcome } from "../../agents/outcome/judge-outcome.ts";
import type { LedgerCall, LedgerLog } from "../../capture/ledger/ledger-call.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { firstPart } from "../../redact/excerpt.ts";
import type { Scope } from "../../lesson/record/lesson.ts";

/** What one lesson has come to so far. */
export class ReplayTally {
  fired = 0;
  failed = 0;
  worked = 0;
  readonly #logs = new Set<LedgerLog>();
  readonly #failedLogs = new Set<LedgerLog>();
  readonly #examples = new FirstExamples();

  add(call: LedgerCall, shown: string | undefined): void {
    this.fired += 1;
    this.#logs.add(call.log);
    if (call.outcome === "ok") this.worked += 1;
    if (isFailed(call.outcome)) {
      this.failed += 1;
      this.#failedLogs.add(call.log);
    }
    this.#examples.add(call, shown);
  }

  /** Such a call went well, and the lesson would have been silent there. */
  addSilent({ outcome }: LedgerCall): void {
    if (outcome === "ok") this.worked += 1;
  }

  get sessions(): number {
    return countSessions(this.#logs);
  }

  get failedSessions(): number {
    return countSessions(this.#failedLogs);
  }

  get examples(): readonly ReplayExample[] {
    return this.#examples.list();
  }
}

/** What a person refused or stopped did not fail: nobody knows how it would have ended. */
export function isFailed(outcome: Outcome): boolean {
  return outcome === "error" || outcome === "timeout";
}

/** A call that a lesson would have fired at. */
export interface ReplayExample {
  /** The simple command or the path that was meant. */
  readonly shown?: string | undefined;
  readonly tool: string;
  readonly outcome: LedgerCall["outcome"];
  readonly agent: string;
  readonly sessionId: string;
  readonly at?: string | undefined;
  readonly place: { readonly log: number; readonly line: number };
}

/** The first few by time, in whatever order they come. Calls without a time come last. */
export class FirstExamples {
  readonly #kept: Kept[] = [];

  add(call: LedgerCall, shown: string | undefined): void {
    const last = this.#kept.at(-1);
    const isFull = this.#kept.length === mostExamples;
    if (isFull && last !== undefined && byTime(call, last.call) > 0) return;
    if (isFull) this.#kept.pop();
    this.#kept.push({ call, shown });
    this.#kept.sort((one, other) => byTime(one.call, other.call));
  }

  list(): readonly ReplayExample[] {
    return this.#kept.map(({ call, shown }) => ({
      shown: shown === undefined ? undefined : firstPart(shown, longestShown),
      tool: call.tool,
      outcome: call.outcome,
      agent: call.log.agent,
      sessionId: call.log.sessionId,
      at: call.at ?? undefined,
      place: { log: call.log.number, line: call.line },
    }));
  }
}

interface Kept {
  readonly call: LedgerCall;
  readonly shown: string | undefined;
}

const mostExamples = 5;
const longestShown = 300;

function byTime(one: LedgerCall, other: LedgerCall): number {
  if (one.at !== other.at) {
    if (one.at === null || other.at === null) return one.at === null ? 1 : -1;
    return one.at < other.at ? -1 : 1;
  }
  return one.log.number - other.log.number || one.ordinal - other.ordinal;
}

/** How much there was that a lesson could have fired at. */
export interface Reach {
  readonly calls: number;
  readonly sessions: number;
}

/** Counts calls and sessions, in all and by project. */
export class ReplayReach {
  readonly #calls = new Map<LedgerLog, number>();
  readonly #known = new Map<Scope, Reach>();

  add({ log }: LedgerCall): void {
    this.#calls.set(log, (this.#calls.get(log) ?? 0) + 1);
    this.#known.clear();
  }

  of(scope: Scope): Reach {
    const known = this.#known.get(scope);
    if (known !== undefined) return known;
    const project = projectOf(scope);
    const counted = [...this.#calls].filter(
      ([log]) => project === undefined || log.projectId === project,
    );
    const reach = {
      calls: counted.reduce((sum, [, calls]) => sum + calls, 0),
      sessions: countSessions(counted.map(([log]) => log)),
    };
    this.#known.set(scope, reach);
    return reach;
  }
}

/** The subagents of a session have logs of their own. */
function countSessions(logs: Iterable<LedgerLog>): number {
  return new Set(Array.from(logs, sessionKey)).size;
}

/** The project that a lesson is for; undefined when it holds in all. */
export function projectOf(scope: Scope): string | undefined {
  return scope.startsWith(projectMark) ? scope.slice(projectMark.length) : undefined;
}

const projectMark = "project:";

/** One more under this key. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

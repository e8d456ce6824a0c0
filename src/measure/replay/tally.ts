import type { Outcome } from "../../agents/outcome/judge-outcome.ts";
import type { LedgerCall, LedgerLog } from "../../capture/ledger/ledger-call.ts";
import { firstPart } from "../../redact/excerpt.ts";
import type { Scope } from "../../lesson/record/lesson.ts";

/** What one lesson has come to so far. */
export class ReplayTally {
  fired = 0;
  failed = 0;
  readonly #sessions = new Set<number>();
  readonly #examples = new FirstExamples();

  add(call: LedgerCall, session: number, shown: string | undefined): void {
    this.fired += 1;
    this.#sessions.add(session);
    if (isFailed(call.outcome)) this.failed += 1;
    this.#examples.add(call, shown);
  }

  get sessions(): number {
    return this.#sessions.size;
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
  readonly #sessionNumbers = new Map<string, number>();
  readonly #placesByLog = new Map<LedgerLog, LogPlace>();
  readonly #everywhere = newCount();
  readonly #byProject = new Map<string, ReachCount>();

  /** Gives back a number that stands for the session. */
  add({ log }: LedgerCall): number {
    const { session, inProject } = this.#placesByLog.get(log) ?? this.#open(log);
    this.#everywhere.calls += 1;
    if (inProject !== undefined) inProject.calls += 1;
    return session;
  }

  /** The subagents of a session have logs of their own. */
  #open(log: LedgerLog): LogPlace {
    const name = `${log.agent}\0${log.sessionId}`;
    const session = this.#sessionNumbers.get(name) ?? this.#sessionNumbers.size;
    this.#sessionNumbers.set(name, session);
    const inProject = log.projectId === null ? undefined : this.#countOf(log.projectId);
    for (const count of [this.#everywhere, inProject]) count?.sessions.add(session);
    const place = { session, inProject };
    this.#placesByLog.set(log, place);
    return place;
  }

  #countOf(projectId: string): ReachCount {
    const count = this.#byProject.get(projectId) ?? newCount();
    this.#byProject.set(projectId, count);
    return count;
  }

  of(scope: Scope): Reach {
    const projectId = projectOf(scope);
    const counted =
      projectId === undefined ? this.#everywhere : (this.#byProject.get(projectId) ?? newCount());
    return { calls: counted.calls, sessions: counted.sessions.size };
  }
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

interface LogPlace {
  readonly session: number;
  readonly inProject: ReachCount | undefined;
}

interface ReachCount {
  calls: number;
  readonly sessions: Set<number>;
}

function newCount(): ReachCount {
  return { calls: 0, sessions: new Set() };
}

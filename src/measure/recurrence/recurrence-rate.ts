import type { Scope } from "../../lesson/record/lesson.ts";
import { newcombeInterval, wilsonInterval, type Interval } from "../statistics.ts";
import type { LedgerCall, LedgerLog } from "../../capture/ledger/ledger-call.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { projectOf } from "../replay/tally.ts";

/** In how many sessions the mistake of a lesson was made before it became active, and in how many since. */
export interface RecurrenceRate {
  readonly before: Rate;
  readonly after: Rate;
  /** Sessions that it became active in: they count on neither side. */
  readonly underWay: number;
  /** How much rarer it is per 100 sessions, with 95 % confidence; null with too few sessions to tell. */
  readonly fallPer100: Interval | null;
  readonly says: "fell" | "rose" | "no-difference" | "too-few";
  /** By weeks from the activation on; week -1 ends with it. */
  readonly weeks: readonly RecurrenceWeek[];
}

interface Rate {
  readonly sessions: number;
  readonly withMistake: number;
  readonly per100: number;
  /** With 95 % confidence. */
  readonly low: number;
  readonly high: number;
  /** How often it is made where it is made: advice comes with the first failure and can only prevent the next. */
  readonly timesWhereMade: number;
}

interface RecurrenceWeek {
  readonly week: number;
  readonly sessions: number;
  readonly withMistake: number;
}

/** Fewer than these on one side, and any difference may be chance. */
const fewestSessions = 10;

/** `activatedAt`: when the lesson first became active. */
export function recurrenceRate(
  { scope, activatedAt }: { readonly scope: Scope; readonly activatedAt: string },
  sessions: Iterable<SeenSession>,
  failures: ReadonlyMap<SeenSession, number>,
): RecurrenceRate {
  const counts = { before: newCount(), after: newCount(), both: newCount() };
  const weeks = new Map<number, MistakeCount>();
  for (const session of sessions) {
    if (!isInScope(scope, session)) continue;
    const side = sideOf(session, activatedAt);
    const times = failures.get(session) ?? 0;
    addTo(counts[side], times);
    if (side === "both") continue;
    const week = Math.floor((Date.parse(session.firstAt) - Date.parse(activatedAt)) / weekMs);
    if (Math.abs(week) > mostWeeks) continue;
    const count = weeks.get(week) ?? newCount();
    weeks.set(week, count);
    addTo(count, times);
  }
  const { before, after, both } = counts;
  const fall = newcombeInterval(before, after);
  const isTooFew = Math.min(before.all, after.all) < fewestSessions;
  return {
    before: rateOf(before),
    after: rateOf(after),
    underWay: both.all,
    fallPer100: isTooFew ? null : { low: per100(fall.low), high: per100(fall.high) },
    says: isTooFew ? "too-few" : fall.low > 0 ? "fell" : fall.high < 0 ? "rose" : "no-difference",
    weeks: [...weeks]
      .map(([week, { hits, all }]) => ({ week, sessions: all, withMistake: hits }))
      .toSorted((one, other) => one.week - other.week),
  };
}

const weekMs = 7 * 86_400_000;
/** On either side: what lies a year back says little about now. */
const mostWeeks = 52;

interface MistakeCount {
  hits: number;
  all: number;
  times: number;
}

function newCount(): MistakeCount {
  return { hits: 0, all: 0, times: 0 };
}

function addTo(count: MistakeCount, times: number): void {
  count.all += 1;
  count.hits += times > 0 ? 1 : 0;
  count.times += times;
}

function rateOf(count: MistakeCount): Rate {
  const { low, high } = wilsonInterval(count);
  return {
    sessions: count.all,
    withMistake: count.hits,
    per100: count.all === 0 ? 0 : per100(count.hits / count.all),
    low: per100(low),
    high: per100(high),
    timesWhereMade: count.hits === 0 ? 0 : Math.round((10 * count.times) / count.hits) / 10,
  };
}

/** To a tenth: more would be made up. */
function per100(share: number): number {
  return Math.round(share * 1000) / 10;
}

/** A session in which at least one call was made, and when the first and the last of them were. */
export interface SeenSession {
  readonly key: string;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly projects: ReadonlySet<string>;
}

/** Collects sessions from calls in any order. Calls without a time are in none. */
export class SessionTally {
  readonly #sessions = new Map<string, OpenSession>();
  readonly #byLog = new Map<LedgerLog, OpenSession>();

  /** Gives back the session, the same object for all its calls. */
  add({ log, at }: LedgerCall): SeenSession | undefined {
    if (at === null) return undefined;
    const session = this.#byLog.get(log) ?? this.#open(log, at);
    if (at < session.firstAt) session.firstAt = at;
    if (at > session.lastAt) session.lastAt = at;
    return session;
  }

  all(): readonly SeenSession[] {
    return [...this.#sessions.values()];
  }

  /** The subagents of a session have logs of their own. */
  #open(log: LedgerLog, at: string): OpenSession {
    const key = sessionKey(log);
    const session = this.#sessions.get(key) ?? {
      key,
      firstAt: at,
      lastAt: at,
      projects: new Set<string>(),
    };
    if (log.projectId !== null) session.projects.add(log.projectId);
    this.#sessions.set(key, session);
    this.#byLog.set(log, session);
    return session;
  }
}

interface OpenSession {
  readonly key: string;
  firstAt: string;
  lastAt: string;
  readonly projects: Set<string>;
}

/** Whether a lesson of this scope could have been delivered there. */
function isInScope(scope: Scope, { projects }: SeenSession): boolean {
  const project = projectOf(scope);
  return project === undefined || projects.has(project);
}

/** A session that was under way at that time is on neither side: it has seen both. */
export function sideOf({ firstAt, lastAt }: SeenSession, at: string): "before" | "after" | "both" {
  if (firstAt >= at) return "after";
  return lastAt < at ? "before" : "both";
}

import type { LedgerCall, LedgerLog } from "../capture/ledger/ledger-call.ts";
import { sessionKey } from "../capture/ledger/mistake.ts";
import type { Scope } from "../lesson/record/lesson.ts";
import { projectOf } from "./replay/reach.ts";

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

/** Whether a lesson of this scope could have been told there. */
export function isInScope(scope: Scope, { projects }: SeenSession): boolean {
  const project = projectOf(scope);
  return project === undefined || projects.has(project);
}

/** A session that was under way at that time is on neither side: it has seen both. */
export function sideOf({ firstAt, lastAt }: SeenSession, at: string): "before" | "after" | "both" {
  if (firstAt >= at) return "after";
  return lastAt < at ? "before" : "both";
}

import type { LedgerCall, LedgerLog } from "../../capture/ledger/ledger-call.ts";
import type { Scope } from "../../lesson/record/lesson.ts";

/** How much there was that a lesson could have fired at. */
export interface Reach {
  readonly calls: number;
  readonly sessions: number;
}

/** Counts calls and sessions, in all and by project. */
export class ReplayReach {
  readonly #sessionNumbers = new Map<string, number>();
  readonly #placesByLog = new Map<LedgerLog, Place>();
  readonly #everywhere = newCount();
  readonly #byProject = new Map<string, Count>();

  /** Gives back a number that stands for the session. */
  add({ log }: LedgerCall): number {
    const { session, inProject } = this.#placesByLog.get(log) ?? this.#open(log);
    this.#everywhere.calls += 1;
    if (inProject !== undefined) inProject.calls += 1;
    return session;
  }

  /** The subagents of a session have logs of their own. */
  #open(log: LedgerLog): Place {
    const name = `${log.agent}\0${log.sessionId}`;
    const session = this.#sessionNumbers.get(name) ?? this.#sessionNumbers.size;
    this.#sessionNumbers.set(name, session);
    const inProject = log.projectId === null ? undefined : this.#countOf(log.projectId);
    for (const count of [this.#everywhere, inProject]) count?.sessions.add(session);
    const place = { session, inProject };
    this.#placesByLog.set(log, place);
    return place;
  }

  #countOf(projectId: string): Count {
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

interface Place {
  readonly session: number;
  readonly inProject: Count | undefined;
}

interface Count {
  calls: number;
  readonly sessions: Set<number>;
}

function newCount(): Count {
  return { calls: 0, sessions: new Set() };
}

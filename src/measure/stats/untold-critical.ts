import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { FirstExamples, type ReplayExample } from "../replay/examples.ts";
import type { Firing } from "../replay/matcher.ts";

/** A critical lesson that should have been told and was not. */
export interface UntoldLesson {
  readonly id: LessonId;
  readonly sessions: number;
  readonly calls: number;
  /** The first five by time. */
  readonly places: readonly ReplayExample[];
}

export interface UntoldOptions {
  /** When each of them became active. */
  readonly activatedAt: ReadonlyMap<LessonId, string>;
  /** When each session began with us, by `sessionKey`. */
  readonly begunAt: ReadonlyMap<string, string>;
  /** What sessions were told at calls: `toldKey` of each. */
  readonly told: ReadonlySet<string>;
}

export function toldKey(lesson: LessonId, session: string): string {
  return `${lesson}\0${session}`;
}

/** Looks for calls at which a critical lesson fires in sessions that heard nothing of it. Calls may come in any order. */
export class UntoldCritical {
  readonly #options: UntoldOptions;
  readonly #found = new Map<LessonId, Found>();

  constructor(options: UntoldOptions) {
    this.#options = options;
  }

  isWatched(session: string): boolean {
    return this.#options.begunAt.has(session);
  }

  add(call: LedgerCall, firing: readonly Firing[]): void {
    const session = sessionKey(call.log);
    for (const { id, shown } of firing) {
      if (!this.#isDue(id, session, call.at)) continue;
      const found = this.#found.get(id) ?? {
        sessions: new Set<string>(),
        calls: 0,
        examples: new FirstExamples(),
      };
      this.#found.set(id, found);
      found.sessions.add(session);
      found.calls += 1;
      found.examples.add(call, shown);
    }
  }

  #isDue(id: LessonId, session: string, at: string | null): boolean {
    const { activatedAt, begunAt, told } = this.#options;
    const [activated, begun] = [activatedAt.get(id), begunAt.get(session)];
    if (activated === undefined || begun === undefined || at === null) return false;
    return at >= activated && at >= begun && !told.has(toldKey(id, session));
  }

  /** Those that were missing in most sessions first. */
  list(): readonly UntoldLesson[] {
    return [...this.#found]
      .map(([id, { sessions, calls, examples }]) => ({
        id,
        sessions: sessions.size,
        calls,
        places: examples.list(),
      }))
      .toSorted((one, other) => other.sessions - one.sessions || (one.id < other.id ? -1 : 1));
  }
}

interface Found {
  readonly sessions: Set<string>;
  calls: number;
  readonly examples: FirstExamples;
}

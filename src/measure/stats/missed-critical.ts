import type { MeasuredLesson } from "./measured-lessons.ts";
import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId, Lesson } from "../../lesson/record/lesson.ts";
import { sessionKey } from "../../capture/ledger/mistake.ts";
import { ReplayTally, type ReplayExample } from "../replay/tally.ts";
import type { Firing } from "../replay/matcher.ts";
import type { DeliveryNote } from "../../deliver/spool/delivery-note.ts";
import { triggerFields } from "../../lesson/record/triggers.ts";
import type { Database } from "../../platform/database/database.ts";
import { triggerChanges } from "../../lesson/table/history.ts";
import type { SessionStart } from "../../deliver/spool/session-starts.ts";

/** A critical lesson that should have been delivered and was not. */
export interface MissedLesson {
  readonly id: LessonId;
  readonly sessions: number;
  readonly calls: number;
  /** The first five by time. */
  readonly places: readonly ReplayExample[];
}

interface MissedOptions {
  /** When each of them became active. */
  readonly activatedAt: ReadonlyMap<LessonId, string>;
  /** When each session began with us, by `sessionKey`. */
  readonly begunAt: ReadonlyMap<string, string>;
  /** What was delivered to sessions at calls: `deliveryKey` of each. */
  readonly delivered: ReadonlySet<string>;
}

export function deliveryKey(lesson: LessonId, session: string): string {
  return `${lesson}\0${session}`;
}

/** Looks for calls at which a critical lesson fires in sessions that heard nothing of it. Calls may come in any order. */
export class MissedCritical {
  readonly #options: MissedOptions;
  readonly #found = new Map<LessonId, ReplayTally>();

  constructor(options: MissedOptions) {
    this.#options = options;
  }

  isWatched(session: string): boolean {
    return this.#options.begunAt.has(session);
  }

  add(call: LedgerCall, firing: readonly Firing[]): void {
    const session = sessionKey(call.log);
    for (const { id, shown } of firing) {
      if (!this.#isDue(id, session, call.at)) continue;
      const found = this.#found.get(id) ?? new ReplayTally();
      this.#found.set(id, found);
      found.add(call, shown);
    }
  }

  #isDue(id: LessonId, session: string, at: string | null): boolean {
    const { activatedAt, begunAt, delivered } = this.#options;
    const [activated, begun] = [activatedAt.get(id), begunAt.get(session)];
    if (activated === undefined || begun === undefined || at === null) return false;
    return at >= activated && at >= begun && !delivered.has(deliveryKey(id, session));
  }

  /** Those that were missing in most sessions first. */
  list(): readonly MissedLesson[] {
    return [...this.#found]
      .map(([id, { sessions, fired, examples }]) => ({
        id,
        sessions,
        calls: fired,
        places: examples,
      }))
      .toSorted((one, other) => other.sessions - one.sessions || (one.id < other.id ? -1 : 1));
  }
}

/** From when on critical lessons were due, in which sessions, and where they were delivered. */
export function deliveryDues(
  database: Database,
  critical: readonly MeasuredLesson[],
  starts: readonly SessionStart[],
  notes: readonly DeliveryNote[],
): MissedOptions {
  const changes = triggerChanges(database, firingFields);
  const begunAt = new Map<string, string>();
  for (const start of starts) {
    if (start.subagent !== null) continue;
    const key = sessionKey(start);
    const known = begunAt.get(key);
    if (known === undefined || start.at < known) begunAt.set(key, start.at);
  }
  return {
    activatedAt: new Map(critical.map(({ lesson }) => [lesson.id, dueSince(lesson, changes)])),
    begunAt,
    delivered: new Set(notes.map((note) => deliveryKey(note.lesson, sessionKey(note)))),
  };
}

/** Before its trigger was changed it may not have fired there. */
function dueSince({ id, stage }: Lesson, changes: ReadonlyMap<LessonId, string>): string {
  const changed = changes.get(id) ?? "";
  return changed > stage.since ? changed : stage.since;
}

const firingFields = [...triggerFields, "priority", "scope", "confidence", "kind"];

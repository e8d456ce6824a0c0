import type { LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import type { Backtest } from "./backtest.ts";
import type { Recurrences, RecurrenceCounts } from "../recurrence/recurrences.ts";
import type { Firing } from "../replay/matcher.ts";

/** What lessons together would have done. */
export interface SplitOutcome {
  readonly lessons: number;
  readonly mistakes: RecurrenceCounts;
  /** Calls at which at least one of them fires. */
  readonly firedCalls: number;
  /** Summed over the lessons: fires, how often they would have been told (once a session), what came of the calls. */
  readonly fires: FireCounts;
}

interface FireCounts {
  readonly all: number;
  readonly told: number;
  readonly failed: number;
  readonly stopped: number;
  readonly reverted: number;
  readonly corrected: number;
  readonly retried: number;
  readonly falseFires: number;
}

/** Counts for some of the lessons that are replayed. */
export class SplitTally {
  readonly #lessons: ReadonlySet<LessonId>;
  readonly #recurrences: Recurrences;
  #firedCalls = 0;

  constructor(lessons: ReadonlySet<LessonId>, recurrences: Recurrences) {
    this.#lessons = lessons;
    this.#recurrences = recurrences;
  }

  add(call: LedgerCall, firing: readonly Firing[]): void {
    this.#recurrences.add(call, firing);
    if (firing.some(({ id }) => this.#lessons.has(id))) this.#firedCalls += 1;
  }

  outcome(backtests: ReadonlyMap<LessonId, Backtest>): SplitOutcome {
    const own = [...backtests].flatMap(([id, each]) => (this.#lessons.has(id) ? [each] : []));
    const sum = (count: (each: Backtest) => number) =>
      own.reduce((total, each) => total + count(each), 0);
    return {
      lessons: this.#lessons.size,
      mistakes: this.#recurrences.counts(),
      firedCalls: this.#firedCalls,
      fires: {
        all: sum(({ replay }) => replay.fired),
        told: sum(({ replay }) => replay.sessions),
        failed: sum(({ replay }) => replay.failed),
        stopped: sum(({ stopped }) => stopped),
        reverted: sum(({ reverted }) => reverted),
        corrected: sum(({ corrected }) => corrected),
        retried: sum(({ retried }) => retried),
        falseFires: sum(({ falseFires }) => falseFires),
      },
    };
  }
}

/**
 * Whether a person who sees these numbers would let the lesson through: it fires at no more than one call in a
 * hundred, and at least half of its fires were needed.
 */
export function isSound({ replay, falseFires }: Backtest): boolean {
  return replay.sharePercent <= mostSharePercent && falseFires * 2 <= replay.fired;
}

const mostSharePercent = 1;

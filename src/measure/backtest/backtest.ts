import type { CallsOfLog, LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { aftermathsOf, type FiredCall, type Aftermath } from "../effect/aftermath.ts";
import { type ReplayExample, FirstExamples, isFailed } from "../replay/tally.ts";
import { isAmong, OwnFailures } from "../replay/origins.ts";
import { replayCalls, type Replay, type ReplayOptions } from "../replay/replay.ts";

/** What the trigger of a lesson would have done, and how often it was needed. */
export interface Backtest {
  readonly replay: Replay;
  /** Of the fired calls: refused or stopped by a person, or held by a lesson. Nobody knows how they would have ended. */
  readonly stopped: number;
  /** Of the fired calls that went well: taken back, corrected by a person, made again in a better form, none of it. */
  readonly reverted: number;
  readonly corrected: number;
  readonly retried: number;
  readonly falseFires: number;
  /** Learned from no call that failed: how its calls end says little about whether it is needed. */
  readonly isSilent: boolean;
  /** The first five of each by time. */
  readonly examples: {
    readonly failed: readonly ReplayExample[];
    /** Failures as the lesson says: those that it fired at, and those that it did not. */
    readonly warned: readonly ReplayExample[];
    readonly missed: readonly ReplayExample[];
    readonly falseFires: readonly ReplayExample[];
  };
}

/** Replays lessons over logs and looks at what followed. One log is held at a time; no order matters. */
export function backtestLogs(
  lessons: readonly ReadyLesson[],
  logs: Iterable<CallsOfLog>,
  options: ReplayOptions,
): ReadonlyMap<LessonId, Backtest> {
  const tallies = new Map(lessons.map(({ id }) => [id, new BacktestTally()]));
  const failures = new OwnFailures(lessons, options.origins ?? new Map());
  let fired: FiredCall[] = [];
  function* callsOf(): Generator<LedgerCall> {
    for (const { calls, corrections } of logs) {
      fired = [];
      yield* calls;
      for (const aftermath of aftermathsOf(fired, corrections))
        tallies.get(aftermath.id)?.addAftermath(aftermath);
    }
  }
  const replays = replayCalls(lessons, callsOf(), {
    ...options,
    onCall: (call, firing) => {
      options.onCall?.(call, firing);
      fired.push({ call, firing });
      for (const { id, shown } of firing) tallies.get(id)?.addFired(call, shown);
      for (const { id } of failures.lessonsOf(call))
        tallies.get(id)?.addOwnFailure(call, isAmong(firing, id));
    },
  });
  return new Map(
    [...replays].map(([id, replay]) => {
      const tally = tallies.get(id) ?? new BacktestTally();
      const isSilent = (options.origins?.get(id)?.failures ?? []).length === 0;
      return [id, { replay, isSilent, ...tally.result() }];
    }),
  );
}

/** What one lesson has come to so far, beyond what a replay counts. */
class BacktestTally {
  #stopped = 0;
  readonly #followed = { reverted: 0, corrected: 0, retried: 0, nothing: 0 };
  readonly #failed = new FirstExamples();
  readonly #warned = new FirstExamples();
  readonly #missed = new FirstExamples();
  readonly #false = new FirstExamples();

  addFired(call: LedgerCall, shown: string | undefined): void {
    if (isFailed(call.outcome)) this.#failed.add(call, shown);
    else if (call.outcome !== "ok") this.#stopped += 1;
  }

  addOwnFailure(call: LedgerCall, isWarned: boolean): void {
    const shown = call.command ?? call.path ?? undefined;
    (isWarned ? this.#warned : this.#missed).add(call, shown);
  }

  addAftermath({ call, shown, followed }: Aftermath): void {
    this.#followed[followed] += 1;
    if (followed === "nothing") this.#false.add(call, shown);
  }

  result(): Omit<Backtest, "replay" | "isSilent"> {
    const { nothing, ...followed } = this.#followed;
    const examples = {
      failed: this.#failed.list(),
      warned: this.#warned.list(),
      missed: this.#missed.list(),
      falseFires: this.#false.list(),
    };
    return { stopped: this.#stopped, ...followed, falseFires: nothing, examples };
  }
}

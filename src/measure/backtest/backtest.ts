import type { CallsOfLog, LedgerCall } from "../../capture/ledger/ledger-call.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import type { ReadyLesson } from "../../match/ready-lesson.ts";
import { type ReplayExample, FirstExamples, isFailed } from "../replay/tally.ts";
import { isAmong, OwnFailures } from "../replay/origins.ts";
import { replayGroups, type Replay, type ReplayOptions } from "../replay/replay.ts";
import { isSameKindOfCall } from "../../shell/change/change.ts";
import { isUndo } from "../../capture/sayings/undo-command.ts";
import { correctionsOf, mostCallsLater } from "../effect/judge-effect.ts";
import type { Firing } from "../replay/matcher.ts";

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
  function* callsOf(): Generator<readonly LedgerCall[]> {
    for (const { calls, corrections } of logs) {
      fired = [];
      yield calls;
      for (const aftermath of aftermathsOf(fired, corrections))
        tallies.get(aftermath.id)?.addAftermath(aftermath);
    }
  }
  const replays = replayGroups(lessons, callsOf(), {
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

/** A lesson fired at a call that went well: what came of it. */
interface Aftermath {
  readonly id: LessonId;
  readonly call: LedgerCall;
  readonly shown: string | undefined;
  /** The first of these that holds. With `nothing` there was no need for the lesson: a false fire. */
  readonly followed: "reverted" | "corrected" | "retried" | "nothing";
}

/** A call and the lessons that fire at it. */
interface FiredCall {
  readonly call: LedgerCall;
  readonly firing: readonly Firing[];
}

/**
 * Looks at the five calls that came after each one that went well although a lesson fired at it, in the
 * same conversation of the same log. The calls of one log, in any order; `corrections` are the lines of that log
 * where a person corrected the agent.
 */
function* aftermathsOf(
  fired: readonly FiredCall[],
  corrections: readonly number[],
): Generator<Aftermath> {
  for (const calls of byThread(fired)) {
    for (const [index, { call, firing }] of calls.entries()) {
      if (call.outcome !== "ok" || firing.length === 0) continue;
      const next = calls.slice(index + 1, index + 1 + mostCallsLater);
      const end = calls[index + 1 + mostCallsLater]?.call.line ?? Infinity;
      const isCorrected = correctionsOf(call, corrections).some(
        (line) => call.line < line && line < end,
      );
      const ofAll = isReverted(call, next) ? "reverted" : isCorrected ? "corrected" : undefined;
      const isRetried = retriesOf(call, next);
      for (const each of firing) {
        const followed = ofAll ?? (isRetried(each) ? "retried" : "nothing");
        yield { ...each, call, followed };
      }
    }
  }
}

function byThread(fired: readonly FiredCall[]): Iterable<readonly FiredCall[]> {
  const inOrder = fired.toSorted((one, other) => one.call.ordinal - other.call.ordinal);
  return Map.groupBy(inOrder, ({ call }) => call.thread).values();
}

/** Something was put back, or the file that the call wrote was removed. */
function isReverted({ path }: LedgerCall, next: readonly FiredCall[]): boolean {
  const written: ReadonlySet<string> = new Set(path === null ? [] : [path]);
  return next.some(
    ({ call: { command, outcome } }) =>
      command !== null && outcome === "ok" && isUndo(command, written),
  );
}

/**
 * Whether a call was made again: the same kind of command as the one that a lesson fired at, in a form in which it does
 * not. The agent found out by itself then. Where it fires again, it is another such call and not a better one. A second
 * edit is work. Comparing commands takes long, so that lessons which fire at the same one share it.
 */
function retriesOf(
  { command }: LedgerCall,
  next: readonly FiredCall[],
): (firing: Firing) => boolean {
  const alikeTo = new Map<string, ReadonlySet<FiredCall>>();
  return ({ id, shown = command }) => {
    const better = next.filter(({ firing }) => !isAmong(firing, id));
    if (command === null || shown === null || better.length === 0) return false;
    const alike =
      alikeTo.get(shown) ??
      new Set(
        next.filter(({ call }) => call.command !== null && isSameKindOfCall(shown, call.command)),
      );
    alikeTo.set(shown, alike);
    return better.some((later) => alike.has(later));
  };
}

import type { Backtest } from "../backtest/backtest.ts";

/** What a person should know about the numbers of a lesson. */
export interface BacktestMark {
  readonly mark: string;
  /** For a table. */
  readonly short: string;
  readonly words: string;
}

export function marksOf({ replay, isSilent }: Backtest): readonly BacktestMark[] {
  const never = replay.fired === 0 && !replay.isOutOfReach;
  const marks: readonly (readonly [boolean, string, string, string])[] = [
    [
      replay.isOutOfReach,
      "out-of-reach",
      "never told at calls",
      "it is never told at a call: its level is too low, it is for other moments, or it names no call",
    ],
    [never, "never-fires", "never fires", "it fires at no call in this history"],
    [
      replay.isTooBroad,
      "too-broad",
      "too broad",
      "it fires at more than one call in twenty: noise",
    ],
    [
      replay.isInEverySession && !replay.isTooBroad,
      "every-session",
      "in nearly every session",
      `it fires in ${replay.sessions} of ${replay.reach.sessions} sessions: nobody listens to what is always said`,
    ],
    [
      replay.missesItself,
      "misses-itself",
      "misses its own calls",
      "it fires at none of the calls that it was learned from",
    ],
    [
      replay.hasUnseen,
      "has-unseen",
      "fires more often in life",
      "it asks for what the ledger does not keep (contents, words, workflows, wrappers): in life it fires at least as often",
    ],
    [
      isSilent && replay.fired > 0,
      "silent",
      "learned from no failed call",
      "it was learned from no call that failed: how its calls ended says little about it",
    ],
  ];
  return marks.flatMap(([holds, mark, short, words]) => (holds ? [{ mark, short, words }] : []));
}

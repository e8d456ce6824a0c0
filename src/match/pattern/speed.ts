import { stepCounter } from "./count-steps.ts";
import { hardTexts, type HardText } from "./hard-texts.ts";
import { isPlainlyLinear } from "./linear.ts";
import type { Pattern } from "./pattern.ts";

export type PatternSpeed =
  /** Its form shows that it takes time in proportion to the text. */
  | { readonly speed: "linear" }
  | SlowPattern
  /** So tangled that judging it used up all steps. Nobody knows how slow it is, so nobody takes it. */
  | UndecidedPattern
  /** It was fast on every text that was made to be hard for it. That is no proof. */
  | { readonly speed: "unproven" };

interface UndecidedPattern {
  readonly speed: "undecided";
}

export interface SlowPattern {
  readonly speed: "super-linear";
  readonly complexity: "quadratic" | "cubic" | "polynomial" | "exponential";
  /** A text that shows it, shortened: the longer it goes on like this at the `…`, the more each part takes. */
  readonly text: string;
}

/** Whether a pattern can be matched in time that grows with the text and not faster. */
export function judgePatternSpeed(pattern: Pattern): PatternSpeed {
  if (isPlainlyLinear(pattern)) return { speed: "linear" };
  return measureGrowth(pattern) ?? { speed: "unproven" };
}

/**
 * Looks for a text on which a pattern takes more than its share when the text grows. It counts steps and
 * never asks the clock, so that the answer is the same on every machine.
 */
export function measureGrowth(
  pattern: Pick<RegExp, "source" | "flags">,
): SlowPattern | UndecidedPattern | undefined {
  const count = stepCounter(pattern);
  const most = mostRepeats(pattern.source);
  let stepsLeft = most * mostStepsInAll;
  for (const text of hardTexts(pattern)) {
    const stepsAt = (repeats: number): number | undefined => {
      const search = count(inFull(text, repeats), most * mostStepsPerRepeat);
      stepsLeft -= search.steps;
      return search.outcome === "given up" ? undefined : search.steps;
    };
    const complexity = growthOf(stepsAt, most);
    if (complexity !== undefined) return { speed: "super-linear", complexity, text: shown(text) };
    if (stepsLeft <= 0) return text.turn < fewestTurns ? { speed: "undecided" } : undefined;
  }
  return undefined;
}

/**
 * For each repeat of the longest text. Twice what the ordinary pattern with the most texts takes: a million steps, some tens of
 * milliseconds, and more only where a high limit wants longer texts.
 */
const mostStepsInAll = 16_000;
/** A pattern whose repetitions had fewer texts each was hardly tried. */
const fewestTurns = 12;
/** As many as a long list of alternatives takes, and more than any that should run at every call. */
const mostStepsPerRepeat = 1500;

/** Beyond the limits in the pattern: only then is the growth what it stays. */
function mostRepeats(source: string): number {
  const limits = [...source.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, limit]) => Number(limit));
  const highest = Math.max(...limits.filter((limit) => limit <= highestLimit), 32);
  return 2 ** Math.ceil(Math.log2(2 * highest));
}

/** `.{0,256}` may be read again from every place of a text; a higher limit is none. */
const highestLimit = 256;

/**
 * How the steps grow when the repeats are doubled, from 4 on; undefined when in proportion. A limit such as
 * `{0,200}` only shows in texts that are longer than it, so what seems too much is looked at further on.
 */
function growthOf(
  stepsAt: (repeats: number) => number | undefined,
  most: number,
): SlowPattern["complexity"] | undefined {
  const steps: number[] = [];
  for (let repeats = 4; repeats <= most; repeats *= 2) {
    const taken = stepsAt(repeats);
    if (taken === undefined) {
      if (repeats <= 32) return isExponential(stepsAt) ? "exponential" : named(ratioOf(steps));
      break;
    }
    steps.push(taken);
    // What is the same for a longer text never read that far.
    if (repeats === 8 && taken === steps[0]) return undefined;
    if (repeats === 16 && excessOf(steps) < 2 * repeats) return undefined;
  }
  const ratio = ratioOf(steps);
  const [first = 0, , third = 0] = steps.slice(-3);
  // Both: where lengths of one kind are easier than others, one difference can be small by chance.
  return ratio > 2.5 && third > 4.4 * first ? named(ratio) : undefined;
}

/** Twice the text costs twice the further steps when the time is in proportion, four times when quadratic. */
function ratioOf(steps: readonly number[]): number {
  const [first = 0, second = 0, third = 0] = steps.slice(-3);
  return second > first ? (third - second) / (second - first) : 0;
}

/** How many steps the last doubling took above its share. */
function excessOf(steps: readonly number[]): number {
  const [first = 0, second = 0, third = 0] = steps.slice(-3);
  return third - second - 2 * (second - first);
}

/** Each further repeat multiplies the steps, and the factor does not shrink. */
function isExponential(stepsAt: (repeats: number) => number | undefined): boolean {
  const [first, second, third] = [stepsAt(6), stepsAt(9), stepsAt(12)];
  if (first === undefined || second === undefined || third === undefined) return true;
  return third / second > 0.9 * (second / first);
}

function named(ratio: number): SlowPattern["complexity"] {
  if (ratio < 6) return "quadratic";
  return ratio < 12 ? "cubic" : "polynomial";
}

function inFull({ prefix, pump, suffix }: HardText, repeats: number): string {
  return `${prefix}${pump.repeat(repeats)}${suffix}`;
}

/** As much of it as says what it is made of. */
function shown({ prefix, pump, suffix }: HardText): string {
  const repeats = Math.max(2, Math.ceil(shortestShown / pump.length));
  return `${`${prefix}${pump.repeat(repeats)}`.slice(0, longestShown)}…${suffix.slice(0, shortestShown)}`;
}

const shortestShown = 12;
const longestShown = 60;

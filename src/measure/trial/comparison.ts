import { newcombeInterval, studentQuantile, z, type Interval, type Share } from "../statistics.ts";

/** One lesson in a trial: in how many sessions its mistake was made again, of those that went without it and of those that had it. */
export interface Arms {
  readonly without: Share;
  readonly with: Share;
}

/** What a trial says about one lesson, or about all of them. */
export interface Comparison extends Arms {
  /**
   * How many sessions of 100 the lesson spares the mistake: the share without it less the share with it. Null as long as one of the
   * two sides is empty.
   */
  readonly sparedPer100: (Interval & { readonly estimate: number }) | null;
  readonly says: "helps" | "harms" | "no-difference" | "too-few";
  /** Sessions until a lesson that halves the mistake would be found out. Null as long as nobody made the mistake. */
  readonly sessionsNeeded: number | null;
}

/**
 * Compares the two sides of every lesson, and takes the differences together: weighted by Mantel and Haenszel, so that a lesson
 * counts by how much its sessions can tell. The interval is Newcombe's, stratified as by Yan and Su, with Student's quantile. Of
 * one lesson it is plainly Newcombe's. Nothing is assumed about how alike the lessons are: what is estimated is their weighted mean.
 */
export function compareArms(lessons: readonly Arms[], share: number): Comparison {
  const sums = { without: sumOf(lessons, "without"), with: sumOf(lessons, "with") };
  const difference = differenceOf(lessons);
  const sparedPer100 = difference && {
    estimate: per100(difference.estimate),
    low: per100(difference.low),
    high: per100(difference.high),
  };
  return {
    ...sums,
    sparedPer100,
    says: saysOf(sums, difference),
    sessionsNeeded: sessionsStillNeeded(sums, share),
  };
}

type Side = keyof Arms;

function sumOf(lessons: readonly Arms[], side: Side): Share {
  return {
    hits: lessons.reduce((sum, each) => sum + each[side].hits, 0),
    all: lessons.reduce((sum, each) => sum + each[side].all, 0),
  };
}

interface Difference extends Interval {
  readonly estimate: number;
}

/** Between −1 and 1; null where no lesson has sessions on both sides. */
export function differenceOf(lessons: readonly Arms[]): Difference | null {
  const strata = lessons.filter((each) => each.without.all > 0 && each.with.all > 0);
  if (strata.length === 0) return null;
  const whole = strata.reduce((sum, each) => sum + weightOf(each), 0);
  const [without, withIt] = (["without", "with"] as const).map((side) =>
    standardised(strata, side, whole),
  ) as [Share, Share];
  const sessions = strata.reduce((sum, each) => sum + each.without.all + each.with.all, 0);
  const quantile = studentQuantile(sessions - 2 * strata.length);
  return {
    estimate: without.hits / without.all - withIt.hits / withIt.all,
    ...newcombeInterval(without, withIt, quantile),
  };
}

/** Mantel and Haenszel: of few sessions against many, the few decide. */
export function weightOf({ without, with: withIt }: Arms): number {
  return (without.all * withIt.all) / (without.all + withIt.all);
}

/** The weighted mean of the shares of one side, and of how many sessions such a mean is worth. */
function standardised(strata: readonly Arms[], side: Side, whole: number): Share {
  let share = 0;
  let spread = 0;
  for (const each of strata) {
    const weight = weightOf(each) / whole;
    share += (weight * each[side].hits) / each[side].all;
    spread += weight ** 2 / each[side].all;
  }
  const all = 1 / spread;
  // Rounding must not make more of all than all.
  return { hits: Math.min(1, share) * all, all };
}

function saysOf({ without, with: withIt }: Arms, found: Difference | null): Comparison["says"] {
  if (found === null || Math.min(without.all, withIt.all) < fewestSessions) return "too-few";
  if (found.low > 0) return "helps";
  return found.high < 0 ? "harms" : "no-difference";
}

/** Fewer than these on one side, and nothing is concluded. The interval is given all the same. */
const fewestSessions = 5;

/**
 * By the share of both sides together, as whoever must not know yet what came out does it: going by the difference so far would find
 * every lucky start proven. Halving is the least that we would call a help.
 */
function sessionsStillNeeded(sums: Arms, share: number): number | null {
  const { without, with: withIt } = sums;
  const done = without.all + withIt.all;
  const hits = without.hits + withIt.hits;
  if (hits === 0) return null;
  const made = Math.min(0.999, hits / done / (share + (1 - share) * halved));
  return Math.max(0, Math.ceil(sessionsFor(made, made * halved, share)) - done);
}

const halved = 0.5;

/** For two shares to be told apart in four of five trials, at 95 % (Fleiss, Levin and Paik), when `share` of all sessions go without. */
export function sessionsFor(without: number, withIt: number, share: number): number {
  const mean = share * without + (1 - share) * withIt;
  const ifAlike = mean * (1 - mean) * (1 / share + 1 / (1 - share));
  const ifNot = (without * (1 - without)) / share + (withIt * (1 - withIt)) / (1 - share);
  return ((z * Math.sqrt(ifAlike) + zPower * Math.sqrt(ifNot)) / (without - withIt)) ** 2;
}

/** 80 % of a normal distribution lie below. */
const zPower = 0.8416212335729143;

/** To a tenth: more would be made up. */
function per100(share: number): number {
  return Math.round(share * 1000) / 10;
}

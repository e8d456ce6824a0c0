/** Of so many, in how many it was. */
export interface Share {
  readonly hits: number;
  readonly all: number;
}

/** Between 0 and 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Where a share lies with 95 % confidence (Wilson's score interval). It holds for few cases, too, where the usual
 * formula gives nonsense: none of ten is 0 to 28 %, not 0 to 0.
 */
export function wilsonInterval({ hits, all }: Share): Interval {
  if (all === 0) return { low: 0, high: 1 };
  const share = hits / all;
  const middle = share + zSquared / (2 * all);
  const margin = z * Math.sqrt((share * (1 - share) + zSquared / (4 * all)) / all);
  const scale = 1 + zSquared / all;
  // At the ends the formula gives 0 and 1, but for rounding.
  return {
    low: hits === 0 ? 0 : (middle - margin) / scale,
    high: hits === all ? 1 : (middle + margin) / scale,
  };
}

/** How much smaller the second share is than the first, with 95 % confidence (Newcombe's interval, from two of Wilson's). */
export function newcombeInterval(first: Share, second: Share): Interval {
  const [one, other] = [wilsonInterval(first), wilsonInterval(second)];
  const [p, q] = [shareOf(first), shareOf(second)];
  return {
    low: p - q - Math.hypot(p - one.low, other.high - q),
    high: p - q + Math.hypot(one.high - p, q - other.low),
  };
}

function shareOf({ hits, all }: Share): number {
  return all === 0 ? 0 : hits / all;
}

/** 97.5 % of a normal distribution lie below. */
const z = 1.959963984540054;
const zSquared = z * z;

/** The smallest value that at least this share of the values do not exceed. 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((one, other) => one - other);
  return inOrder[Math.max(Math.ceil(share * inOrder.length) - 1, 0)] ?? 0;
}

/** The value in the middle. */
export function middleOf(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

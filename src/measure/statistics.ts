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
export function wilsonInterval({ hits, all }: Share, quantile = z): Interval {
  if (all === 0) return { low: 0, high: 1 };
  const share = hits / all;
  const squared = quantile * quantile;
  const middle = share + squared / (2 * all);
  const margin = quantile * Math.sqrt((share * (1 - share) + squared / (4 * all)) / all);
  const scale = 1 + squared / all;
  // At the ends the formula gives 0 and 1, but for rounding.
  return {
    low: hits === 0 ? 0 : (middle - margin) / scale,
    high: hits === all ? 1 : (middle + margin) / scale,
  };
}

/** How much smaller the second share is than the first, with 95 % confidence (Newcombe's interval, from two of Wilson's). */
export function newcombeInterval(first: Share, second: Share, quantile = z): Interval {
  const [one, other] = [wilsonInterval(first, quantile), wilsonInterval(second, quantile)];
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
export const z = 1.959963984540054;

/**
 * 97.5 % of Student's distribution lie below (Fisher's expansion; the third digit is right from five degrees of freedom on). With few cases
 * the normal quantile promises 95 % and keeps 91.
 */
export function studentQuantile(degrees: number): number {
  const least = Math.max(1, degrees);
  const first = (z ** 3 + z) / (4 * least);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * least ** 2);
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * least ** 3);
  return z + first + second + third;
}

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

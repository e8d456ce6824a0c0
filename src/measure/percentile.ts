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

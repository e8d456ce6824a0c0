/**
 * Numbers as a line of small bars: `▁▃█`. Nothing is the lowest, and what is more than nothing is higher; where a number
 * is missing there is a gap. At most `width` of them, the last ones.
 */
export function sparkline(values: readonly (number | undefined)[], width = Infinity): string {
  const shown = values.slice(Math.max(0, values.length - width));
  const most = Math.max(0, ...shown.map((value) => value ?? 0));
  return shown.map((value) => (value === undefined ? " " : barOf(value, most))).join("");
}

const bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

function barOf(value: number, most: number): string {
  if (value <= 0 || most <= 0) return bars[0];
  return bars[Math.max(1, Math.round((value / most) * (bars.length - 1)))] ?? bars[0];
}

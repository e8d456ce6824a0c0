/** A share as a bar: `████░░░░`. What is more than nothing shows, and what is less than all is not full. */
export function bar(part: number, whole: number, width: number): string {
  if (whole <= 0) return "░".repeat(width);
  const exact = Math.round((part / whole) * width);
  const least = part > 0 ? 1 : 0;
  const most = part < whole ? width - 1 : width;
  const filled = Math.min(Math.max(exact, least), most);
  return "█".repeat(filled) + "░".repeat(width - filled);
}

/** How much room a bar may take beside what it stands for. */
export function barWidthIn(width: number): number {
  return width < 60 ? 10 : 20;
}

import { longestSummary } from "../../core/lesson.ts";

/**
 * A text as a summary: one line that fits. When it had to be cut (at a word, with `…`), the caller
 * keeps the whole text somewhere else.
 */
export function shortSummary(text: string): { readonly summary: string; readonly isCut: boolean } {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  const points = Array.from(line);
  if (points.length <= longestSummary) return { summary: line, isCut: false };
  return { summary: `${cutAtWord(points, longestSummary - 1)}…`, isCut: true };
}

function cutAtWord(points: readonly string[], length: number): string {
  const lastSpace = points.lastIndexOf(" ", length);
  // Without a space in the second half (a long path, a language that has none) a word would be too little.
  const end = lastSpace < length / 2 ? length : lastSpace;
  return points
    .slice(0, end)
    .join("")
    .replace(/[ ,;:–—-]+$/u, "");
}

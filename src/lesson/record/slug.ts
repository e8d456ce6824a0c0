import type { Slug } from "./lesson.ts";

/**
 * The name that people type: words of the summary and a random suffix. The suffix keeps two
 * lessons about the same thing apart without asking anybody.
 */
export function makeSlug(summary: string, suffix: string): Slug {
  return `${slugWords(summary)}-${suffix}`;
}

/** Slugs become file names and claim names: lower case, no separators at the ends, no `..`. */
export function isSlug(text: string): boolean {
  return text.length <= longestSlug && /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/.test(text);
}

export const slugSuffixLength = 4;
const longestSlug = 100;
const longestWords = 44;

function slugWords(summary: string): string {
  const words = summary
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (words === "") return "lesson";
  if (words.length <= longestWords) return words;
  const cut = words.slice(0, longestWords + 1);
  const end = cut.lastIndexOf("-");
  return end > longestWords / 2 ? cut.slice(0, end) : words.slice(0, longestWords);
}

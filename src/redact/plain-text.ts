import { replaceHidden, visible } from "./visible.ts";

/** Text as a reader sees it, spelled one way, without blanks around it. Lessons are shown in terminals and put in front of models. */
export function plainText(text: string): string {
  return visible(text).normalize("NFC").trim();
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ");
}

/** Characters as people count them, near enough: an accent or an emoji is not two. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

/**
 * JSON in which everything can be seen. JSON itself escapes only the oldest control characters; terminals obey
 * younger ones, too. Parsed, it is the same value.
 */
export function visibleJson(value: unknown, indent?: number): string {
  // They only ever stand inside of its strings.
  return replaceHidden(JSON.stringify(value, null, indent), (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

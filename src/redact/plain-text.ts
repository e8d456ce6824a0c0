/**
 * Text without what a reader cannot see: terminal escapes and other control characters, zero-width
 * characters, and the marks that turn the reading direction around. Line breaks and tabs stay.
 * Lessons are shown in terminals and put in front of models; neither may be fooled by them.
 */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(terminalEscape, "")
    .replace(hidden, "")
    .normalize("NFC")
    .trim();
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ");
}

/** Whether a text has characters that a reader cannot see. For text that must not be changed, such as a pattern. */
export function hasHiddenCharacters(text: string): boolean {
  return text.search(hidden) >= 0;
}

/** Characters as people count them, near enough: an accent or an emoji is not two. */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

/** Colours and cursor moves (`ESC [ … letter`), titles and links (`ESC ] … BEL`), whole. */
const terminalEscape = /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)/g;

/** Zero-width joiner and variation selectors stay: scripts and emoji need them to be what they are. */
const hidden =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/**
 * JSON in which everything can be seen. JSON itself escapes only the oldest control characters; terminals obey
 * younger ones, too. Parsed, it is the same value.
 */
export function visibleJson(value: unknown, indent?: number): string {
  // They only ever stand inside of its strings.
  return JSON.stringify(value, null, indent).replace(hidden, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

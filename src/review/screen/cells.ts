import stringWidth from "fast-string-width";

/** How many columns a text takes, as a terminal counts them. */
export function widthOf(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** Text as it may reach a terminal: one line, nothing that a reader cannot see. */
export function visibleText(text: string): string {
  return isPlain(text) ? text : text.replace(/\s/gu, " ").replace(unseen, "").toWellFormed();
}

/** As much of a text as fits, with an ellipsis when that is not all of it. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  if (columns <= 0) return "";
  let kept = "";
  let width = 0;
  for (const character of charactersOf(text)) {
    width += widthOf(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Cut or filled with spaces to exactly that many columns. */
export function fill(text: string, columns: number): string {
  const shown = cut(text, columns);
  return shown + " ".repeat(Math.max(columns - widthOf(shown), 0));
}

/** The characters as people see them: an emoji made of five parts is one. */
export function charactersOf(text: string): readonly string[] {
  if (isPlain(text)) return text.split("");
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Controls, zero-width and direction marks; the joiners stay, because scripts and emoji need them. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200C\u200D])\p{Cf}/gu;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

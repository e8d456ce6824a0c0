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

/** One row of a wrapped text: from where to where in the text, in UTF-16 units. */
interface TextRow {
  readonly start: number;
  readonly end: number;
}

/**
 * The rows of a text that is at most `columns` wide: broken after spaces where there are some, else
 * anywhere. Every position of the text but those of line breaks is in exactly one row, so that a
 * cursor can be put into it.
 */
export function wrapText(text: string, columns: number): readonly TextRow[] {
  const rows: TextRow[] = [];
  let lineStart = 0;
  for (const line of text.split("\n")) {
    for (const row of wrapLine(line, Math.max(columns, 2))) {
      rows.push({ start: lineStart + row.start, end: lineStart + row.end });
    }
    lineStart += line.length + 1;
  }
  return rows;
}

/** The rows as texts, for what is only shown. */
export function wrapped(text: string, columns: number): readonly string[] {
  return wrapText(text, columns).map(({ start, end }) => text.slice(start, end).trimEnd());
}

function wrapLine(line: string, columns: number): readonly TextRow[] {
  const rows: TextRow[] = [];
  let start = 0;
  let width = 0;
  /** Just after the last space of this row, and how wide the row is up to there. */
  let breakAt = 0;
  let widthAtBreak = 0;
  let at = 0;
  for (const character of charactersOf(line)) {
    const characterWidth = widthOf(character);
    // A space may hang over the edge: it is not seen there.
    if (width + characterWidth > columns && character !== " ") {
      const end = breakAt > start ? breakAt : at;
      rows.push({ start, end });
      width = breakAt > start ? width - widthAtBreak : 0;
      start = end;
    }
    at += character.length;
    width += characterWidth;
    if (character === " ") {
      breakAt = at;
      widthAtBreak = width;
    }
  }
  rows.push({ start, end: line.length });
  return rows;
}

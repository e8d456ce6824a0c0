import { charactersOf, widthOf } from "./cells.ts";

/** One row of a wrapped text: from where to where in the text, in UTF-16 units. */
export interface TextRow {
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

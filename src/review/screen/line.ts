import { cut, visibleText, widthOf } from "./cells.ts";

/** A row of the screen: pieces of text one after the other. */
export type Line = readonly Span[];

export interface Span {
  readonly text: string;
  readonly look?: Look;
  /** Begins at this column, whatever the terminal made of the width of what stands before. */
  readonly column?: number;
}

/** How a piece of text looks where there is colour; without colour nothing depends on it. */
export type Look = "bold" | "dim" | "inverse" | "red" | "yellow" | "green" | "cyan";

export function span(text: string, look?: Look): Span {
  return look === undefined ? { text } : { text, look };
}

/** At most so many columns, only text that can be seen. Whatever is shown goes through here. */
export function fitLine(line: Line, columns: number): Line {
  const fitted: Span[] = [];
  let left = columns;
  for (const piece of line) {
    if (left <= 0) break;
    const text = cut(visibleText(piece.text), left);
    left -= widthOf(text);
    if (text !== "") fitted.push({ ...piece, text });
  }
  return fitted;
}

export function lineWidth(line: Line): number {
  return line.reduce((width, { text }) => width + widthOf(text), 0);
}

/** Two lines beside each other, each in its own columns, with a rule between them. */
export function besides(left: Line, right: Line, widths: readonly [number, number]): Line {
  const [leftWidth, rightWidth] = widths;
  const fitted = fitLine(left, leftWidth);
  return [
    ...fitted,
    { text: " ".repeat(Math.max(leftWidth - lineWidth(fitted), 0)) },
    { text: "│", look: "dim", column: leftWidth },
    ...fitLine(right, rightWidth),
  ];
}

/** The line as text alone. */
export function lineText(line: Line): string {
  return line.map(({ text }) => text).join("");
}

import { cut, visibleText, widthOf } from "./cells.ts";

/** What is on the screen: as many lines as it has rows, none wider than it is. */
export interface Frame {
  readonly lines: readonly Line[];
  /** Where the cursor is seen; hidden when there is none. */
  readonly cursor?: { readonly row: number; readonly column: number } | undefined;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/**
 * What to write so that a terminal that shows `before` shows `after`: only the lines that differ,
 * in one synchronised update. Without `before`, everything. Nothing when nothing changed.
 */
export function frameChange(
  before: Frame | undefined,
  after: Frame,
  { size, hasColor }: { readonly size: Size; readonly hasColor: boolean },
): string {
  const changes: string[] = before === undefined ? [`${reset}${clearScreen}`] : [];
  for (const [row, line] of after.lines.entries()) {
    const old = before?.lines[row];
    if (old !== undefined && isSameLine(old, line)) continue;
    if (before === undefined && line.length === 0) continue;
    // A full line leaves the cursor on its last cell, which clearing would take away.
    const clear = lineWidth(line) < size.columns ? clearRest : "";
    changes.push(moveTo(row, 0) + paintLine(line, hasColor) + clear);
  }
  if (changes.length === 0 && isSameCursor(before?.cursor, after.cursor)) return "";
  const { cursor } = after;
  const shown = cursor === undefined ? "" : moveTo(cursor.row, cursor.column) + showCursor;
  return beginUpdate + hideCursor + changes.join("") + shown + endUpdate;
}

/** A screen of our own, in which a paste differs from typing, the mouse speaks (1000, as 1006 writes it) and long lines do not wrap. */
export const enterScreen =
  "\u001B[?1049h\u001B[?2004h\u001B[?1000h\u001B[?1006h\u001B[?7l\u001B[?25l";
/** Everything as it was, whatever happened in between. */
export const leaveScreen =
  "\u001B[?2026l\u001B[0m\u001B[?7h\u001B[?1006l\u001B[?1000l\u001B[?2004l\u001B[?25h\u001B[?1049l";

const beginUpdate = "\u001B[?2026h";
const endUpdate = "\u001B[?2026l";
const hideCursor = "\u001B[?25l";
const showCursor = "\u001B[?25h";
const clearScreen = "\u001B[2J";
const clearRest = "\u001B[K";
const reset = "\u001B[0m";

const codes: Readonly<Record<SpanLook, number>> = {
  bold: 1,
  dim: 2,
  inverse: 7,
  underline: 4,
  red: 31,
  green: 32,
};

function paintLine(line: Line, hasColor: boolean): string {
  return line
    .map(({ text, look, column }) => {
      // The last guard: whatever a lesson says, it does not speak to the terminal.
      const safe = text.replace(/\p{Cc}/gu, "");
      const painted =
        look === undefined || !hasColor ? safe : `\u001B[${codes[look]}m${safe}${reset}`;
      return column === undefined ? painted : `\u001B[${column + 1}G${painted}`;
    })
    .join("");
}

function moveTo(row: number, column: number): string {
  return `\u001B[${row + 1};${column + 1}H`;
}

function isSameLine(one: Line, other: Line): boolean {
  if (one === other) return true;
  return (
    one.length === other.length &&
    one.every((piece, index) => {
      const twin = other[index];
      return piece.text === twin?.text && piece.look === twin.look && piece.column === twin.column;
    })
  );
}

function isSameCursor(one: Frame["cursor"], other: Frame["cursor"]): boolean {
  return one?.row === other?.row && one?.column === other?.column;
}

/** A row of the screen: pieces of text one after the other. */
export type Line = readonly Span[];

export interface Span {
  readonly text: string;
  readonly look?: SpanLook | undefined;
  /** Begins at this column, whatever the terminal made of the width of what stands before. */
  readonly column?: number;
}

/**
 * How a piece of text looks where there is colour; without colour nothing depends on it. Text keeps the terminal's own
 * foreground: yellow and cyan vanish on white, blue on black. Red and green are for marks alone.
 */
export type SpanLook = "bold" | "dim" | "inverse" | "underline" | "red" | "green";

export function span(text: string, look?: SpanLook): Span {
  return { text, look };
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

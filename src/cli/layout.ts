import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";

/** Text at a column: wrapped to the width, and every line after the first begins where the text does. */
export function hang(
  label: string,
  text: string,
  options: { readonly column: number; readonly width: number },
): string {
  const { column, width } = options;
  const lines = wrap(text, Math.max(width - column, 20));
  const first = `${pad(label, column)}${lines[0] ?? ""}`;
  return [first, ...lines.slice(1).map((line) => (line === "" ? "" : " ".repeat(column) + line))]
    .join("\n")
    .trimEnd();
}

/**
 * Broken between words. A longer word stays whole, because a path in two pieces cannot be copied; a line
 * keeps its own indentation, because it may be code.
 */
export function wrap(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    const columns = Math.max(width - indent.length, 10);
    return wrapLine(line.slice(indent.length), columns).map((part) => indent + part);
  });
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (!isPlain(line)) return wrapAnsi(line, columns, { hard: false, trim: true }).split("\n");
  const lines: string[] = [];
  let last = "";
  for (const word of line.split(" ")) {
    if (last !== "" && word !== "" && last.length + 1 + word.length > columns) {
      lines.push(last.trimEnd());
      last = "";
    }
    last += last === "" ? word : ` ${word}`;
  }
  return [...lines, last.trimEnd()];
}

/** Each character takes one column. Knowing the others takes large tables, and most texts have none of them. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function textWidth(text: string): number {
  return isPlain(text) ? text.length : stringWidth(text);
}

/** Filled with spaces to a number of columns, as a terminal counts them. */
function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(columns - textWidth(text), 0));
}

/** A paragraph of its own, ended: wrapped, and the whole of it moved to the right by `indent`. */
export function paragraph(text: string, { width }: Page, indent = 0): string {
  return `${hang("", text, { column: indent, width })}\n`;
}

/** A heading with the lines that belong to it, each of them ended. */
export function section(title: string, lines: readonly string[]): string {
  return [title, ...lines].map((line) => `${line}\n`).join("");
}

/** A fact: its label, and its text behind the column of the texts. */
export function row(label: string, text: string, { width, column = 14 }: RowPage): string {
  return hang(label, text, { column, width });
}

/** Facts with one label, which stands in front of the first of them. */
export function rows(label: string, texts: readonly string[], page: RowPage): readonly string[] {
  return texts.map((text, index) => row(index === 0 ? label : "", text, page));
}

interface Page {
  readonly width: number;
}

export interface RowPage extends Page {
  readonly column?: number;
}

/** Commands that a person may type next, each with what it does. */
export function hints(commands: readonly (readonly [command: string, why: string])[]): string {
  return table(commands.map(([command, why]) => [`  ${command}`, why]));
}

/** Cells in columns of equal width; the last column is not padded. */
export function table(cells: readonly (readonly string[])[]): string {
  const widths = (cells[0] ?? []).map((_, index) =>
    Math.max(...cells.map((line) => textWidth(line[index] ?? ""))),
  );
  return cells
    .map((line) => line.map((cell, index) => pad(cell, (widths[index] ?? 0) + 2)).join(""))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

/** Those of the texts that are to be said. */
export function onlyTexts(...texts: readonly (string | false | undefined)[]): readonly string[] {
  return texts.filter((text) => typeof text === "string");
}

export function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** 1,234,567. Not `toLocaleString`, which takes 12 ms the first time. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** The day of an instant: enough for a list. */
export function day(instant: string): string {
  return instant.slice(0, 10);
}

/** An instant to the minute, in UTC: for what happens today. */
export function minute(instant: string): string {
  return instant.slice(0, 16).replace("T", " ");
}

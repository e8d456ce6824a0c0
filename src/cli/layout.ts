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
    const rows = wrapAnsi(line.slice(indent.length), Math.max(width - indent.length, 10), {
      hard: false,
      trim: true,
    });
    return rows.split("\n").map((row) => indent + row);
  });
}

/** Filled with spaces to a number of columns, as a terminal counts them. */
function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(columns - stringWidth(text), 0));
}

/** A heading with the lines that belong to it, each of them ended; nothing where there are none. */
export function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}\n${lines.map((line) => `${line}\n`).join("")}`;
}

/** A label and its text, which is wrapped behind the column; two spaces in front, as everything in a section. */
export function row(label: string, text: string, { width }: { readonly width: number }): string {
  return hang(`  ${label}`, text, { column: rowColumn, width });
}

const rowColumn = 16;

/** Commands that a person may type next, each with what it does. */
export function hints(commands: readonly (readonly [command: string, why: string])[]): string {
  return table(commands.map(([command, why]) => [`  ${command}`, why]));
}

/** Rows as columns of equal width; the last column is not padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => stringWidth(row[index] ?? ""))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) =>
          index === row.length - 1 ? cell : pad(cell, (widths[index] ?? 0) + 2),
        )
        .join(""),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
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

import { widthOf } from "../../src/review/screen/cells.ts";
import type { Size } from "../../src/review/screen/frame.ts";

/** As much of a terminal as our screens use: it understands those sequences, and no others. */
export class VirtualScreen {
  readonly #size: Size;
  #cells: string[][];
  #row = 0;
  #column = 0;
  #isCursorShown = true;
  #look = "";

  constructor(size: Size) {
    this.#size = size;
    this.#cells = Array.from({ length: size.rows }, () => this.#blankRow());
  }

  write(output: string): void {
    for (const [piece, sequence] of output.matchAll(
      /\u001B\[([0-9;?]*[A-Za-z])|[^\u001B]+|\u001B/g,
    )) {
      if (sequence !== undefined) this.#obey(sequence);
      else if (piece.includes("\u001B")) throw new Error("an escape that is no sequence");
      else this.#print(piece);
    }
  }

  /** Every cell with its look, and the cursor where it is seen. */
  shown(): {
    readonly cells: readonly string[];
    readonly cursor: readonly [number, number] | undefined;
  } {
    return {
      cells: this.#cells.map((row) => row.join("")),
      cursor: this.#isCursorShown ? [this.#row, this.#column] : undefined,
    };
  }

  /** The rows with their looks, as a terminal would be asked to show them. */
  styled(): string {
    return this.#cells
      .map((row) =>
        row
          .map((cell) => {
            const [look = "", text = ""] = cell.includes(afterLook)
              ? cell.split(afterLook)
              : ["", cell];
            return look === "" ? text : `\u001B[${look}m${text}\u001B[0m`;
          })
          .join("")
          .replaceAll(
            /\u001B\[0m\u001B\[(\d+)m(?<=\u001B\[\1m[^\u001B]*\u001B\[0m\u001B\[\1m)/gu,
            "",
          )
          .trimEnd(),
      )
      .join("\n");
  }

  /** What can be read, row by row. */
  text(): string {
    return this.#cells
      .map((row) => row.map((cell) => cell.slice(cell.indexOf(afterLook) + 1)).join(""))
      .join("\n");
  }

  #obey(sequence: string): void {
    const [first = "1", second = "1"] = sequence.slice(0, -1).split(";");
    switch (sequence.at(-1)) {
      case "H":
        this.#row = Number(first) - 1;
        this.#column = Number(second) - 1;
        return;
      case "G":
        this.#column = Number(first) - 1;
        return;
      case "K":
        this.#clearRest();
        return;
      case "J":
        this.#cells = this.#cells.map(() => this.#blankRow());
        return;
      case "m":
        this.#look = first === "0" ? "" : first;
        return;
      case "h":
      case "l":
        if (first === "?25") this.#isCursorShown = sequence.endsWith("h");
        return;
      default:
        throw new Error(`unknown sequence ${sequence}`);
    }
  }

  #print(text: string): void {
    for (const { segment } of new Intl.Segmenter().segment(text)) {
      if (/\p{Cc}/u.test(segment)) throw new Error("a control character");
      const width = widthOf(segment);
      const row = this.#cells[this.#row];
      if (row === undefined || this.#column + width > this.#size.columns) {
        throw new Error(`outside of the screen: ${segment}`);
      }
      if (width === 0) continue;
      row[this.#column] = `${this.#look}${afterLook}${segment}`;
      for (let next = 1; next < width; next += 1) row[this.#column + next] = "";
      this.#column += width;
    }
  }

  /** As a real one: after a full line the cursor stands on the last cell, and that is cleared too. */
  #clearRest(): void {
    const row = this.#cells[this.#row] ?? [];
    const from = Math.min(this.#column, this.#size.columns - 1);
    for (let at = from; at < row.length; at += 1) row[at] = " ";
  }

  #blankRow(): string[] {
    return Array.from({ length: this.#size.columns }, () => " ");
  }
}

const afterLook = "\u0000";

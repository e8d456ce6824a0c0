import { visibleText } from "./cells.ts";
import { cardEvidence, cardHead } from "./card-words.ts";
import { cursorPlace, type Editor } from "./field-editor.ts";
import { span, type Line, type Span } from "./line.ts";
import { currentRow, decisionOf, isNoise, type Model, type Row } from "./model.ts";
import { fieldsOf, type ReviewField } from "./review-field.ts";
import { wrapped, wrapText } from "./wrap-text.ts";

/** An open card, line by line; how much of it is seen is another question. */
export interface CardLayout {
  readonly lines: readonly Line[];
  /** Where each field is: from its first line to behind its last. */
  readonly places: readonly LinePlace[];
  /** Where the person types. */
  readonly cursor?: { readonly line: number; readonly column: number };
}

interface LinePlace {
  readonly from: number;
  readonly to: number;
}

export function cardLayout(model: Model, width: number): CardLayout {
  const row = currentRow(model);
  if (row === undefined) return { lines: [], places: [] };
  const lines: Line[] = [...cardHead(model, row, width), []];
  const places: LinePlace[] = [];
  let cursor: CardLayout["cursor"];
  for (const [index, field] of fieldsOf(row.card.lesson).entries()) {
    const from = lines.length;
    const shown = fieldLines(model, row, { field, index, width });
    lines.push(...shown.lines);
    places.push({ from, to: lines.length });
    if (shown.cursor !== undefined) {
      cursor = { line: from + shown.cursor.row, column: shown.cursor.column };
    }
  }
  lines.push(...cardEvidence(model, row, width));
  return cursor === undefined ? { lines, places } : { lines, places, cursor };
}

/** How wide a field's text may be: one column is kept for the cursor behind it. */
export function valueWidth(width: number): number {
  return Math.max(width - labelWidth - 1, 4);
}

/** The fields of a card that can be changed: none of what is archived. */
export function editableFields(row: Row | undefined): readonly ReviewField[] {
  return row === undefined || isNoise(row) ? [] : fieldsOf(row.card.lesson);
}

/** What a field says now, with the edits that were made. */
export function fieldText(model: Model, row: Row, field: ReviewField): string {
  const edit = decisionOf(model, row).edits.find((each) => each.field === field.name);
  return edit?.text ?? field.text;
}

const labelWidth = 18;

function fieldLines(
  model: Model,
  row: Row,
  options: { readonly field: ReviewField; readonly index: number; readonly width: number },
): { readonly lines: readonly Line[]; readonly cursor?: ReturnType<typeof cursorPlace> } {
  const { field, index, width } = options;
  const { mode } = model;
  const isHere =
    !isNoise(row) && (mode.is === "card" || mode.is === "edit") && mode.field === index;
  const editor = isHere && mode.is === "edit" ? mode.editor : undefined;
  const edit = decisionOf(model, row).edits.find((each) => each.field === field.name);
  const problem = editor === undefined ? edit?.problem : editingProblem(model);
  const columns = valueWidth(width);
  const text = editor?.text ?? edit?.text ?? field.text;
  const below = (note: string, look: "red" | "dim") =>
    wrapped(note, columns).map((line): Line => [span(" ".repeat(labelWidth)), span(line, look)]);
  const lines = [
    ...(editor === undefined ? wrapped(text, columns) : typedRows(text, columns)).map(
      (value, place): Line => {
        const label =
          place === 0 ? labelOf(field, { isHere, isEdited: edit !== undefined }) : blank;
        return [label, valueSpan(value, { editor, isEmpty: text === "" })];
      },
    ),
    ...(problem === undefined ? [] : below(`! ${visibleText(problem)}`, "red")),
    ...(editor === undefined || problem !== undefined || field.hint === ""
      ? []
      : below(field.hint, "dim")),
  ];
  if (editor === undefined) return { lines };
  const place = cursorPlace(editor, columns);
  return { lines, cursor: { row: place.row, column: labelWidth + place.column } };
}

const blank: Span = { text: " ".repeat(labelWidth) };

function labelOf(
  { name }: ReviewField,
  { isHere, isEdited }: { readonly isHere: boolean; readonly isEdited: boolean },
): Span {
  const label = `${isHere ? "▸" : " "}${isEdited ? "✎" : " "}${name}`.padEnd(labelWidth);
  return span(label, isHere ? "bold" : "dim");
}

function valueSpan(
  value: string,
  { editor, isEmpty }: { readonly editor: Editor | undefined; readonly isEmpty: boolean },
): Span {
  if (editor !== undefined) return span(value);
  return isEmpty ? span("–", "dim") : span(value);
}

/** With the spaces at the ends of rows: the cursor may be behind one. */
function typedRows(text: string, columns: number): readonly string[] {
  return wrapText(text, columns).map(({ start, end }) => text.slice(start, end));
}

function editingProblem({ mode }: Model): string | undefined {
  return mode.is === "edit" ? mode.problem : undefined;
}

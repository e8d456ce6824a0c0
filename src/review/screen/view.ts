import { cardLayout } from "./card-layout.ts";
import { confirmationLines } from "./confirmation-words.ts";
import { widthOf } from "./cells.ts";
import type { Editor } from "./field-editor.ts";
import type { Frame } from "./frame.ts";
import { helpLines } from "./help-words.ts";
import { besides, fitLine, span, type Line } from "./line.ts";
import { layoutOf } from "./layout.ts";
import { currentRow, type Model } from "./model.ts";
import { keyLine, titleLine } from "./status-lines.ts";
import { listLines, previewLines } from "./view-list.ts";

/** The screen as a frame: exactly as many lines as it has rows. */
export function view(model: Model): Frame {
  const { rows, columns } = model.size;
  const { lines, cursor } = content(model);
  const fitted = Array.from({ length: rows }, (_, row) => fitLine(lines[row] ?? [], columns));
  if (cursor === undefined || cursor.row >= rows) return { lines: fitted };
  return { lines: fitted, cursor: { ...cursor, column: Math.min(cursor.column, columns - 1) } };
}

function content(model: Model): Frame {
  const { mode } = model;
  switch (mode.is) {
    case "list":
    case "leave":
      return { lines: [titleLine(model), ...listBody(model), keyLine(model)] };
    case "filter":
      return prompted(model, "Filter: ", mode.editor);
    case "reason": {
      const question =
        mode.problem === undefined ? "Archive because: " : `(${mode.problem}) because: `;
      return prompted(model, question, mode.editor);
    }
    case "card":
    case "edit":
      return cardScreen(model, mode.top);
    case "help":
      return paged(helpLines(model.size.columns), { top: mode.top, model });
    case "confirm":
    case "applying":
      return paged(confirmationLines(model), { top: mode.is === "confirm" ? mode.top : 0, model });
  }
}

function listBody(model: Model): readonly Line[] {
  const { bodyRows, previewRows } = layoutOf(model.size);
  const list = listLines(model, { rows: bodyRows - previewRows, columns: model.size.columns });
  return [...list, ...previewLines(model, previewRows)];
}

function cardScreen(model: Model, top: number): Frame {
  const { bodyRows, listWidth, cardWidth } = layoutOf(model.size);
  const layout = cardLayout(model, cardWidth);
  const list =
    listWidth === 0 ? undefined : listLines(model, { rows: bodyRows, columns: listWidth });
  const body = Array.from({ length: bodyRows }, (_, row): Line => {
    const line = layout.lines[top + row] ?? [];
    return list === undefined ? line : besides(list[row] ?? [], line, [listWidth, cardWidth]);
  });
  const lines = [titleLine(model), ...body, keyLine(model)];
  const { cursor } = layout;
  const row = cursor === undefined ? -1 : cursor.line - top;
  if (cursor === undefined || row < 0 || row >= bodyRows) return { lines };
  const left = listWidth === 0 ? 0 : listWidth + 1;
  return { lines, cursor: { row: row + 1, column: left + cursor.column } };
}

/** The list, or the card that the question is about, with a line to type into at the bottom. */
function prompted(model: Model, question: string, editor: Editor): Frame {
  const { mode, size } = model;
  const isOverCard =
    mode.is === "reason" && mode.back.is === "card" && currentRow(model) !== undefined;
  const behind =
    isOverCard && mode.back.is === "card"
      ? cardScreen({ ...model, mode: mode.back }, mode.back.top)
      : { lines: [titleLine(model), ...listBody(model)] };
  const { shown, column } = window(editor, Math.max(size.columns - widthOf(question) - 1, 4));
  const lines = [...behind.lines.slice(0, size.rows - 1), [span(question, "bold"), span(shown)]];
  return { lines, cursor: { row: lines.length - 1, column: widthOf(question) + column } };
}

/** The part of a long line in which the cursor is. */
function window(
  { text, cursor }: Editor,
  columns: number,
): { readonly shown: string; readonly column: number } {
  let start = 0;
  while (widthOf(text.slice(start, cursor)) > columns) start += 1;
  // Half of a pair is no character.
  const shown = text.slice(start).toWellFormed();
  return { shown, column: widthOf(text.slice(start, cursor)) };
}

function paged(
  lines: readonly Line[],
  { top, model }: { readonly top: number; readonly model: Model },
): Frame {
  const rows = Math.max(model.size.rows - 1, 1);
  const first = Math.min(top, Math.max(lines.length - rows, 0));
  const page = lines.slice(first, first + rows);
  const blank = Array.from({ length: rows - page.length }, (): Line => []);
  return { lines: [...page, ...blank, keyLine(model)] };
}

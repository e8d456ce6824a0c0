import { cardLayout, archivedBecause, historyText } from "./card.ts";
import { confirmationLines, verdictMarks } from "./confirmation.ts";
import { widthOf, cut, fill, visibleText } from "./cells.ts";
import type { Editor } from "./field-editor.ts";
import { type Frame, besides, fitLine, span, type Line, type SpanLook } from "./frame.ts";
import { helpLines, keyLine, titleLine } from "./status-lines.ts";
import { layoutOf, listItems, type ListItem } from "./layout.ts";
import { currentRow, type Model, isChange, decisionOf, isNoise, type Row } from "./model.ts";
import { bodyFields, bodyValue } from "../../lesson/record/body.ts";
import { levelOf, type Level } from "../../lesson/record/level.ts";
import { plainLine } from "../../redact/plain-text.ts";

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
      return paged(model, helpLines(model.size.columns), mode.top);
    case "confirm":
    case "applying":
      return paged(model, confirmationLines(model), mode.is === "confirm" ? mode.top : 0);
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
  const back = mode.is === "reason" ? mode.back : undefined;
  const behind =
    back?.is === "card"
      ? cardScreen({ ...model, mode: back }, back.top)
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

function paged(model: Model, lines: readonly Line[], top: number): Frame {
  const rows = Math.max(model.size.rows - 1, 1);
  const first = Math.min(top, Math.max(lines.length - rows, 0));
  const page = lines.slice(first, first + rows);
  const blank = Array.from({ length: rows - page.length }, (): Line => []);
  return { lines: [...page, ...blank, keyLine(model)] };
}

/** The part of the list that is on the screen. */
function listLines(
  model: Model,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): readonly Line[] {
  const items = listItems(model).slice(model.top, model.top + rows);
  const lines = items.map((item) => itemLine(model, item, columns));
  return [...lines, ...Array.from({ length: Math.max(rows - lines.length, 0) }, (): Line => [])];
}

/** What the lesson at the cursor says, so that most need not be opened. */
function previewLines(model: Model, rows: number): readonly Line[] {
  if (rows === 0) return [];
  const { columns } = model.size;
  const row = currentRow(model);
  const lines = row === undefined ? [] : previewOf(model, row);
  return [
    [span("─".repeat(columns), "dim")],
    ...Array.from({ length: rows - 1 }, (_, index) => lines[index] ?? []),
  ];
}

function itemLine(model: Model, item: ListItem, columns: number): Line {
  switch (item.is) {
    case "heading":
      return [span("Archived by the model:", "dim")];
    case "nothing":
      return [span("  Nothing matches the filter.", "dim")];
    case "confirm": {
      const count = [...model.decisions.values()].filter(isChange).length;
      const isHere = item.place === model.cursor;
      return [span(`${isHere ? "▸" : " "} Confirm (${count})`, isHere ? "inverse" : "bold")];
    }
    case "row":
      return (isNoise(item.row) ? noiseLine : cardLine)(model, item.row, {
        columns,
        isHere: item.place === model.cursor,
      });
  }
}

interface RowPlace {
  readonly columns: number;
  readonly isHere: boolean;
}

function cardLine(model: Model, row: Row, { columns, isHere }: RowPlace): Line {
  const { lesson, expands, warnings } = row.card;
  const decision = decisionOf(model, row);
  const edits = new Map(decision.edits.map(({ field, text }) => [field, text]));
  const delivery = edits.get("delivery") ?? lesson.delivery;
  const number = String(row.number ?? "").padStart(String(model.rows.length).length);
  const marks = `${warnings.length > 0 ? "!" : " "}${decision.edits.length > 0 ? "✎" : " "}`;
  const summary = edits.get("summary") ?? lesson.summary;
  const added = `${delivery === "advise" ? "" : ` [${delivery}]`}${expands === undefined ? "" : ` [expands: ${expands.slug}]`}`;
  const level = levelOf(lesson.priority);
  const isWide = columns >= 56;
  const head = [
    span(
      `${isHere ? "▸" : " "} [${verdictMarks[decision.verdict.is]}] ${number} `,
      isHere ? "bold" : undefined,
    ),
    ...(isWide
      ? [span(level.padEnd(9), levelLooks[level]), span(`${lesson.confidence.toFixed(2)} `, "dim")]
      : []),
    span(`${marks} `, "yellow"),
  ];
  const room = columns - head.reduce((width, { text }) => width + widthOf(text), 0);
  const shown = cut(
    visibleText(summary),
    Math.max(room - (isWide ? Math.min(widthOf(added), 24) : 0), 8),
  );
  return [
    ...head,
    span(shown, isHere ? "inverse" : undefined),
    ...(isWide ? [span(added, "cyan")] : []),
  ];
}

function noiseLine(model: Model, row: Row, { columns, isHere }: RowPlace): Line {
  const { verdict } = decisionOf(model, row);
  const { summary } = row.card.lesson;
  const head = `${isHere ? "▸" : " "} [${verdictMarks[verdict.is]}] `;
  const action =
    columns >= 56 ? (verdict.is === "unarchive" ? " [comes back]" : " [Unarchive]") : "";
  const room = Math.max(columns - widthOf(head) - widthOf(action), 8);
  const reason = ` — ${archivedBecause(row.card)}`;
  const text = visibleText(summary);
  const summaryRoom = Math.max(Math.floor(room / 2), room - widthOf(visibleText(reason)));
  const shown = cut(text, summaryRoom);
  return [
    span(head, isHere ? "bold" : undefined),
    span(shown, isHere ? "inverse" : undefined),
    span(fill(visibleText(reason), room - widthOf(shown)), "dim"),
    span(action, isHere ? "bold" : "dim"),
  ];
}

function previewOf(model: Model, row: Row): readonly Line[] {
  const edits = new Map(decisionOf(model, row).edits.map(({ field, text }) => [field, text]));
  const { lesson, warnings, reading, history } = row.card;
  const line = (label: string, text: string, look?: SpanLook): Line => [
    span(`${label}: `, "dim"),
    span(cut(plainLine(text), model.size.columns * 3), look),
  ];
  const body = bodyFields[lesson.kind].flatMap(({ name, is, required }) => {
    const value = edits.get(name) ?? bodyValue(lesson.body, name);
    if (value === undefined || is === "format" || !required) return [];
    return [line(name, [value].flat().join(" · "))];
  });
  const tags = [...lesson.tags, `priority:${lesson.priority}`, `conf:${lesson.confidence}`];
  return [
    ...(isNoise(row) ? [line("Archived by the model", archivedBecause(row.card))] : []),
    ...warnings.slice(0, 1).map((text): Line => [span(`! ${text}`, "yellow")]),
    ...body.slice(0, 3),
    line("fires", reading, "cyan"),
    ...(history === undefined ? [] : [[span(historyText(history), "cyan")]]),
    [span(`${lesson.kind} · ${tags.join(" · ")}`, "dim")],
  ];
}

const levelLooks: Readonly<Record<Level, SpanLook>> = {
  CRITICAL: "red",
  HIGH: "yellow",
  MEDIUM: "cyan",
  LOW: "dim",
};

import { plainLine } from "../../redact/plain-text.ts";
import { archivedBecause, cardLayout, checksOf, historyText } from "./card.ts";
import { cardFields, fieldText } from "./card-fields.ts";
import { cut, fill, visibleText, widthOf, wrapped } from "./cells.ts";
import { confirmationLines } from "./confirmation.ts";
import { evidenceCells, evidenceWords, type EvidenceCells } from "./evidence.ts";
import type { Editor } from "./field-editor.ts";
import { besides, fitLine, lineWidth, span, type Frame, type Line } from "./frame.ts";
import { helpLines } from "./help.ts";
import { layoutOf } from "./layout.ts";
import { cardOf, decisionOf, isArchived, type Model, type Row } from "./model.ts";
import { offerLines } from "./offer.ts";
import { currentItem, currentRow, pageItems, pageRows, type ListItem } from "./page-items.ts";
import { pickerLines } from "./picker.ts";
import { keyLine, titleLine } from "./status-lines.ts";
import { verdictLook, verdictMarks } from "./verdicts.ts";

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
      return { lines: [titleLine(model), ...listBody(model), keyLine(model)] };
    case "filter":
      return prompted(model, "Filter: ", mode.editor);
    case "reason":
      return mode.editor === undefined
        ? asked(model, mode.back)
        : prompted(model, "Archive because: ", mode.editor);
    case "card":
    case "edit":
      return cardScreen(model, mode.top);
    case "pick":
      return paged(model, pickerLines(model), 0);
    case "help":
      return paged(model, helpLines(model.size.columns), mode.top);
    case "confirm":
    case "applying":
      return paged(model, confirmationLines(model), mode.is === "confirm" ? mode.top : 0);
    case "offer":
    case "cleaning":
      return paged(model, offerLines(model), 0);
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
    return list === undefined
      ? line
      : besides(list[row] ?? [], [span(" "), ...line], [listWidth, cardWidth + 1]);
  });
  const isMore = layout.lines.length > top + bodyRows;
  const lines = [withMore(titleLine(model), model, isMore), ...body, keyLine(model)];
  const { cursor } = layout;
  const row = cursor === undefined ? -1 : cursor.line - top;
  if (cursor === undefined || row < 0 || row >= bodyRows) return { lines };
  const left = listWidth === 0 ? 0 : listWidth + 2;
  return { lines, cursor: { row: row + 1, column: left + cursor.column } };
}

function withMore(line: Line, { size }: Model, isMore: boolean): Line {
  if (!isMore) return line;
  const more = span("↓ more", "dim");
  const fitted = fitLine(line, Math.max(size.columns - widthOf(more.text) - 2, 0));
  const gap = Math.max(size.columns - lineWidth(fitted) - widthOf(more.text), 1);
  return [...fitted, span(" ".repeat(gap)), more];
}

/** The list or the card that a question is about, with the question in place of the keys. */
function asked(model: Model, back: { readonly is: "list" | "card" }): Frame {
  const behind = content({ ...model, mode: back as Model["mode"] });
  return { lines: [...behind.lines.slice(0, -1), keyLine(model)] };
}

/** The same with a line to type into. */
function prompted(model: Model, question: string, editor: Editor): Frame {
  const { mode, size } = model;
  const back = mode.is === "reason" ? mode.back : ({ is: "list" } as const);
  const behind = asked(model, back).lines.slice(0, size.rows - 1);
  const { shown, column } = window(editor, Math.max(size.columns - widthOf(question) - 1, 4));
  const lines = [...behind, [span(question, "bold"), span(shown)]];
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
  const items = pageItems(model).slice(model.top, model.top + rows);
  const width = Math.min(columns, widestList);
  const cells = cellColumns(model, width);
  const lines = items.map((item) => itemLine(model, item, { columns: width, cells }));
  return [...lines, ...Array.from({ length: Math.max(rows - lines.length, 0) }, (): Line => [])];
}

/** On a wide screen the eye must not lose the line between a title and its numbers. */
const widestList = 132;

type CellName = keyof EvidenceCells;
type CellColumns = readonly { readonly name: CellName; readonly width: number }[];

/** The columns of the evidence, each as wide as the page needs. Where there is little room, those that tell the least are left out. */
function cellColumns(model: Model, columns: number): CellColumns {
  const names: readonly CellName[] =
    columns >= 96
      ? ["times", "sessions", "lost", "fails"]
      : columns >= 70
        ? ["times", "lost", "fails"]
        : columns >= 40
          ? ["times"]
          : [];
  const cells = pageRows(model).map(evidenceCells);
  return names
    .map((name) => ({ name, width: Math.max(0, ...cells.map((each) => widthOf(each[name]))) }))
    .filter(({ width }) => width > 0);
}

interface ItemPlace {
  readonly columns: number;
  readonly cells: CellColumns;
}

function itemLine(model: Model, item: ListItem, place: ItemPlace): Line {
  const isHere = "place" in item && item.place === model.cursor;
  switch (item.is) {
    case "heading":
      return [span(`  ${item.text}`, "dim")];
    case "nothing":
      return [span(`  ${item.text}`, "dim")];
    case "action":
      return [span(isHere ? "▸ " : "  ", "bold"), span(item.text, isHere ? "inverse" : "bold")];
    case "row":
      return rowLine(model, item.row, isHere, place);
  }
}

function rowLine(model: Model, row: Row, isHere: boolean, { columns, cells }: ItemPlace): Line {
  const decision = decisionOf(model, row);
  const { verdict, edits } = decision;
  const isMarked = model.marked.has(row.lesson.id);
  const mark = verdict.is === "none" && edits.length > 0 ? "✎" : verdictMarks[verdict.is];
  const evidence = cellsText(row, cells);
  const note = noteOf(model, row);
  const title = edits.find(({ field }) => field === "summary")?.text ?? row.lesson.summary;
  const room = Math.max(columns - 6 - (evidence === "" ? 0 : widthOf(evidence) + 2), 8);
  const shown = cut(visibleText(title), Math.max(room - Math.min(widthOf(note), 24), 8));
  const shownNote = cut(visibleText(note), Math.max(room - widthOf(shown), 0));
  const gap = " ".repeat(Math.max(room - widthOf(shown) - widthOf(shownNote), 0));
  return [
    span(isHere ? "▸ " : "  ", "bold"),
    span(isMarked ? "● " : "  ", "bold"),
    span(`${mark} `, verdictLook(decision)),
    span(shown, isHere ? "inverse" : verdict.is === "archive" ? "dim" : undefined),
    span(shownNote, "dim"),
    span(evidence === "" ? "" : `${gap}  ${evidence}`, "dim"),
  ];
}

/** `65× · 63 sessions · 17 min · fails 100 %`, every part under the one above it. */
function cellsText(row: Row, cells: CellColumns): string {
  const texts = evidenceCells(row);
  const parts = cells.map(({ name, width }) =>
    fill(texts[name].padStart(texts[name] === "" ? 0 : width), width),
  );
  return parts.reduce((line, part, index) => {
    const isJoined = part.trim() !== "" && line.trim() !== "";
    return index === 0 ? part : `${line}${isJoined ? " · " : "   "}${part}`;
  }, "");
}

/** A word about what a person should look at first. */
function noteOf(model: Model, row: Row): string {
  const { edits } = decisionOf(model, row);
  const delivery = edits.find(({ field }) => field === "delivery")?.value ?? row.lesson.delivery;
  if (isArchived(row)) return ` – ${archivedBecause(row, cardOf(model, row))}`;
  if (delivery !== "advise") return ` – ${delivery}`;
  const [warning = ""] = cardOf(model, row)?.warnings ?? [];
  const known = warningWords.find(([part]) => warning.includes(part))?.[1];
  if (known !== undefined) return ` – ${known}`;
  if (cardOf(model, row)?.expands !== undefined) return " – adds to another";
  return warning === "" ? "" : " – check first";
}

const warningWords: readonly (readonly [part: string, word: string])[] = [
  ["needs a fix from you", "needs a fix"],
  ["too broad: ", "too broad"],
  ["always: ", "in every session"],
  ["never: ", "fires at no call"],
  ["this is another system", "other system"],
  ["No agent will", "never shown"],
];

/** What the lesson at the cursor says, so that most need not be opened. */
function previewLines(model: Model, rows: number): readonly Line[] {
  if (rows === 0) return [];
  const { columns } = model.size;
  const row = currentRow(model);
  const lines = row === undefined ? actionLines(model) : previewOf(model, row, columns);
  return [
    [span("─".repeat(columns), "dim")],
    ...Array.from({ length: rows - 1 }, (_, index) => lines[index] ?? []),
  ];
}

function previewOf(model: Model, row: Row, columns: number): readonly Line[] {
  const card = cardOf(model, row);
  const most = model.size.rows >= 34 ? 3 : 1;
  const line = (label: string, text: string): readonly Line[] => {
    const rowsOf = wrapped(plainLine(text), columns - previewLabel);
    const shown = rowsOf.slice(0, most);
    const last = shown.length - 1;
    return shown.map((each, index) => [
      span((index === 0 ? `  ${label}` : "").padEnd(previewLabel), "dim"),
      span(
        index === last && rowsOf.length > most ? cut(`${each} …`, columns - previewLabel) : each,
      ),
    ]);
  };
  const fields = cardFields(model, row)
    .filter(({ part, name }) => part === "text" && name !== "summary" && name !== "severity")
    .slice(0, 2);
  const [check] = checksOf(card);
  return [
    ...(isArchived(row) ? line("Archived", archivedBecause(row, card)) : []),
    ...fields.flatMap((field) =>
      line(field.label, fieldText(model, row, field).replaceAll("\n", " · ")),
    ),
    ...(card === undefined ? [] : line("Shown", card.shown ?? card.reading)),
    ...(columns < 96 ? line("Evidence", evidenceWords(row)) : []),
    ...(check === undefined ? [] : line("Check", check)),
    ...(card?.history === undefined ? [] : line("Replay", historyText(card.history))),
    ...(card?.fixProposal === undefined ? [] : line("F fix", card.fixProposal)),
    ...(card?.holdProposal === undefined ? [] : line("H hold", card.holdProposal)),
  ];
}

const previewLabel = 12;

function actionLines(model: Model): readonly Line[] {
  const item = currentItem(model);
  const text = item?.is === "action" ? actionWords[item.action] : undefined;
  return text === undefined ? [] : [[span(`  ${text}`, "dim")]];
}

const actionWords: Readonly<
  Record<Extract<ListItem, { readonly is: "action" }>["action"], string>
> = {
  offer: "Enter shows what it costs, and asks.",
  next: "Enter shows the next ten.",
  previous: "Enter shows the ten before.",
  maybe: "Weaker candidates: seen once, without a fix, or working again.",
  archived: "Archived by the model as noise. y restores one.",
  first: "Enter goes back to the lessons proven on your history.",
  confirm: "Enter shows all decisions. Nothing is active before you confirm.",
};

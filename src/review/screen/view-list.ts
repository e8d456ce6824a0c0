import { bodyFields, bodyValue } from "../../lesson/record/body.ts";
import { levelOf, type Level } from "../../lesson/record/level.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { archivedBecause } from "./archived-because.ts";
import { historyText } from "./card-words.ts";
import { cut, fill, visibleText, widthOf } from "./cells.ts";
import { isChange } from "./decision.ts";
import { listItems, type ListItem } from "./layout.ts";
import { span, type Line, type Look } from "./line.ts";
import { currentRow, decisionOf, isNoise, type Model, type Row } from "./model.ts";
import { verdictMarks } from "./verdict-words.ts";

/** The part of the list that is on the screen. */
export function listLines(
  model: Model,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): readonly Line[] {
  const items = listItems(model).slice(model.top, model.top + rows);
  const lines = items.map((item) => itemLine(model, item, columns));
  return [...lines, ...Array.from({ length: Math.max(rows - lines.length, 0) }, (): Line => [])];
}

/** What the lesson at the cursor says, so that most need not be opened. */
export function previewLines(model: Model, rows: number): readonly Line[] {
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
      return isNoise(item.row)
        ? noiseLine(model, item.row, { columns, isHere: item.place === model.cursor })
        : cardLine(model, item.row, { columns, isHere: item.place === model.cursor });
  }
}

interface Place {
  readonly columns: number;
  readonly isHere: boolean;
}

function cardLine(model: Model, row: Row, { columns, isHere }: Place): Line {
  const { lesson, expands, warnings } = row.card;
  const decision = decisionOf(model, row);
  const edits = new Map(decision.edits.map(({ field, text }) => [field, text]));
  const isHeld = (edits.get("delivery") ?? lesson.delivery) === "hold";
  const number = String(row.number ?? "").padStart(String(model.rows.length).length);
  const marks = `${warnings.length > 0 ? "!" : " "}${decision.edits.length > 0 ? "✎" : " "}`;
  const summary = edits.get("summary") ?? lesson.summary;
  const added = `${isHeld ? " [hold]" : ""}${expands === undefined ? "" : ` [expands: ${expands.slug}]`}`;
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

function noiseLine(model: Model, row: Row, { columns, isHere }: Place): Line {
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
  const line = (label: string, text: string, look?: Look): Line => [
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

const levelLooks: Readonly<Record<Level, Look>> = {
  CRITICAL: "red",
  HIGH: "yellow",
  MEDIUM: "cyan",
  LOW: "dim",
};

import { visibleText, wrapped, wrapText, cut } from "./cells.ts";
import { cursorPlace } from "./field-editor.ts";
import { span, type Line, type Span, type SpanLook } from "./frame.ts";
import { currentRow, decisionOf, isNoise, type Model, type Row } from "./model.ts";
import { fieldsOf, type ReviewField } from "./fields.ts";
import { fixWords } from "../../lesson/record/record.ts";
import { levelOf } from "../../lesson/record/level.ts";
import type { SentenceChange } from "../../platform/text-diff.ts";
import type { ReviewCard, TriggerHistory } from "../review-card.ts";
import type { Score } from "../../lesson/score/score.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { plural } from "../../cli/layout.ts";
import { evidenceText, summands } from "../../lesson/commands/show.ts";
import { findingWords, seenWords } from "../commands/review-card-text.ts";
import { verdictWords } from "./confirmation.ts";

/** An open card, line by line; how much of it is seen is another question. */
interface CardLayout {
  readonly lines: readonly Line[];
  /** Where each field is: from its first line to behind its last. */
  readonly places: readonly FieldLines[];
  /** Where the person types. */
  readonly cursor?: { readonly line: number; readonly column: number } | undefined;
}

interface FieldLines {
  readonly from: number;
  readonly to: number;
}

export function cardLayout(model: Model, width: number): CardLayout {
  const row = currentRow(model);
  if (row === undefined) return { lines: [], places: [] };
  const lines: Line[] = [...cardHead(model, row, width), []];
  const places: FieldLines[] = [];
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
  lines.push(...cardEvidence(row, width));
  return { lines, places, cursor };
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
  const problem = isHere && mode.is === "edit" ? mode.problem : edit?.problem;
  const columns = valueWidth(width);
  const text = editor?.text ?? edit?.text ?? field.text;
  const mark = `${isHere ? "▸" : " "}${edit === undefined ? " " : "✎"}`;
  const label = span(`${mark}${field.name}`.padEnd(labelWidth), isHere ? "bold" : "dim");
  // Where somebody types, the spaces at the ends of rows stay: the cursor may be behind one.
  const rows =
    editor === undefined
      ? wrapped(text, columns)
      : wrapText(text, columns).map(({ start, end }) => text.slice(start, end));
  const below = (note: string, look: "red" | "dim") =>
    wrapped(note, columns).map((line): Line => [blank, span(line, look)]);
  const isEmpty = editor === undefined && text === "";
  const lines = [
    ...rows.map((value, place): Line => [
      place === 0 ? label : blank,
      isEmpty ? span("–", "dim") : span(value),
    ]),
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

/** A text as lines of the card; none where there is nothing to say. */
type Say = (text: string | undefined, look?: SpanLook) => readonly Line[];

/** What a person should know before reading a lesson. */
function cardHead(model: Model, row: Row, width: number): readonly Line[] {
  const { card } = row;
  const { lesson } = card;
  const say: Say = (text, look) =>
    text === undefined ? [] : wrapped(bounded(text), width).map((line) => [span(line, look)]);
  const opinion =
    card.opinion && `${card.opinion.by} says ${card.opinion.verdict}: ${card.opinion.reason}`;
  const number = row.number === undefined ? "" : `${row.number}. `;
  const level = `${levelOf(lesson.priority)} ${lesson.priority}`;
  return [
    [span(`${number}${lesson.slug}`, "bold")],
    [span(`${lesson.kind} · ${level} · conf:${lesson.confidence} · ${lesson.stage.status}`, "dim")],
    ...say(verdictWords(row, decisionOf(model, row)), "green"),
    ...(isNoise(row)
      ? [
          ...say(`Archived by the model: ${archivedBecause(card)}`),
          [span("[Unarchive]", "bold"), span("  space or Enter", "dim")],
        ]
      : []),
    ...say(card.origin && `It ${card.origin}.`, "dim"),
    ...card.warnings.flatMap((text) => say(`! ${text}`, "yellow")),
    ...say(card.fixProposal && `F corrects such calls: ${card.fixProposal}`, "yellow"),
    ...say(card.holdProposal && `h holds the call: ${card.holdProposal}`, "yellow"),
    ...say(`Fires ${card.reading}`, "cyan"),
    ...historyLines(model, row, say),
    ...(card.gates ?? []).flatMap((finding) => say(findingWords(finding))),
    ...say(isNoise(row) ? undefined : opinion),
  ];
}

/** Where it was seen, how its numbers came about, and what is like it. */
function cardEvidence({ card }: Row, width: number): readonly Line[] {
  const { confidence, priority } = card.lesson.scores ?? {};
  const { near, expands, history, lesson } = card;
  const sections: readonly (readonly [title: string, texts: readonly string[]])[] = [
    ["Seen", [seenWords(card), ...card.sightings.map(evidenceText)]],
    ["Fix that was seen", lesson.fix === undefined ? [] : [fixWords(lesson.fix)]],
    ["Confidence", scoreText(confidence)],
    ["Priority", scoreText(priority)],
    [
      "Nearly the same",
      near.map(({ similarity, slug, summary }) => `${similarity.toFixed(2)} ${slug}: ${summary}`),
    ],
    [
      `Would add to ${expands?.slug} (e)`,
      (expands?.diff ?? []).map(({ is, text }) => `${diffMarks[is]} ${text}`),
    ],
    ["Calls it would have fired at", history?.examples ?? []],
  ];
  return sections.flatMap(([title, texts]) => section(title, texts, width));
}

/** What the trigger would have done, in one line. */
export function historyText({ fired, sessions, failed, calls }: TriggerHistory): string {
  if (fired === 0) return `On your history: would not have fired in ${plural(calls, "call")}`;
  return `On your history: fired ${plural(fired, "time")} in ${plural(sessions, "session")}, ${failed} of those calls failed`;
}

const diffMarks: Readonly<Record<SentenceChange["is"], string>> = {
  same: " ",
  added: "+",
  gone: "−",
};

function historyLines(model: Model, row: Row, say: Say): readonly Line[] {
  const { history } = row.card;
  if (history === undefined) {
    const isLoading = model.histories.get(row.card.lesson.id) === "loading";
    return isLoading ? [[span("On your history: …", "dim")]] : [];
  }
  const isEdited = decisionOf(model, row).edits.some(
    ({ field }) => field in row.card.lesson.triggers,
  );
  const before = isEdited ? " (before your edit)" : "";
  return say(`${historyText(history)}${before}`, "cyan");
}

function scoreText(score: Score | undefined): readonly string[] {
  return score === undefined ? [] : [`${score.value} = ${summands(score)} [${score.formula}]`];
}

function section(title: string, texts: readonly string[], width: number): readonly Line[] {
  if (texts.length === 0) return [];
  return [[], [span(title, "dim")], ...texts.flatMap((text) => indented(text, width))];
}

function indented(text: string, width: number): readonly Line[] {
  const [mark, rest] = /^[ +−] /.test(text) ? [text.slice(0, 2), text.slice(2)] : ["", text];
  return wrapped(bounded(rest), Math.max(width - 2 - mark.length, 8)).map((line, index) => [
    span(`  ${index === 0 ? mark : " ".repeat(mark.length)}${line}`),
  ]);
}

/** A quote from a log may be long: enough of it to be recognised. */
function bounded(text: string): string {
  return cut(plainLine(text), 600);
}

/** Why a model put a lesson away. */
export function archivedBecause({ lesson, opinion }: ReviewCard): string {
  if (opinion !== undefined) return opinion.reason;
  return lesson.stage.status === "archived" ? lesson.stage.because : "";
}

import type { ExcerptLine } from "../../capture/session/log-excerpt.ts";
import { day, grouped, plural } from "../../cli/layout.ts";
import { evidenceText, summands } from "../../lesson/commands/lesson-card.ts";
import { levelOf } from "../../lesson/record/level.ts";
import { fixWords } from "../../lesson/record/record.ts";
import type { Score } from "../../lesson/score/score.ts";
import type { SentenceChange } from "../../platform/text-diff.ts";
import { plainLine } from "../../redact/plain-text.ts";
import { findingWords, seenWords } from "../commands/review-card-text.ts";
import type { ReviewCard, TriggerHistory } from "../review-card.ts";
import { cardFields, type CardField } from "./card-fields.ts";
import { cut, visibleText, wrapped, wrapText } from "./cells.ts";
import { evidenceWords } from "./evidence.ts";
import { cursorPlace } from "./field-editor.ts";
import { span, type Line, type Span, type SpanLook } from "./frame.ts";
import { cardOf, decisionOf, isArchived, type Model, type Row } from "./model.ts";
import { currentRow } from "./page-items.ts";
import { editReplayOf } from "./trigger-edits.ts";
import { verdictLook, verdictWords } from "./verdicts.ts";

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
  const card = cardOf(model, row);
  const lines: Line[] = [];
  const places: FieldLines[] = [];
  let cursor: CardLayout["cursor"];
  const fields = [...cardFields(model, row).entries()];
  const addFields = (part: CardField["part"]) => {
    for (const [index, field] of fields.filter(([, each]) => each.part === part)) {
      const from = lines.length;
      const shown = fieldLines(model, row, { field, index, width });
      lines.push(...shown.lines);
      places[index] = { from, to: lines.length };
      if (shown.cursor !== undefined)
        cursor = { line: from + shown.cursor.row, column: shown.cursor.column };
    }
  };
  lines.push(...cardHead(model, row, width));
  addFields("text");
  lines.push(...shownLines(row, card, width));
  addFields("trigger");
  // Who types a trigger sees what it would have done beside it.
  const replay = replayLines(model, row, width);
  const isEdited = editReplayOf(model, row) !== undefined;
  if (isEdited) lines.push(...replay);
  if (card === undefined) lines.push([], [span("Loading …", "dim")]);
  else lines.push(...evidenceLines(model, card, width));
  if (!isEdited) lines.push(...replay);
  if (card !== undefined) lines.push(...besideLines(row, card, width));
  if (model.isDetailed) {
    lines.push([], [span("Every field", "bold")]);
    addFields("detail");
    if (card !== undefined) lines.push(...formulaLines(card, width));
  }
  return { lines, places, cursor };
}

/** How wide a field's text may be: one column is kept for the cursor behind it. */
export function valueWidth(width: number, { part }: Pick<CardField, "part">): number {
  return Math.max(width - labelWidths[part] - 1, 4);
}

const labelWidths: Readonly<Record<CardField["part"], number>> = {
  text: 12,
  trigger: 12,
  detail: 20,
};
const labelWidth = labelWidths.text;

function fieldLines(
  model: Model,
  row: Row,
  options: { readonly field: CardField; readonly index: number; readonly width: number },
): { readonly lines: readonly Line[]; readonly cursor?: ReturnType<typeof cursorPlace> } {
  const { field, index, width } = options;
  const { mode } = model;
  const isHere =
    !isArchived(row) && (mode.is === "card" || mode.is === "edit") && mode.field === index;
  const editor = isHere && mode.is === "edit" ? mode.editor : undefined;
  const edit = decisionOf(model, row).edits.find((each) => each.field === field.name);
  const problem = isHere && mode.is === "edit" ? mode.problem : edit?.problem;
  const columns = valueWidth(width, field);
  const text = editor?.text ?? edit?.text ?? field.text;
  const mark = `${isHere ? "▸" : " "}${edit === undefined ? " " : "✎"}`;
  const labelColumns = labelWidths[field.part];
  const label = span(
    cut(`${mark}${field.label}`, labelColumns - 1).padEnd(labelColumns),
    isHere ? "bold" : "dim",
  );
  const blank: Span = { text: " ".repeat(labelColumns) };
  // Where somebody types, the spaces at the ends of rows stay: the cursor may be behind one.
  const rows =
    editor === undefined
      ? wrapped(text, columns)
      : wrapText(text, columns).map(({ start, end }) => text.slice(start, end));
  const below = (note: string, look: SpanLook) =>
    wrapped(note, columns).map((line): Line => [blank, span(line, look)]);
  const isEmpty = editor === undefined && text === "";
  const look: SpanLook | undefined =
    editor !== undefined ? "underline" : field.name === "summary" ? "bold" : undefined;
  const lines = [
    ...rows.map((value, place): Line => [
      place === 0 ? label : blank,
      isEmpty ? span("–", "dim") : span(value, look),
    ]),
    ...(problem === undefined ? [] : below(`✗ ${visibleText(problem)}`, "red")),
    ...(editor === undefined || problem !== undefined || field.hint === ""
      ? []
      : below(field.hint, "dim")),
  ];
  if (editor === undefined) return { lines };
  const place = cursorPlace(editor, columns);
  return { lines, cursor: { row: place.row, column: labelColumns + place.column } };
}

/** What a person should know before reading a lesson. */
function cardHead(model: Model, row: Row, width: number): readonly Line[] {
  const card = cardOf(model, row);
  const decision = decisionOf(model, row);
  const say = (text: string | undefined, look?: SpanLook): readonly Line[] =>
    text === undefined
      ? []
      : wrapped(bounded(text), width - 2).map((line) => [span(`  ${line}`, look)]);
  const where = [evidenceWords(row), row.group, levelOf(row.lesson.priority)].join(" · ");
  const opinion =
    card?.opinion && `${card.opinion.by} says ${card.opinion.verdict}: ${card.opinion.reason}`;
  return [
    ...say(where, "dim"),
    ...say(verdictWords(row, decision, card), verdictLook(decision)),
    ...say(isArchived(row) ? `Archived by the model: ${archivedBecause(row, card)}` : opinion),
    ...checksOf(card).flatMap((text) => say(`Check: ${text}`, "bold")),
    ...(card?.gates ?? []).flatMap((finding) => say(`Gate: ${findingWords(finding)}`)),
    [],
  ];
}

/** What to look at before approving. That nobody will hear of it is said where it says when somebody does. */
export function checksOf(card: ReviewCard | undefined): readonly string[] {
  return (card?.warnings ?? []).filter((text) => !text.startsWith("No agent will see it"));
}

/** When an agent sees it, and what else a person may choose. */
function shownLines(row: Row, card: ReviewCard | undefined, width: number): readonly Line[] {
  if (card === undefined) return [];
  return [
    ...labelled("Shown", card.shown ?? `${card.reading}.`, width),
    ...(isArchived(row) || card.fixProposal === undefined
      ? []
      : labelled("F fix", `fixes such calls. ${card.fixProposal}`, width)),
    ...(isArchived(row) || card.holdProposal === undefined
      ? []
      : labelled("H hold", `refuses such a call once. ${card.holdProposal}`, width)),
  ];
}

/** Where it was seen, and what the newest of these logs says. */
function evidenceLines(model: Model, card: ReviewCard, width: number): readonly Line[] {
  const { lesson, counts, sightings } = card;
  if (counts.occurrenceCount === 0) return labelled("Evidence", "not seen in your sessions", width);
  const excerpt = model.excerpts.get(lesson.id);
  const [newest] = sightings;
  const quotes = sightings.flatMap(({ quote, seenAt }) =>
    quote === undefined ? [] : [`${day(seenAt)}  ${plainLine(quote)}`],
  );
  const lines = excerpt === undefined || excerpt === "loading" ? [] : excerpt;
  const others = lines.length === 0 ? quotes.slice(0, 3) : quotes.slice(1, 3);
  return [
    ...labelled("Evidence", seenWords(card), width),
    ...(lines.length === 0 || newest === undefined
      ? []
      : [inset([span(`${day(newest.seenAt)}, from the log:`, "dim")])]),
    ...lines.flatMap((line) => excerptLines(line, width)),
    ...others.flatMap((text) =>
      wrapped(bounded(text), width - labelWidth).map((each) => inset([span(each, "dim")])),
    ),
  ];
}

function excerptLines({ by, text, isMistake }: ExcerptLine, width: number): readonly Line[] {
  const isResult = by === "result";
  const mark = isResult && isMistake ? "  ✗ " : excerptMarks[by];
  const room = Math.max(width - labelWidth - mark.length - 2, 8);
  const rows = wrapped(text, room);
  const shown = rows.slice(0, mostExcerptRows);
  const look = by === "call" ? (isMistake ? "bold" : undefined) : isMistake ? undefined : "dim";
  return shown.map((row, index) => {
    const isCut = index === shown.length - 1 && rows.length > shown.length;
    return inset([
      span("│ ", "dim"),
      span(index === 0 ? mark : " ".repeat(mark.length), isResult && isMistake ? "red" : "dim"),
      span(isCut ? cut(`${row} …`, room) : row, look),
    ]);
  });
}

const excerptMarks: Readonly<Record<ExcerptLine["by"], string>> = {
  person: "you    ",
  agent: "agent  ",
  call: "  ",
  result: "  → ",
};

const mostExcerptRows = 2;

/** What the trigger would have done, as it is or as it is being edited. */
function replayLines(model: Model, row: Row, width: number): readonly Line[] {
  const edited = editReplayOf(model, row);
  if (edited?.history === "running") return labelled("Replay", "… replaying your edit", width);
  const isEdited = edited !== undefined;
  const history = isEdited ? edited.history : cardOf(model, row)?.history;
  if (history === undefined)
    return isEdited ? labelled("Replay", "your edit: no call can trigger it", width) : [];
  const examples = history.examples.slice(0, 3);
  return [
    ...labelled("Replay", `${isEdited ? "with your edit, " : ""}${historyText(history)}`, width),
    ...examples.flatMap((text) =>
      wrapped(cut(plainLine(text), 200), width - labelWidth).map((each) =>
        inset([span(each, "dim")]),
      ),
    ),
  ];
}

/** What the trigger would have done, in one sentence. */
export function historyText({ fired, sessions, failed, calls }: TriggerHistory): string {
  const newest = `your latest ${plural(calls, "call")}`;
  if (fired === 0) return `it fires at none of ${newest}`;
  return `it fires at ${plural(fired, "call")} in ${plural(sessions, "session")}; ${grouped(failed)} of them failed (${newest})`;
}

/** What is like it, and what it would add to. */
function besideLines({ lesson }: Row, card: ReviewCard, width: number): readonly Line[] {
  const { near, expands, origin } = card;
  const diff = (expands?.diff ?? []).map(({ is, text }) => `${diffMarks[is]} ${text}`);
  return [
    ...near.flatMap(({ similarity, summary }) =>
      labelled("Similar", `${Math.round(similarity * 100)} % ${plainLine(summary)}`, width),
    ),
    ...(expands === undefined ? [] : labelled("+ add", `adds to ${expands.slug}:`, width)),
    ...diff.flatMap((text) =>
      wrapped(bounded(text), width - labelWidth).map((each) => inset([span(each)])),
    ),
    ...(origin === undefined ? [] : labelled("From", `it ${origin}`, width)),
    ...(lesson.fix === undefined ? [] : labelled("Fix seen", fixWords(lesson.fix), width)),
  ];
}

const diffMarks: Readonly<Record<SentenceChange["is"], string>> = {
  same: " ",
  added: "+",
  gone: "−",
};

/** How the numbers came about, and every place. */
function formulaLines({ lesson, sightings, reading }: ReviewCard, width: number): readonly Line[] {
  const { confidence, priority } = lesson.scores ?? {};
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ["slug", [lesson.slug]],
    ["id", [lesson.id]],
    ["kind", [`${lesson.kind} · ${lesson.stage.status} · ${lesson.source}`]],
    ["confidence =", scoreText(confidence)],
    ["priority =", scoreText(priority)],
    ["reading", [reading]],
    ["places", sightings.map(evidenceText)],
  ];
  return facts.flatMap(([label, texts]) =>
    texts.flatMap((text, index) =>
      labelled(index === 0 ? label : "", text, width, labelWidths.detail),
    ),
  );
}

function scoreText(score: Score | undefined): readonly string[] {
  return score === undefined ? [] : [`${score.value} = ${summands(score)} [${score.formula}]`];
}

function labelled(
  label: string,
  text: string,
  width: number,
  column = labelWidth,
): readonly Line[] {
  return wrapped(bounded(text), Math.max(width - column, 8)).map((line, index) => [
    span((index === 0 ? `  ${label}` : "").padEnd(column), "dim"),
    span(line),
  ]);
}

function inset(line: Line): Line {
  return [span(" ".repeat(labelWidth)), ...line];
}

/** A quote from a log may be long: enough of it to be recognised. */
function bounded(text: string): string {
  return cut(plainLine(text), 600);
}

/** Why a model put a lesson away. */
export function archivedBecause({ lesson }: Row, card: ReviewCard | undefined): string {
  if (card?.opinion !== undefined) return card.opinion.reason;
  return lesson.stage.status === "archived" ? lesson.stage.because : "";
}

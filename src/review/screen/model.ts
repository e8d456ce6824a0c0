import type { LessonId } from "../../lesson/record/lesson.ts";
import type { ReviewCard, ReviewDeck } from "../review-card.ts";
import type { Editor } from "./field-editor.ts";
import type { Size } from "./frame.ts";
import type { PlannedAct } from "../decision/act.ts";
import type { Key } from "./keys.ts";

/** All that the screen knows. Every key makes a new one; nothing else changes it. */
export interface Model {
  readonly rows: readonly Row[];
  /** Only of those that somebody decided about. */
  readonly decisions: ReadonlyMap<LessonId, RowDecision>;
  /** What `u` goes back to, the newest last. */
  readonly past: readonly Past[];
  readonly filter: string;
  /** The rows that the filter lets through, as indexes. */
  readonly visible: readonly number[];
  /** Counts the visible rows; one more is the line that confirms. */
  readonly cursor: number;
  /** The first line of the list that is on the screen. */
  readonly top: number;
  readonly mode: Mode;
  /** Said once, until the next key. */
  readonly notice: string;
  readonly size: Size;
  /** Of the cards that came without their history: whether it was asked for, and whether it has come. */
  readonly histories: ReadonlyMap<LessonId, "loading" | "loaded">;
  readonly canLoadHistory: boolean;
}

export interface Row {
  readonly card: ReviewCard;
  /** Absent for noise, which is listed without numbers. */
  readonly number?: number | undefined;
  /** What the filter looks at, in small letters. */
  readonly words: string;
}

interface Past {
  readonly decisions: Model["decisions"];
  readonly row: LessonId | undefined;
  readonly what: string;
}

/** What the keys mean now. */
export type Mode =
  | ListMode
  | CardMode
  | (Omit<CardMode, "is"> & {
      readonly is: "edit";
      readonly editor: Editor;
      readonly problem?: string | undefined;
    })
  | { readonly is: "filter"; readonly editor: Editor; readonly before: string }
  | {
      readonly is: "reason";
      readonly editor: Editor;
      readonly back: ListMode | CardMode;
      readonly problem?: string | undefined;
    }
  | { readonly is: "help"; readonly top: number; readonly back: ListMode | CardMode }
  | { readonly is: "leave"; readonly back: ListMode | CardMode }
  | { readonly is: "confirm"; readonly top: number; readonly failure?: string }
  | { readonly is: "applying" };

export interface ListMode {
  readonly is: "list";
}

export interface CardMode {
  readonly is: "card";
  /** Which field the person is at. */
  readonly field: number;
  /** The first line of the card that is on the screen. */
  readonly top: number;
}

export function startReview(
  { cards, noise }: ReviewDeck,
  { size, canLoadHistory = false }: { readonly size: Size; readonly canLoadHistory?: boolean },
): Model {
  const rows = [
    ...cards.map((card, index): Row => ({ card, number: index + 1, words: wordsOf(card) })),
    ...noise.map((card): Row => ({ card, words: wordsOf(card) })),
  ];
  return {
    rows,
    decisions: new Map(),
    past: [],
    filter: "",
    visible: [...rows.keys()],
    cursor: 0,
    top: 0,
    mode: { is: "list" },
    notice: "",
    size,
    histories: new Map(),
    canLoadHistory,
  };
}

/** The row that the cursor is on; undefined on the line that confirms. */
export function currentRow({ rows, visible, cursor }: Model): Row | undefined {
  return rows[visible[cursor] ?? -1];
}

export function decisionOf({ decisions }: Model, { card }: Row): RowDecision {
  return decisions.get(card.lesson.id) ?? undecided;
}

export function isNoise({ number }: Row): boolean {
  return number === undefined;
}

function wordsOf({ lesson, opinion }: ReviewCard): string {
  const body = Object.values(lesson.body).flat().join(" ");
  const said = `${lesson.summary} ${lesson.slug} ${body} ${lesson.tags.join(" ")}`;
  return `${said} ${opinion?.reason ?? ""}`.toLowerCase();
}

/** What a person wants with one lesson, so far. Nothing of it is written before the confirmation. */
export interface RowDecision {
  readonly verdict: RowVerdict;
  readonly edits: readonly FieldEdit[];
}

export type RowVerdict =
  | { readonly is: "none" | "approve" | "skip" | "expand" | "unarchive" }
  | { readonly is: "archive"; readonly reason: string };

/** A field as typed, which is not always as it may be saved. */
export interface FieldEdit {
  readonly field: string;
  readonly text: string;
  readonly value: string;
  readonly problem?: string | undefined;
}

const undecided: RowDecision = { verdict: { is: "none" }, edits: [] };

/** Whether confirming would write anything. */
export function isChange({ verdict, edits }: RowDecision): boolean {
  return edits.length > 0 || (verdict.is !== "none" && verdict.is !== "skip");
}

export function isUndecided({ verdict, edits }: RowDecision): boolean {
  return verdict.is === "none" && edits.length === 0;
}

/** The model in which some rows are decided otherwise, and `u` takes it back as a whole. */
export function change(
  model: Model,
  changes: readonly (readonly [Row, RowDecision])[],
  what: string,
): Model {
  const decisions = new Map(model.decisions);
  for (const [{ card }, decision] of changes) {
    if (isUndecided(decision)) decisions.delete(card.lesson.id);
    else decisions.set(card.lesson.id, decision);
  }
  const row = currentRow(model)?.card.lesson.id;
  const past = [...model.past, { decisions: model.decisions, row, what }].slice(-mostUndone);
  return { ...model, decisions, past };
}

/** As before the last change, and the cursor where it was made. */
export function undo(model: Model): Model {
  const last = model.past.at(-1);
  if (last === undefined) return { ...model, notice: "Nothing to undo." };
  const place = model.visible.findIndex((index) => model.rows[index]?.card.lesson.id === last.row);
  return {
    ...model,
    decisions: last.decisions,
    past: model.past.slice(0, -1),
    cursor: place < 0 ? model.cursor : place,
    notice: `Undone: ${last.what}`,
  };
}

const mostUndone = 1000;

/** The screen after a message, and what it asks of the world. */
export interface Step {
  readonly model: Model;
  readonly effect?: ScreenEffect | undefined;
}

/** What happens to the screen. */
export type Message =
  | { readonly is: "key"; readonly key: Key }
  | { readonly is: "resize"; readonly size: Size }
  | {
      readonly is: "history";
      readonly id: LessonId;
      /** With its history and what that warns of; undefined when there is nothing to say. */
      readonly card: ReviewCard | undefined;
    }
  /** What was confirmed could not be done; nothing was written. */
  | { readonly is: "failed"; readonly text: string };

/** What the screen asks of the world. */
export type ScreenEffect =
  | { readonly effect: "apply"; readonly plan: readonly PlannedAct[] }
  | { readonly effect: "leave"; readonly isInterrupted: boolean }
  | { readonly effect: "loadHistory"; readonly card: ReviewCard };

/** What was decided, in the order of the list. Rows that nobody touched are not in it. */
export function planOf(model: Model): readonly PlannedAct[] {
  return model.rows.flatMap((row) => {
    const decision = decisionOf(model, row);
    return isUndecided(decision) ? [] : [plannedAct(row, decision)];
  });
}

/** Edits that cannot be saved as they are, of lessons that would be. */
export function problemsOf(
  model: Model,
): readonly { readonly row: Row; readonly field: string; readonly problem: string }[] {
  return model.rows.flatMap((row) => {
    const { verdict, edits } = decisionOf(model, row);
    if (verdict.is === "archive") return [];
    return edits.flatMap(({ field, problem }) =>
      problem === undefined ? [] : [{ row, field, problem }],
    );
  });
}

function plannedAct(row: Row, { verdict, edits }: RowDecision): PlannedAct {
  const { id, slug } = row.card.lesson;
  // What is put away needs no repair: there, an edit that cannot be saved is left out.
  const kept =
    verdict.is === "archive" ? edits.filter((edit) => edit.problem === undefined) : edits;
  const isSavedOnly = verdict.is === "skip" && kept.length > 0;
  return {
    id,
    slug,
    number: row.number,
    verdict: isSavedOnly ? "none" : verdict.is,
    reason: verdict.is === "archive" ? verdict.reason : undefined,
    into: verdict.is === "expand" ? row.card.expands?.slug : undefined,
    edits: kept.map(({ field, value }) => ({ field, value })),
    show: false,
  };
}

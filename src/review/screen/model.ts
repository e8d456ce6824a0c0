import type { LessonId } from "../../lesson/record/lesson.ts";
import type { ReviewCard, ReviewDeck, TriggerHistory } from "../decision/review-card.ts";
import { undecided, type Decision } from "./decision.ts";
import type { Editor } from "./field-editor.ts";
import type { Size } from "./frame.ts";

/** All that the screen knows. Every key makes a new one; nothing else changes it. */
export interface Model {
  readonly rows: readonly Row[];
  /** Only of those that somebody decided about. */
  readonly decisions: ReadonlyMap<LessonId, Decision>;
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
  readonly histories: ReadonlyMap<LessonId, TriggerHistory | "loading" | "none">;
  readonly canLoadHistory: boolean;
}

export interface Row {
  readonly card: ReviewCard;
  /** Absent for noise, which is listed without numbers. */
  readonly number?: number;
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
      readonly problem?: string;
    })
  | { readonly is: "filter"; readonly editor: Editor; readonly before: string }
  | {
      readonly is: "reason";
      readonly editor: Editor;
      readonly back: ListMode | CardMode;
      readonly problem?: string;
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

export function decisionOf({ decisions }: Model, { card }: Row): Decision {
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

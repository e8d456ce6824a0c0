import type { ExcerptLine } from "../../capture/session/log-excerpt.ts";
import type { LessonId } from "../../lesson/record/lesson.ts";
import type { PlannedAct, PlannedEdit } from "../decision/act.ts";
import type { ReviewCard, TriggerHistory } from "../review-card.ts";
import type { OpenedReview, ReviewList, ReviewRow } from "../review-rows.ts";
import type { Editor } from "./field-editor.ts";
import type { Size } from "./frame.ts";
import type { Key } from "./keys.ts";

/** All that the screen knows. Every key makes a new one; nothing else changes it. */
export interface Model {
  readonly rows: readonly Row[];
  /** Those that somebody has come near; the others are asked for ten at a time. */
  readonly cards: ReadonlyMap<LessonId, ReviewCard | "loading">;
  /** What the log says around the newest sighting, of cards that were opened. */
  readonly excerpts: ReadonlyMap<LessonId, readonly ExcerptLine[] | "loading">;
  /** What edited triggers would have done. */
  readonly replays: ReadonlyMap<LessonId, EditReplay>;
  readonly maybe: { readonly count: number; readonly is: "closed" | "loading" | "open" };
  /** Which of the lists is looked at. */
  readonly list: ReviewList;
  readonly filter: string;
  /** The rows of the list that the filter lets through, as indexes. */
  readonly visible: readonly number[];
  readonly page: number;
  /** Counts what can be chosen on the page. */
  readonly cursor: number;
  /** The first line of the list that is on the screen. */
  readonly top: number;
  readonly marked: ReadonlySet<LessonId>;
  /** Only of those that somebody decided about. */
  readonly decisions: ReadonlyMap<LessonId, RowDecision>;
  /** What `u` goes back to, the newest last. */
  readonly past: readonly Past[];
  readonly mode: Mode;
  /** Whether cards show every field and formula. */
  readonly isDetailed: boolean;
  /** Said once, until the next key. */
  readonly notice: string;
  readonly size: Size;
  /** The program whose model could look first. */
  readonly program?: string | undefined;
  readonly isConnected: boolean;
}

export interface Row extends ReviewRow {
  /** What the filter looks at, in small letters. */
  readonly words: string;
}

export interface EditReplay {
  /** The edits that it is about. */
  readonly key: string;
  readonly history: TriggerHistory | "running" | undefined;
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
  | { readonly is: "pick"; readonly at: number; readonly top: number }
  | {
      readonly is: "reason";
      readonly of: readonly LessonId[];
      readonly back: ListMode | CardMode;
      /** Where somebody types one of their own. */
      readonly editor?: Editor | undefined;
    }
  | { readonly is: "help"; readonly top: number; readonly back: ListMode | CardMode }
  | { readonly is: "confirm"; readonly top: number; readonly failure?: string }
  | { readonly is: "applying" }
  /** What a model's pass would cost, and whether to start it. */
  | { readonly is: "offer"; readonly cost?: CleanUpCost | undefined; readonly failure?: string }
  | { readonly is: "cleaning"; readonly cost: CleanUpCost };

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

export interface CleanUpCost {
  /** How many candidates the model gets to read in one pass. */
  readonly candidates: number;
  /** How many wait for another pass. */
  readonly left: number;
  /** Of the question, by its length. */
  readonly tokens: number;
}

export function rowOf(row: ReviewRow): Row {
  const { lesson, projects, agents } = row;
  const body = Object.values(lesson.body).flat().join(" ");
  const words = [lesson.summary, lesson.slug, body, ...lesson.tags, ...projects, ...agents];
  return { ...row, words: words.join(" ").toLowerCase() };
}

export function cardOf({ cards }: Model, { lesson }: Pick<Row, "lesson">): ReviewCard | undefined {
  const card = cards.get(lesson.id);
  return card === "loading" ? undefined : card;
}

export function decisionOf({ decisions }: Model, { lesson }: Pick<Row, "lesson">): RowDecision {
  return decisions.get(lesson.id) ?? undecided;
}

export function isArchived({ list }: Pick<Row, "list">): boolean {
  return list === "archived";
}

/** What a person wants with one lesson, so far. Nothing of it is active before the confirmation. */
export interface RowDecision {
  readonly verdict: RowVerdict;
  readonly edits: readonly FieldEdit[];
}

export type RowVerdict =
  | { readonly is: "none" | "approve" | "expand" | "unarchive" }
  | { readonly is: "archive"; readonly reason: string | undefined };

/** A field as typed, which is not always as it may be saved. */
export interface FieldEdit {
  readonly field: string;
  readonly text: string;
  readonly value: string;
  readonly problem?: string | undefined;
}

const undecided: RowDecision = { verdict: { is: "none" }, edits: [] };

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
  for (const [{ lesson }, decision] of changes) {
    if (isUndecided(decision)) decisions.delete(lesson.id);
    else decisions.set(lesson.id, decision);
  }
  const row = changes[0]?.[0].lesson.id;
  const past = [...model.past, { decisions: model.decisions, row, what }].slice(-mostUndone);
  return { ...model, decisions, past };
}

const mostUndone = 1000;

/** The screen after a message, and what it asks of the world. */
export interface Step {
  readonly model: Model;
  readonly effects: readonly ScreenEffect[];
}

/** The same of a key; most ask for nothing. */
export interface Pressed {
  readonly model: Model;
  readonly effects?: readonly ScreenEffect[];
}

/** What happens to the screen. */
export type Message =
  | { readonly is: "key"; readonly key: Key }
  | { readonly is: "resize"; readonly size: Size }
  | { readonly is: "cards"; readonly cards: readonly ReviewCard[] }
  | { readonly is: "excerpt"; readonly id: LessonId; readonly lines: readonly ExcerptLine[] }
  | {
      readonly is: "replayed";
      readonly id: LessonId;
      readonly key: string;
      readonly history: TriggerHistory | undefined;
    }
  | { readonly is: "maybe"; readonly rows: readonly ReviewRow[] }
  /** A person's own editor has ended; undefined when it did not end well. */
  | { readonly is: "typed"; readonly text: string | undefined }
  | { readonly is: "estimated"; readonly cost: CleanUpCost }
  | { readonly is: "cleaned"; readonly opened: OpenedReview; readonly said: string }
  /** What was asked for could not be done; nothing was written. */
  | { readonly is: "failed"; readonly text: string };

/** What the screen asks of the world. */
export type ScreenEffect =
  | {
      readonly effect: "apply";
      readonly plan: readonly PlannedAct[];
      /** Go on with setting an agent up. */
      readonly thenConnect: boolean;
    }
  | { readonly effect: "leave"; readonly isInterrupted: boolean }
  /** Decisions that changed: undefined for those taken back. */
  | {
      readonly effect: "keep";
      readonly changes: readonly (readonly [LessonId, RowDecision | undefined])[];
    }
  | { readonly effect: "loadCards"; readonly ids: readonly LessonId[] }
  | { readonly effect: "loadExcerpt"; readonly card: ReviewCard }
  | { readonly effect: "loadMaybe" }
  | {
      readonly effect: "replay";
      readonly row: Row;
      readonly key: string;
      readonly edits: readonly PlannedEdit[];
    }
  | { readonly effect: "openEditor"; readonly text: string }
  | { readonly effect: "estimate" | "cleanUp" | "stopCleanUp" };

/** What was decided, in the order of the lists. Rows that nobody touched are not in it. */
export function planOf(model: Model): readonly PlannedAct[] {
  return model.rows.flatMap((row) => {
    const decision = decisionOf(model, row);
    return isUndecided(decision) ? [] : [plannedAct(model, row, decision)];
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

function plannedAct(model: Model, row: Row, { verdict, edits }: RowDecision): PlannedAct {
  const { id, slug } = row.lesson;
  // What is put away needs no repair: there, an edit that cannot be saved is left out.
  const kept =
    verdict.is === "archive" ? edits.filter((edit) => edit.problem === undefined) : edits;
  return {
    id,
    slug,
    verdict: verdict.is,
    reason: verdict.is === "archive" ? verdict.reason : undefined,
    into: verdict.is === "expand" ? cardOf(model, row)?.expands?.slug : undefined,
    edits: kept.map(({ field, value }) => ({ field, value })),
    show: false,
  };
}

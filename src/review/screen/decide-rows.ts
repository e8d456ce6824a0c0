import type { LessonId } from "../../lesson/record/lesson.ts";
import { fieldText } from "./card-fields.ts";
import { fieldsOf, type Validate, withEdit } from "./fields.ts";
import { settle } from "./layout.ts";
import {
  cardOf,
  change,
  decisionOf,
  isArchived,
  type Model,
  type Row,
  type RowVerdict,
} from "./model.ts";
import { currentRow, goToRow, rowsInOrder } from "./page-items.ts";

/** The lessons that a key is about: those that are marked, else the one at the cursor. */
export function rowsMeant(model: Model): readonly Row[] {
  const marked = model.rows.filter(({ lesson }) => model.marked.has(lesson.id));
  if (marked.length > 0 && model.mode.is === "list") return marked;
  const row = currentRow(model);
  return row === undefined ? [] : [row];
}

/** Approved, or brought back; once more takes that back. */
export function approveRows(model: Model, rows: readonly Row[]): Model {
  const wanted = (row: Row) => (isArchived(row) ? "unarchive" : "approve");
  const isTakenBack = rows.every((row) => decisionOf(model, row).verdict.is === wanted(row));
  return judge(model, rows, {
    verdictOf: (row) => ({ is: isTakenBack ? "none" : wanted(row) }),
    what: isTakenBack ? "not approved" : "approved",
  });
}

export function archiveRows(
  model: Model,
  ids: readonly LessonId[],
  reason: string | undefined,
): Model {
  const rows = model.rows.filter(({ lesson }) => ids.includes(lesson.id));
  return judge(model, rows, { verdictOf: () => ({ is: "archive", reason }), what: "to archive" });
}

/** Added to the lesson that it expands; once more takes that back. */
export function expandRow(model: Model, row: Row): Model {
  if (isArchived(row) || cardOf(model, row)?.expands === undefined) {
    return { ...model, notice: "It does not expand another lesson." };
  }
  const isSet = decisionOf(model, row).verdict.is === "expand";
  return judge(model, [row], {
    verdictOf: () => ({ is: isSet ? "none" : "expand" }),
    what: isSet ? "not added" : "added",
  });
}

/** Approved so that such calls are held or corrected; once more goes back to advice. */
export function deliverRow(
  model: Model,
  row: Row,
  mode: "hold" | "fix",
  validate: Validate,
): Model {
  if (isArchived(row)) return { ...model, notice: "It is archived: y restores it." };
  const field = fieldsOf(row.lesson).find(({ name }) => name === "delivery");
  if (field === undefined) return model;
  const isSet = fieldText(model, row, field) === mode;
  const refusal = isSet || mode === "hold" ? undefined : fixRefusal(model, row);
  if (refusal !== undefined) return { ...model, notice: refusal };
  const text = isSet ? "advise" : mode;
  const before = decisionOf(model, row);
  const edited = withEdit(row, before, { field, text }, validate);
  const problem = edited.edits.find((edit) => edit.field === "delivery")?.problem;
  if (problem !== undefined) return { ...model, notice: `No ${mode} here: ${problem}.` };
  const verdict: RowVerdict = isSet ? before.verdict : { is: "approve" };
  const changed = change(model, [[row, { ...edited, verdict }]], `${mode} ${row.lesson.slug}`);
  return { ...changed, notice: deliveryNotices[text] };
}

const deliveryNotices = {
  hold: "✓ Approved with hold: lessons refuses the first such call of a session.",
  fix: "✓ Approved with fix: lessons corrects such calls, or holds them if unsure.",
  advise: "Back to advise: the lesson is shown with the call.",
} as const;

/** Why a call cannot be corrected, in one line; undefined where it is offered. */
function fixRefusal(model: Model, row: Row): string | undefined {
  const card = cardOf(model, row);
  if (card === undefined) return "Still loading; try again.";
  if (card.fixProposal !== undefined || row.lesson.delivery === "fix") return undefined;
  const { fix } = row.lesson;
  if (fix === undefined) return "No fix here: your logs show no replacement that worked.";
  const worked = card.history?.worked ?? 0;
  if (worked > 0) return `No fix here: such calls also worked ${worked} times unchanged.`;
  if (card.holdProposal !== undefined) return `No fix here, but H holds it: ${card.holdProposal}`;
  return "No fix here: no single replacement is proven in two sessions.";
}

interface Judgement {
  readonly verdictOf: (row: Row) => RowVerdict;
  readonly what: string;
}

/** All of them in one step; then the next one is looked at. */
function judge(model: Model, rows: readonly Row[], { verdictOf, what }: Judgement): Model {
  const [first] = rows;
  if (first === undefined) return model;
  const changes = rows.map(
    (row) => [row, { ...decisionOf(model, row), verdict: verdictOf(row) }] as const,
  );
  const named = rows.length === 1 ? first.lesson.summary : `${rows.length} lessons`;
  const changed = change(model, changes, `${what}: ${named}`);
  const isTakenBack = changes.every(([, { verdict }]) => verdict.is === "none");
  const next = { ...changed, marked: new Set<LessonId>() };
  if (rows.length > 1)
    return settle({ ...next, notice: `${rows.length} lessons ${what}. u undoes.` });
  return isTakenBack ? settle(next) : goOn(next, first);
}

/** To the next lesson of the page; from the last one, in a card, back to the list. */
function goOn(model: Model, { lesson }: Row): Model {
  const rows = rowsInOrder(model);
  const at = rows.findIndex(({ row }) => row.lesson.id === lesson.id);
  if (at < 0 || rows[at]?.place !== model.cursor) return settle(model);
  const next = rows[at + 1];
  if (model.mode.is !== "card") return settle({ ...model, cursor: model.cursor + 1 });
  return next === undefined
    ? settle({ ...model, mode: { is: "list" }, cursor: model.cursor + 1 })
    : settle({ ...model, mode: { is: "card", field: 0, top: 0 }, cursor: next.place });
}

/** As before the last change, and the cursor where it was made. */
export function undoChange(model: Model): Model {
  const last = model.past.at(-1);
  if (last === undefined) return { ...model, notice: "Nothing to undo." };
  const undone: Model = {
    ...model,
    decisions: last.decisions,
    past: model.past.slice(0, -1),
    notice: `Undone: ${last.what}`,
  };
  return settle(goToRow(undone, last.row));
}

/** All decisions taken back, in one step. */
export function startOver(model: Model): Model {
  const decided = model.rows.filter(({ lesson }) => model.decisions.has(lesson.id));
  if (decided.length === 0) return { ...model, notice: "No decisions yet." };
  const none = { verdict: { is: "none" }, edits: [] } as const;
  const changed = change(
    model,
    decided.map((row) => [row, none] as const),
    "start over",
  );
  return settle({ ...changed, notice: `${decided.length} decisions discarded. u undoes.` });
}

import { change, undo } from "./change.ts";
import { isChange, type Decision, type RowVerdict } from "./decision.ts";
import { editorOf } from "./field-editor.ts";
import type { Key } from "./keys.ts";
import {
  currentRow,
  decisionOf,
  isNoise,
  type CardMode,
  type ListMode,
  type Model,
  type Row,
} from "./model.ts";
import { planOf } from "./plan.ts";
import { fieldText } from "./card-layout.ts";
import { fieldsOf } from "./review-field.ts";
import { settle } from "./settle.ts";
import type { Step } from "./step.ts";
import { withEdit, type Validate } from "./validate.ts";

/** The keys that mean the same in the list and in a card; undefined for the others. */
export function pressForRow(
  model: Model,
  mode: ListMode | CardMode,
  key: Key,
  validate: Validate,
): Step | undefined {
  if (key.key !== "text") return undefined;
  const row = currentRow(model);
  switch (key.text) {
    case " ":
      return { model: row === undefined ? model : toggle(model, row) };
    case "x":
      return { model: row === undefined ? model : askForReason(model, mode, row) };
    case "h":
      return { model: row === undefined ? model : toggleHold(model, row, validate) };
    case "e":
      return { model: row === undefined ? model : toggleExpand(model, row) };
    case "u":
      return { model: settle(undo(model)) };
    case "c":
      return { model: openConfirmation(model) };
    case "?":
      return { model: { ...model, mode: { is: "help", top: 0, back: mode } } };
    case "q":
      return [...model.decisions.values()].some(isChange)
        ? { model: { ...model, mode: { is: "leave", back: mode } } }
        : { model, effect: { effect: "leave", isInterrupted: false } };
    default:
      return undefined;
  }
}

/** Selected is what will be approved; deselecting is a skip, and never archives. */
export function toggle(model: Model, row: Row): Model {
  const { verdict } = decisionOf(model, row);
  if (isNoise(row)) {
    return verdict.is === "unarchive"
      ? judge(model, row, { is: "none" })
      : judge(model, row, { is: "unarchive" });
  }
  return judge(model, row, { is: verdict.is === "approve" ? "skip" : "approve" });
}

export function openConfirmation(model: Model): Model {
  if (planOf(model).length === 0) {
    return {
      ...model,
      notice: "Nothing is decided yet: space selects a lesson, ? shows all keys.",
    };
  }
  return { ...model, mode: { is: "confirm", top: 0 } };
}

function askForReason(model: Model, back: ListMode | CardMode, row: Row): Model {
  if (isNoise(row)) return { ...model, notice: "It is archived already; space brings it back." };
  const { verdict } = decisionOf(model, row);
  const reason = verdict.is === "archive" ? verdict.reason : "";
  const editor = editorOf(reason, { isMultiline: false });
  return { ...model, mode: { is: "reason", editor, back } };
}

function toggleHold(model: Model, row: Row, validate: Validate): Model {
  if (isNoise(row)) return { ...model, notice: "It is archived; bring it back first (space)." };
  const field = fieldsOf(row.card.lesson).find(({ name }) => name === "delivery");
  if (field === undefined) return model;
  const text = fieldText(model, row, field) === "hold" ? "advise" : "hold";
  const decision = withEdit(row, decisionOf(model, row), { field, text }, validate);
  const problem = decision.edits.find((edit) => edit.field === "delivery")?.problem;
  const said =
    text === "hold"
      ? "hold: the first such call of a session is refused, with the lesson as the reason"
      : "advise: the lesson comes with the call";
  return {
    ...decide(model, row, decision, `delivery of ${row.card.lesson.slug}`),
    notice: problem ?? said,
  };
}

function toggleExpand(model: Model, row: Row): Model {
  if (isNoise(row) || row.card.expands === undefined) {
    return { ...model, notice: "It expands no other lesson." };
  }
  const { verdict } = decisionOf(model, row);
  return judge(model, row, { is: verdict.is === "expand" ? "skip" : "expand" });
}

function judge(model: Model, row: Row, verdict: RowVerdict): Model {
  const decision = { ...decisionOf(model, row), verdict };
  const what = verdict.is === "none" ? "unarchive" : verdict.is;
  return decide(model, row, decision, `${what} ${row.card.lesson.slug}`);
}

function decide(model: Model, row: Row, decision: Decision, what: string): Model {
  return change(model, [[row, decision]], what);
}

import { valueWidth } from "./card.ts";
import { cardFields, editableFields, fieldText } from "./card-fields.ts";
import { editorOf, typeKey } from "./field-editor.ts";
import { type Validate, withEdit } from "./fields.ts";
import type { Key } from "./keys.ts";
import { layoutOf, settle } from "./layout.ts";
import {
  change,
  decisionOf,
  isArchived,
  type CardMode,
  type FieldEdit,
  type Mode,
  type Model,
  type Pressed,
} from "./model.ts";
import { currentRow } from "./page-items.ts";

/** The field that the person is at, open for typing. What is archived can only be brought back. */
export function openField(model: Model, mode: CardMode): Model {
  const row = currentRow(model);
  if (row === undefined) return model;
  if (isArchived(row)) return { ...model, notice: "It is archived: y restores it." };
  const field = cardFields(model, row)[mode.field];
  if (field === undefined) return model;
  const editor = editorOf(fieldText(model, row, field), field);
  const problem = decisionOf(model, row).edits.find((edit) => edit.field === field.name)?.problem;
  return settle({ ...model, mode: { ...mode, is: "edit", editor, problem } });
}

/** The same field in the person's own editor. */
export function openInEditor(model: Model): Pressed {
  const { mode } = model;
  const row = currentRow(model);
  if (mode.is !== "card" || row === undefined) return { model };
  const field = editableFields(model)[mode.field];
  if (field === undefined) return { model: { ...model, notice: "It is archived: y restores it." } };
  return { model, effects: [{ effect: "openEditor", text: fieldText(model, row, field) }] };
}

/** What the editor was left with; one line where the field has one. */
export function takeTyped(model: Model, text: string | undefined, validate: Validate): Model {
  const { mode } = model;
  if (text === undefined) return { ...model, notice: "The editor failed; nothing changed." };
  const field = mode.is === "card" ? editableFields(model)[mode.field] : undefined;
  if (mode.is !== "card" || field === undefined) return model;
  const editor = editorOf(text.replace(/\n+$/u, ""), field);
  return settle(keep(model, { ...mode, is: "edit", editor }, validate));
}

type EditMode = Extract<Mode, { readonly is: "edit" }>;

/** Typing into a field: Enter saves it and Esc does not. Whoever goes on to another field saves, too. */
export function pressInEditor(model: Model, mode: EditMode, key: Key, validate: Validate): Model {
  const field = editableFields(model)[mode.field] ?? { part: "text" as const };
  const columns = valueWidth(layoutOf(model.size).cardWidth, field);
  const editor = typeKey(mode.editor, key, columns);
  if (editor !== undefined) {
    return settle({ ...model, mode: judged(model, { ...mode, editor }, validate) });
  }
  switch (key.key) {
    case "enter":
      return settle(keep(model, mode, validate));
    case "escape":
      return settle({ ...model, mode: inCard(mode) });
    case "tab":
    case "down":
      return editNeighbour(model, mode, 1, validate);
    case "backTab":
    case "up":
      return editNeighbour(model, mode, -1, validate);
    default:
      return model;
  }
}

function inCard({ field, top }: EditMode): CardMode {
  return { is: "card", field, top };
}

function judged(model: Model, mode: EditMode, validate: Validate): EditMode {
  const row = currentRow(model);
  const field = editableFields(model)[mode.field];
  if (row === undefined || field === undefined) return { ...mode, problem: undefined };
  const typed = { field, text: mode.editor.text };
  const { edits } = withEdit(row, decisionOf(model, row), typed, validate);
  return { ...mode, problem: edits.find((edit) => edit.field === field.name)?.problem };
}

/** Back in the card, with what was typed as an edit; one step for `u`, however long it was typed. */
function keep(model: Model, mode: EditMode, validate: Validate): Model {
  const { editor } = mode;
  // The fields of a card that is being edited: there may be more than the card shows afterwards.
  const edited: Model = { ...model, mode };
  const row = currentRow(model);
  const field = editableFields(edited)[mode.field];
  const left: Model = { ...model, mode: inCard(mode) };
  const last = editableFields(left).length - 1;
  const card: Model = {
    ...left,
    mode: { ...inCard(mode), field: Math.min(mode.field, Math.max(last, 0)) },
  };
  if (row === undefined || field === undefined) return card;
  if (editor.text === fieldText(model, row, field)) return card;
  const before = decisionOf(model, row);
  const decision = withEdit(row, before, { field, text: editor.text }, validate);
  const isOfField = (edit: FieldEdit) => edit.field === field.name;
  if (!before.edits.some(isOfField) && !decision.edits.some(isOfField)) return card;
  return change(card, [[row, decision]], `${field.label} of ${row.lesson.summary}`);
}

function editNeighbour(model: Model, mode: EditMode, by: -1 | 1, validate: Validate): Model {
  const last = editableFields(model).length - 1;
  const field = mode.field + by;
  const kept = keep(model, mode, validate);
  if (field < 0 || field > last || kept.mode.is !== "card") return settle(kept);
  const row = currentRow(kept);
  // Opened as while editing: the trigger is among the fields then.
  const target = row && cardFields({ ...kept, mode }, row)[field];
  if (row === undefined || target === undefined) return settle(kept);
  const editor = editorOf(fieldText(kept, row, target), target);
  const problem = decisionOf(kept, row).edits.find((edit) => edit.field === target.name)?.problem;
  return settle({ ...kept, mode: { is: "edit", field, top: kept.mode.top, editor, problem } });
}

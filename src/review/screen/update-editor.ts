import { editableFields, fieldText, valueWidth } from "./card-layout.ts";
import { change } from "./change.ts";
import type { FieldEdit } from "./decision.ts";
import { typeKey } from "./field-editor.ts";
import type { Key } from "./keys.ts";
import { layoutOf } from "./layout.ts";
import { currentRow, decisionOf, type CardMode, type Mode, type Model } from "./model.ts";
import { settle } from "./settle.ts";
import { moveField, startEditing } from "./update-card.ts";
import { problemOf, withEdit, type Validate } from "./validate.ts";

type EditMode = Extract<Mode, { readonly is: "edit" }>;

/** Typing into a field. Whatever leaves the field keeps what was typed; `u` takes it back. */
export function pressInEditor(model: Model, mode: EditMode, key: Key, validate: Validate): Model {
  const columns = valueWidth(layoutOf(model.size).cardWidth);
  const editor = typeKey(mode.editor, key, columns);
  if (editor !== undefined) {
    return settle({ ...model, mode: judged(model, { ...mode, editor }, validate) });
  }
  switch (key.key) {
    case "enter":
    case "escape":
      return settle(keep(model, mode, validate));
    case "tab":
    case "down":
      return editNeighbour(keep(model, mode, validate), 1);
    case "backTab":
    case "up":
      return editNeighbour(keep(model, mode, validate), -1);
    default:
      return model;
  }
}

function judged(model: Model, mode: EditMode, validate: Validate): EditMode {
  const { problem: _, ...rest } = mode;
  const row = currentRow(model);
  const field = editableFields(row)[mode.field];
  if (row === undefined || field === undefined) return rest;
  const typed = { field, text: mode.editor.text };
  const problem = problemOf(row, decisionOf(model, row), typed, validate);
  return problem === undefined ? rest : { ...rest, problem };
}

/** Back in the card, with what was typed as an edit; one step for `u`, however long it was typed. */
function keep(model: Model, mode: EditMode, validate: Validate): Model {
  const { field: index, top, editor } = mode;
  const card: Model = { ...model, mode: { is: "card", field: index, top } };
  const row = currentRow(model);
  const field = editableFields(row)[index];
  if (row === undefined || field === undefined) return card;
  if (editor.text === fieldText(model, row, field)) return card;
  const before = decisionOf(model, row);
  const decision = withEdit(row, before, { field, text: editor.text }, validate);
  const isOfField = (edit: FieldEdit) => edit.field === field.name;
  if (!before.edits.some(isOfField) && !decision.edits.some(isOfField)) return card;
  return change(card, [[row, decision]], `${field.name} of ${row.card.lesson.slug}`);
}

function editNeighbour(model: Model, by: -1 | 1): Model {
  const { mode } = model;
  if (mode.is !== "card") return model;
  const moved = moveField(model, mode, by);
  return moved.mode.is === "card" && moved.mode.field !== mode.field
    ? startEditing(moved, moved.mode satisfies CardMode)
    : settle(model);
}

import { editableFields, fieldText, cardLayout, valueWidth } from "./card.ts";
import { editorOf, typeKey } from "./field-editor.ts";
import { keyName, type Key } from "./keys.ts";
import { layoutOf, settle } from "./layout.ts";
import {
  change,
  currentRow,
  decisionOf,
  isNoise,
  type CardMode,
  type Model,
  type Step,
  type FieldEdit,
  type Mode,
} from "./model.ts";
import { pressForRow, toggle } from "./update-list.ts";
import { type Validate, withEdit } from "./fields.ts";

export function pressInCard(model: Model, mode: CardMode, key: Key, validate: Validate): Step {
  switch (keyName(key)) {
    case "up":
    case "k":
    case "backTab":
      return { model: moveField(model, mode, -1) };
    case "down":
    case "j":
    case "tab":
      return { model: moveField(model, mode, 1) };
    case "home":
      return { model: settle({ ...model, mode: { ...mode, field: 0 } }) };
    case "end":
      return { model: scroll(model, mode, Infinity) };
    case "pageUp":
      return { model: scroll(model, mode, -pageOf(model)) };
    case "pageDown":
      return { model: scroll(model, mode, pageOf(model)) };
    case "enter":
    case "right":
      return { model: startEditing(model, mode) };
    case "escape":
    case "left":
      return { model: settle({ ...model, mode: { is: "list" } }) };
    case "n":
      return { model: moveRow(model, mode, 1) };
    case "p":
      return { model: moveRow(model, mode, -1) };
    default:
      return pressForRow(model, mode, key, validate) ?? { model };
  }
}

/** The field that the person is at, open for typing. What is archived can only be brought back. */
function startEditing(model: Model, mode: CardMode): Model {
  const row = currentRow(model);
  if (row === undefined) return model;
  if (isNoise(row)) return toggle(model, row);
  const field = editableFields(row)[mode.field];
  if (field === undefined) return model;
  const editor = editorOf(fieldText(model, row, field), field);
  const problem = decisionOf(model, row).edits.find((edit) => edit.field === field.name)?.problem;
  return settle({
    ...model,
    mode: { ...mode, is: "edit", editor, problem },
  });
}

/** Nothing when there is no field on that side. */
function moveField(model: Model, mode: CardMode, by: -1 | 1): Model {
  const last = editableFields(currentRow(model)).length - 1;
  if (last < 0) return scroll(model, mode, by);
  const field = Math.max(Math.min(mode.field + by, last), 0);
  // Behind the last field stands what was seen: the key goes on to it.
  if (field === mode.field && by === 1) return scroll(model, mode, 1);
  return settle({ ...model, mode: { ...mode, field } });
}

/** The next card, at the same field where it has that. */
function moveRow(model: Model, mode: CardMode, by: -1 | 1): Model {
  const cursor = model.cursor + by;
  if (cursor < 0 || cursor >= model.visible.length) {
    return { ...model, notice: by < 0 ? "This is the first." : "This is the last." };
  }
  const name = editableFields(currentRow(model))[mode.field]?.name;
  const next = { ...model, cursor };
  const field = editableFields(currentRow(next)).findIndex((each) => each.name === name);
  return settle({ ...next, mode: { is: "card", field: Math.max(field, 0), top: 0 } });
}

function scroll(model: Model, mode: CardMode, by: number): Model {
  const { bodyRows, cardWidth } = layoutOf(model.size);
  const highest = Math.max(cardLayout(model, cardWidth).lines.length - bodyRows, 0);
  const top = Math.max(Math.min(mode.top + by, highest), 0);
  return { ...model, mode: { ...mode, top } };
}

function pageOf({ size }: Model): number {
  return Math.max(layoutOf(size).bodyRows - 1, 1);
}

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
  const row = currentRow(model);
  const field = editableFields(row)[mode.field];
  if (row === undefined || field === undefined) return { ...mode, problem: undefined };
  const typed = { field, text: mode.editor.text };
  const { edits } = withEdit(row, decisionOf(model, row), typed, validate);
  return { ...mode, problem: edits.find((edit) => edit.field === field.name)?.problem };
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
    ? startEditing(moved, moved.mode)
    : settle(model);
}

import { editableFields, fieldText } from "./card-layout.ts";
import { cardLayout } from "./card-layout.ts";
import { editorOf } from "./field-editor.ts";
import type { Key } from "./keys.ts";
import { layoutOf } from "./layout.ts";
import { currentRow, decisionOf, isNoise, type CardMode, type Model } from "./model.ts";
import { settle } from "./settle.ts";
import { pressForRow, toggle } from "./update-row.ts";
import type { Step } from "./step.ts";
import type { Validate } from "./validate.ts";

export function pressInCard(model: Model, mode: CardMode, key: Key, validate: Validate): Step {
  switch (key.key) {
    case "up":
    case "backTab":
      return { model: moveField(model, mode, -1) };
    case "down":
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
    case "text":
      return pressLetter(model, mode, key, validate);
    default:
      return { model };
  }
}

/** The field that the person is at, open for typing. What is archived can only be brought back. */
export function startEditing(model: Model, mode: CardMode): Model {
  const row = currentRow(model);
  if (row === undefined) return model;
  if (isNoise(row)) return toggle(model, row);
  const field = editableFields(row)[mode.field];
  if (field === undefined) return model;
  const editor = editorOf(fieldText(model, row, field), field);
  const problem = decisionOf(model, row).edits.find((edit) => edit.field === field.name)?.problem;
  return settle({
    ...model,
    mode: { ...mode, is: "edit", editor, ...(problem === undefined ? {} : { problem }) },
  });
}

/** Nothing when there is no field on that side. */
export function moveField(model: Model, mode: CardMode, by: -1 | 1): Model {
  const last = editableFields(currentRow(model)).length - 1;
  if (last < 0) return scroll(model, mode, by);
  const field = Math.max(Math.min(mode.field + by, last), 0);
  // Behind the last field stands what was seen: the key goes on to it.
  if (field === mode.field && by === 1) return scroll(model, mode, 1);
  return settle({ ...model, mode: { ...mode, field } });
}

function pressLetter(
  model: Model,
  mode: CardMode,
  key: Extract<Key, { readonly key: "text" }>,
  validate: Validate,
): Step {
  switch (key.text) {
    case "k":
      return { model: moveField(model, mode, -1) };
    case "j":
      return { model: moveField(model, mode, 1) };
    case "n":
      return { model: moveRow(model, mode, 1) };
    case "p":
      return { model: moveRow(model, mode, -1) };
    default:
      return pressForRow(model, mode, key, validate) ?? { model };
  }
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

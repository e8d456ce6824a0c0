import { cardLayout } from "./card.ts";
import { editableFields } from "./card-fields.ts";
import { openField } from "./edit-field.ts";
import type { Validate } from "./fields.ts";
import { keyName, type Key } from "./keys.ts";
import { layoutOf, settle } from "./layout.ts";
import type { CardMode, Model, Pressed } from "./model.ts";
import { rowsInOrder } from "./page-items.ts";
import { pressForRow } from "./update-row.ts";

export function pressInCard(model: Model, mode: CardMode, key: Key, validate: Validate): Pressed {
  switch (keyName(key)) {
    case "up":
    case "k":
      return { model: scrollCard(model, mode, -1) };
    case "down":
    case "j":
      return { model: scrollCard(model, mode, 1) };
    case "tab":
      return { model: moveField(model, mode, 1) };
    case "backTab":
      return { model: moveField(model, mode, -1) };
    case "home":
    case "g":
      return { model: scrollCard(model, mode, -Infinity) };
    case "end":
    case "G":
      return { model: scrollCard(model, mode, Infinity) };
    case "pageUp":
      return { model: scrollCard(model, mode, -pageOf(model)) };
    case "pageDown":
      return { model: scrollCard(model, mode, pageOf(model)) };
    case "enter":
      return { model: openField(model, mode) };
    case "escape":
    case "left":
    case "h":
      return { model: settle({ ...model, mode: { is: "list" } }) };
    case "right":
    case "l":
    case "n":
      return { model: moveRow(model, 1) };
    case "p":
      return { model: moveRow(model, -1) };
    case "d":
      return { model: { ...model, isDetailed: !model.isDetailed, mode: { ...mode, field: 0 } } };
    default:
      return pressForRow(model, mode, key, validate) ?? { model };
  }
}

function moveField(model: Model, mode: CardMode, by: -1 | 1): Model {
  const last = editableFields(model).length - 1;
  const field = Math.max(Math.min(mode.field + by, last), 0);
  return settle({ ...model, mode: { ...mode, field } });
}

/** The next card of the page. */
function moveRow(model: Model, by: -1 | 1): Model {
  const rows = rowsInOrder(model);
  const at = rows.findIndex(({ place }) => place === model.cursor);
  const next = rows[at + by];
  if (next === undefined) {
    return { ...model, notice: by < 0 ? "This is the first here." : "This is the last here." };
  }
  return settle({ ...model, cursor: next.place, mode: { is: "card", field: 0, top: 0 } });
}

export function scrollCard(model: Model, mode: CardMode, by: number): Model {
  const { bodyRows, cardWidth } = layoutOf(model.size);
  const highest = Math.max(cardLayout(model, cardWidth).lines.length - bodyRows, 0);
  const top = Math.max(Math.min(mode.top + by, highest), 0);
  return { ...model, mode: { ...mode, top } };
}

function pageOf({ size }: Model): number {
  return Math.max(layoutOf(size).bodyRows - 1, 1);
}

import { firstFieldToEdit } from "./card-fields.ts";
import {
  approveRows,
  deliverRow,
  expandRow,
  rowsMeant,
  startOver,
  undoChange,
} from "./decide-rows.ts";
import { openField, openInEditor } from "./edit-field.ts";
import type { Validate } from "./fields.ts";
import { keyName, type Key } from "./keys.ts";
import { settle } from "./layout.ts";
import {
  isArchived,
  planOf,
  type CardMode,
  type ListMode,
  type Model,
  type Pressed,
  type Row,
} from "./model.ts";
import { currentRow } from "./page-items.ts";

/** The keys that mean the same in the list and in a card; undefined for the others. */
export function pressForRow(
  model: Model,
  mode: ListMode | CardMode,
  key: Key,
  validate: Validate,
): Pressed | undefined {
  const row = currentRow(model);
  const forRow = (act: (row: Row) => Model): Pressed => ({
    model: row === undefined ? { ...model, notice: "Choose a lesson first." } : act(row),
  });
  switch (keyName(key)) {
    case "y": {
      const rows = rowsMeant(model);
      return rows.length === 0 ? forRow(() => model) : { model: approveRows(model, rows) };
    }
    case "x":
      return { model: askForReason(model, mode) };
    case "H":
      return forRow((each) => deliverRow(model, each, "hold", validate));
    case "F":
      return forRow((each) => deliverRow(model, each, "fix", validate));
    case "+":
      return forRow((each) => expandRow(model, each));
    case "e":
      return forRow((each) => editRow(model, mode, each));
    case "E":
      return openInEditor(mode.is === "card" ? model : openCard(model));
    case "u":
      return { model: undoChange(model) };
    case "R":
      return { model: startOver(model) };
    case "c":
      return { model: openConfirmation(model) };
    case "?":
      return { model: { ...model, mode: { is: "help", top: 0, back: mode } } };
    case "q":
      return model.decisions.size > 0
        ? { model: openConfirmation(model) }
        : { model, effects: [{ effect: "leave", isInterrupted: false }] };
    default:
      return undefined;
  }
}

function editRow(model: Model, mode: ListMode | CardMode, row: Row): Model {
  if (isArchived(row)) return { ...model, notice: "It is archived: y restores it." };
  const field = mode.is === "card" ? mode.field : firstFieldToEdit(model, row);
  const top = mode.is === "card" ? mode.top : 0;
  return openField({ ...model, mode: { is: "card", field, top } }, { is: "card", field, top });
}

export function openConfirmation(model: Model): Model {
  if (planOf(model).length === 0) {
    return {
      ...model,
      notice: "No decisions yet: y approves, x archives, ? shows all keys.",
    };
  }
  return { ...model, mode: { is: "confirm", top: 0 } };
}

function askForReason(model: Model, back: ListMode | CardMode): Model {
  const rows = rowsMeant(model);
  if (rows.length === 0) return { ...model, notice: "Choose a lesson first." };
  const open = rows.filter((row) => !isArchived(row));
  if (open.length === 0) return { ...model, notice: "Already archived: y restores it." };
  return { ...model, mode: { is: "reason", of: open.map(({ lesson }) => lesson.id), back } };
}

export function openCard(model: Model): Model {
  return settle({ ...model, mode: { is: "card", field: 0, top: 0 } });
}

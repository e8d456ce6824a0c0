import { change } from "./change.ts";
import { editorOf } from "./field-editor.ts";
import type { Key } from "./keys.ts";
import { listRows } from "./layout.ts";
import { currentRow, decisionOf, isNoise, type Model, type Row } from "./model.ts";
import { settle } from "./settle.ts";
import { openConfirmation, pressForRow, toggle } from "./update-row.ts";
import { changeFilter } from "./update-prompts.ts";
import type { Step } from "./step.ts";
import type { Validate } from "./validate.ts";

export function pressInList(model: Model, key: Key, validate: Validate): Step {
  const by = movement(model, key);
  if (by !== 0) return { model: settle({ ...model, cursor: model.cursor + by }) };
  const row = currentRow(model);
  switch (key.key) {
    case "enter":
      if (row === undefined) return { model: openConfirmation(model) };
      return { model: isNoise(row) ? toggle(model, row) : openCard(model) };
    case "right":
      return { model: row === undefined ? openConfirmation(model) : openCard(model) };
    case "escape":
      return { model: model.filter === "" ? model : changeFilter(model, "") };
    case "text":
      if (key.text === "a") return { model: toggleAll(model) };
      if (key.text === "/") return { model: openFilter(model) };
      return pressForRow(model, { is: "list" }, key, validate) ?? { model };
    default:
      return { model };
  }
}

function movement(model: Model, key: Key): number {
  const { cursor, visible } = model;
  switch (key.key) {
    case "up":
      return cursor > 0 ? -1 : 0;
    case "down":
      return cursor < visible.length ? 1 : 0;
    case "pageUp":
      return -Math.min(listRows(model) - 1 || 1, cursor);
    case "pageDown":
      return Math.min(listRows(model) - 1 || 1, visible.length - cursor);
    case "home":
      return -cursor;
    case "end":
      return visible.length - cursor;
    case "text":
      if (key.text === "k") return movement(model, { key: "up" });
      if (key.text === "j") return movement(model, { key: "down" });
      if (key.text === "g") return movement(model, { key: "home" });
      return key.text === "G" ? movement(model, { key: "end" }) : 0;
    default:
      return 0;
  }
}

function openCard(model: Model): Model {
  return settle({ ...model, mode: { is: "card", field: 0, top: 0 } });
}

function openFilter(model: Model): Model {
  const editor = editorOf(model.filter, { isMultiline: false });
  return { ...model, mode: { is: "filter", editor, before: model.filter } };
}

/** All that are seen, or none of them when all are. What is to be archived or merged stays so. */
function toggleAll(model: Model): Model {
  const shown = model.visible.flatMap((index): readonly Row[] => {
    const row = model.rows[index];
    return row === undefined || isNoise(row) ? [] : [row];
  });
  const left = shown.filter((row) => ["none", "skip"].includes(decisionOf(model, row).verdict.is));
  const selected = shown.filter((row) => decisionOf(model, row).verdict.is === "approve");
  const changed = left.length > 0 ? left : selected;
  if (changed.length === 0) return { ...model, notice: "There is nothing to select." };
  const verdict = { is: left.length > 0 ? "approve" : "skip" } as const;
  const what = left.length > 0 ? "select all" : "select none";
  return change(
    model,
    changed.map((row) => [row, { ...decisionOf(model, row), verdict }]),
    what,
  );
}

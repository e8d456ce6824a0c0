import { change } from "./change.ts";
import { typeKey } from "./field-editor.ts";
import { filterRows } from "./filter.ts";
import { lastHelpTop } from "./help-words.ts";
import type { Key } from "./keys.ts";
import { currentRow, decisionOf, type Mode, type Model } from "./model.ts";
import { settle } from "./settle.ts";
import type { Step } from "./step.ts";

type In<K extends Mode["is"]> = Extract<Mode, { readonly is: K }>;

/** The list follows while the filter is typed; Esc brings the old one back. */
export function typeFilter(model: Model, mode: In<"filter">, key: Key): Model {
  const list: Model = { ...model, mode: { is: "list" } };
  if (key.key === "enter") return settle(list);
  if (key.key === "escape") return changeFilter(list, mode.before);
  if (key.key === "up" || key.key === "down") {
    return settle({ ...list, cursor: model.cursor + (key.key === "up" ? -1 : 1) });
  }
  const editor = typeKey(mode.editor, key, Infinity);
  if (editor === undefined) return model;
  return changeFilter({ ...model, mode: { ...mode, editor } }, editor.text);
}

/** The cursor stays on its lesson while that is seen. */
export function changeFilter(model: Model, filter: string): Model {
  const row = currentRow(model);
  const visible = filterRows(model.rows, filter);
  const place = visible.findIndex((index) => model.rows[index] === row);
  return settle({ ...model, filter, visible, cursor: Math.max(place, 0) });
}

export function typeReason(model: Model, mode: In<"reason">, key: Key): Model {
  if (key.key === "escape") return { ...model, mode: mode.back };
  if (key.key !== "enter") {
    const editor = typeKey(mode.editor, key, Infinity);
    return editor === undefined
      ? model
      : { ...model, mode: { is: "reason", editor, back: mode.back } };
  }
  const reason = mode.editor.text.trim();
  if (reason === "") return { ...model, mode: { ...mode, problem: "say why, in a few words" } };
  const row = currentRow(model);
  const back: Model = { ...model, mode: mode.back };
  if (row === undefined) return back;
  const decision = { ...decisionOf(model, row), verdict: { is: "archive", reason } as const };
  return change(back, [[row, decision]], `archive ${row.card.lesson.slug}`);
}

export function pressInHelp(model: Model, mode: In<"help">, key: Key): Model {
  if (key.key === "down" || key.key === "pageDown") {
    return { ...model, mode: { ...mode, top: Math.min(mode.top + 1, lastHelpTop(model.size)) } };
  }
  if (key.key === "up" || key.key === "pageUp") {
    return { ...model, mode: { ...mode, top: Math.max(mode.top - 1, 0) } };
  }
  return { ...model, mode: mode.back };
}

export function pressInLeaving(model: Model, mode: In<"leave">, key: Key): Step {
  if (key.key === "text" && key.text.toLowerCase() === "y") {
    return { model, effect: { effect: "leave", isInterrupted: false } };
  }
  const isNo = key.key === "escape" || (key.key === "text" && key.text.toLowerCase() === "n");
  return { model: isNo ? { ...model, mode: mode.back } : model };
}

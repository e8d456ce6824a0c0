import { change } from "./fields.ts";
import { typeKey } from "./field-editor.ts";
import { lastHelpTop } from "./status-lines.ts";
import { movement, type Key } from "./keys.ts";
import {
  currentRow,
  decisionOf,
  type Mode,
  type Model,
  type Step,
  planOf,
  problemsOf,
  type Row,
} from "./model.ts";
import { settle } from "./layout.ts";
import { lastConfirmationTop } from "./confirmation.ts";
import { levelOf } from "../../lesson/record/level.ts";

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

export function pressInConfirmation(model: Model, mode: In<"confirm">, key: Key): Step {
  const by = movement(key, model.size.rows - 2);
  if (by !== 0) {
    const top = Math.max(Math.min(mode.top + by, lastConfirmationTop(model)), 0);
    return { model: { ...model, mode: { ...mode, top } } };
  }
  const letter = key.key === "text" ? key.text : "";
  if (letter === "y" || letter === "Y") return confirm(model);
  const isBack = key.key === "escape" || key.key === "left" || ["n", "N", "q"].includes(letter);
  return { model: isBack ? settle({ ...model, mode: { is: "list" } }) : model };
}

function confirm(model: Model): Step {
  if (problemsOf(model).length > 0) {
    return {
      model: { ...model, notice: "Mend what cannot be saved first, or undo it (n, then u)." },
    };
  }
  const plan = planOf(model);
  return { model: { ...model, mode: { is: "applying" } }, effect: { effect: "apply", plan } };
}

/** The rows in which every word of a filter is found, as indexes: `tag:git kind:pitfall level:high stash`. */
function filterRows(rows: readonly Row[], filter: string): readonly number[] {
  const tests = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(testOf);
  return [...rows.keys()].filter((index) => {
    const row = rows[index];
    return row !== undefined && tests.every((test) => test(row));
  });
}

function testOf(word: string): (row: Row) => boolean {
  const [, field, value = ""] = /^(tag|kind|level):(.*)$/.exec(word) ?? [];
  switch (field) {
    case "tag":
      return ({ card }) => card.lesson.tags.some((tag) => tag.includes(value));
    case "kind":
      return ({ card }) => card.lesson.kind.startsWith(value);
    case "level":
      return ({ card }) => levelOf(card.lesson.priority).toLowerCase().startsWith(value);
    default:
      return ({ words }) => words.includes(word);
  }
}
